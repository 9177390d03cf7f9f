// Files of code in other languages that a call runs: listed as its sources, and looked at as inline text is.

import { fieldOf, literalField } from "../expand/fields.ts";
import { deeper, type Frame, silent } from "../expand/reader.ts";
import { addExternal, pathKey } from "../expand/record.ts";
import { tableOf } from "../programs/table-of.ts";
import type { External } from "../syntax/model.ts";
import { parseShell } from "../syntax/parse.ts";
import { known, type Text } from "../syntax/text.ts";
import { type OwnFiles, runFilesOf, settingValues } from "../tasks/run-files.ts";
import { runCode, runSideCode } from "./code.ts";
import { diskText } from "./disk-files.ts";
import { follow } from "./follow.ts";
import { invoke, type Running } from "./invoke.ts";

export const isFresh = (path: string, { reader }: Frame): boolean => reader.environment.isFresh?.(path) ?? true;

/** Programs that take code of a language as a text, by how its files end. */
const runners: readonly (readonly [ending: RegExp, program: string, flag: string])[] = [
  [/\.py$|^(?:.*\/)?(?:SConstruct|wscript|Tiltfile)$/, "python3", "-c"],
  [/\.[cm]?[jt]sx?$|^(?:.*\/)?Jakefile$/, "node", "-e"],
  [/\.rb$|^(?:.*\/)?(?:[Rr]akefile|Gemfile|Podfile|Vagrantfile)$/, "ruby", "-e"],
  [/\.p[lm]$/, "perl", "-e"],
  [/\.php$/, "php", "-r"],
  [/\.go$/, "yaegi", "-e"],
  [/\.rs$/, "rust-script", "-e"],
  [/\.java$/, "java", "-e"],
];
/** C and whatever else: only the text counts. */
const anyRunner = [/$/, "cling", "-e"] as const;

/** The same look at the text of a file as at text on the line. */
export function lookAtCode({ invocation }: Running, file: string, text: Text, label: string, frame: Frame): void {
  const [, program, flag] = runners.find(([ending]) => ending.test(file)) ?? anyRunner;
  const fields = [literalField(program), literalField(flag), fieldOf(text)];
  invoke({ ...invocation, fields, redirects: [] }, deeper(frame, { via: [...frame.via, label], conditional: true }));
}

interface Found {
  readonly file: string;
  readonly path: string;
  readonly text: string | undefined;
}

/** Lists what runs from files, and looks into those that this session may have written; false: there are none. */
export function lookAtFiles(
  running: Running,
  { kind, name }: Pick<External, "kind" | "name">,
  files: readonly string[],
  form: OwnFiles["form"],
): boolean {
  const { call, frame } = running;
  const there = files.flatMap((file): readonly Found[] => {
    const text = diskText(file, frame);
    return text === null ? [] : [{ file, path: pathKey(file, frame), text }];
  });
  if (there.length === 0) return false;
  const fresh = there.filter(({ path }) => isFresh(path, frame));
  // What was there before the session is as it was.
  const counted = fresh.length > 0 ? fresh : there;
  const paths = counted.map(({ path }) => path);
  const areRead = counted.every(({ text }) => text !== undefined);
  if (!areRead || fresh.length === 0) {
    addExternal(kind, name, call, frame, areRead ? { sources: paths } : { files: paths });
    return true;
  }
  for (const { file, path, text = "" } of fresh) {
    const what = { kind, name, call, path, isProcess: true, hasArguments: true };
    const as = form === "shell" ? { files: paths } : { sources: paths };
    follow({ ...what, ...as }, frame, (inner) => {
      if (form === "code") lookAtCode(running, file, known(text), `${name} ${file}`, inner);
      else if (form === "shell") return runCode(known(text), { label: name, parameters: [], process: true }, inner);
      else for (const code of commandsIn(text, inner)) runSideCode(code, name, inner);
      return silent;
    });
  }
  return true;
}

const MOST_COMMANDS = 64;

/** Values of settings that begin with a known program. */
function commandsIn(text: string, { reader }: Frame): readonly string[] {
  return settingValues(text)
    .filter((value) => {
      const [first = ""] = value.split(/\s/, 1);
      const program = { kind: "literal", text: first } as const;
      return (
        /\s/.test(value) &&
        tableOf({ program }, reader.environment.programs) !== undefined &&
        parseShell(value).error === null
      );
    })
    .slice(0, MOST_COMMANDS);
}

/** The files that the program of a call runs by itself; false: there are none. */
export function lookAtRunFiles(running: Running, title: string): boolean {
  const { call, frame, reading, name } = running;
  const row = runFilesOf(tableOf(call, frame.reader.environment.programs)?.name ?? name);
  if (row === undefined || reading?.help === true || reading?.dryRun === true) return false;
  const path = reading === null ? (call.args[0]?.text ?? "") : reading.path.join(" ");
  const words = reading === null || reading.path.length > 0 ? path : (reading.operands[0]?.text ?? "");
  if (row.by?.test(words) === false) return false;
  return lookAtFiles(running, { kind: "task", name: title }, placedFiles(row, running), row.form);
}

const MOST_FOLDERS = 4;

function placedFiles({ files, isNamed }: OwnFiles, { call }: Running): readonly string[] {
  if (isNamed !== true) return files;
  const folders = call.args.filter(({ kind, text }) => kind === "literal" && /^[./]/.test(text)).slice(0, MOST_FOLDERS);
  return folders.flatMap(({ text }) => files.map((file) => `${text.replace(/\[[^\]]*\]$|\/+$/g, "")}/${file}`));
}
