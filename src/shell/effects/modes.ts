// Modes that a call sets on files: `chmod 777`, `chmod o+w`, `install -m 4755`, `mkdir -m a=rwx`.

import { type OptionReading, optionValues, readOptions } from "../programs/table/options.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Call, Word } from "../syntax/model.ts";

/** Rights that a call grants, as far as they affect other users. Null: the call sets no mode. */
export interface FileMode {
  /** As written. */
  readonly text: string;
  /** Everyone may write. */
  readonly worldWritable: boolean;
  /** The program runs as its owner. For the group alone the bit means that new files of a folder keep its group. */
  readonly setsId: boolean;
  /** The mode is unknown. */
  readonly isDynamic: boolean;
}

/** The modes of the call that was asked about last: several rules ask about the same call. */
let last: { readonly call: Call | null; readonly mode: FileMode | null } = { call: null, mode: null };

export function modeOf(call: Call): FileMode | null {
  if (last.call !== call) last = { call, mode: findMode(call) };
  return last.mode;
}

function findMode(call: Call): FileMode | null {
  const table = tableOf(call);
  if (table?.setsMode === undefined) return null;
  const reading = readOptions(call, table);
  if (reading.help) return null;
  const word = table.setsMode === "operand" ? modeOperand(reading) : optionValues(reading, "-m").at(-1);
  return word === undefined ? null : readMode(word);
}

/** `chmod -w f`: a mode that looks like an option only removes rights. */
function modeOperand(reading: OptionReading): Word | undefined {
  if (optionValues(reading, "--reference").length > 0) return undefined;
  return reading.unlisted[0] === undefined ? reading.operands[0] : undefined;
}

function readMode(word: Word): FileMode {
  const { text } = word;
  if (word.kind !== "literal") return { text, worldWritable: false, setsId: false, isDynamic: true };
  if (/^[=+]?[0-7]+$/.test(text)) {
    const bits = Number.parseInt(text.replace(/^[=+]/, ""), 8);
    return { text, worldWritable: (bits & 0o2) !== 0, setsId: (bits & 0o4000) !== 0, isDynamic: false };
  }
  return { text, ...changedRights(text), isDynamic: false };
}

/**
 * `u+s,o=rw`: who, an operator and rights, repeated after a comma. Without a letter for who, the umask keeps others from
 * getting the right to write.
 */
function changedRights(text: string): Pick<FileMode, "worldWritable" | "setsId"> {
  let worldWritable = false;
  let setsId = false;
  let hasOthers = false;
  let hasOwner = false;
  let hasWho = false;
  let op = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === ",") {
      hasOthers = false;
      hasOwner = false;
      hasWho = false;
      op = "";
    } else if (letter === "+" || letter === "-" || letter === "=") op = letter;
    else if (op === "") {
      hasWho = true;
      hasOthers ||= letter === "o" || letter === "a";
      hasOwner ||= letter === "u" || letter === "a";
    } else if (op !== "-") {
      worldWritable ||= hasOthers && (letter === "w" || letter === "u");
      setsId ||= letter === "s" && (hasOwner || !hasWho);
    }
  }
  return { worldWritable, setsId };
}
