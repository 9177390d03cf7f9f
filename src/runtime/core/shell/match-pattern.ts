// Does a call fit a pattern of `runs`? True, false, or unknown when a word the answer depends on is not known.

import { and, FALSE, TRUE, type Truth, truth, UNKNOWN } from "../truth.ts";
import type { Call, Word } from "./model.ts";
import { type OptionReading, programName, readOptions } from "./options.ts";
import type { Choice, FlagTest, Pattern, Pieces } from "./pattern.ts";
import type { ProgramTable } from "./program-table.ts";
import { programTable, type UserPrograms } from "./programs/index.ts";

/** The better of two answers: true before unknown before false. */
const better = (a: Truth, b: Truth): Truth =>
  a === TRUE || b === TRUE ? TRUE : a === UNKNOWN || b === UNKNOWN ? UNKNOWN : FALSE;

export function matchPattern(pattern: Pattern, call: Call, extra?: UserPrograms): Truth {
  const name = programName(call);
  const table = name === null ? undefined : programTable(name, extra);
  let best: Truth = FALSE;
  for (const choice of pattern.choices) {
    best = better(best, matchChoice(choice, call, name, table, extra));
    if (best === TRUE) return TRUE;
  }
  return best;
}

function matchChoice(
  choice: Choice,
  call: Call,
  name: string | null,
  table: ProgramTable | undefined,
  extra: UserPrograms | undefined,
): Truth {
  const isProgram = matchProgram(choice, call, name, table);
  if (isProgram === FALSE)
    return name !== null && table === undefined ? matchBehindUnknown(choice, call, extra) : FALSE;
  if (name === null) return UNKNOWN;
  if (table === undefined || !choice.hasTable) return and(isProgram, matchWords(choice, call.args));
  return and(isProgram, matchReading(choice, readOptions(call, table)));
}

function matchProgram(
  choice: Choice,
  call: Pick<Call, "program">,
  name: string | null,
  table: ProgramTable | undefined,
): Truth {
  if (name === null) return UNKNOWN;
  if (choice.program.some((piece) => piece.includes("/"))) {
    return call.program.kind === "literal" ? truth(fits(choice.program, call.program.text)) : UNKNOWN;
  }
  return truth(
    fits(choice.program, name) || (table !== undefined && choice.hasTable && fits(choice.program, table.name)),
  );
}

/** An unknown program may run what it is given: `acme-run git push --force`. */
function matchBehindUnknown(choice: Choice, call: Call, extra: UserPrograms | undefined): Truth {
  // A star fits every word, and `*` behind a program that nobody knows says nothing.
  if (choice.program.length > 1) return FALSE;
  let tries = 0;
  for (const [i, word] of call.args.entries()) {
    if (word.kind !== "literal") continue;
    const name = programName({ program: word });
    const table = name === null ? undefined : programTable(name, extra);
    if (name === null || matchProgram(choice, { program: word }, name, table) !== TRUE) continue;
    const inner: Call = { ...call, program: word, args: call.args.slice(i + 1) };
    if (matchChoice(choice, inner, name, table, extra) !== FALSE) return UNKNOWN;
    if (++tries === 8) return UNKNOWN;
  }
  return FALSE;
}

function matchReading(choice: Choice, reading: OptionReading): Truth {
  const isPath = matchPath(choice.path, reading);
  if (isPath === FALSE) return FALSE;
  if (reading.help && !choice.namesHelp) return FALSE;
  if (reading.dryRun && !choice.namesDryRun) return FALSE;
  let result: Truth = isPath;
  for (const test of choice.flags) {
    result = and(result, isPath === UNKNOWN ? UNKNOWN : matchFlag(test, reading));
    if (result === FALSE) return FALSE;
  }
  return and(result, matchOperands(choice.operands, reading.operands, choice.fold));
}

function matchPath(path: readonly string[], reading: OptionReading): Truth {
  for (const [i, name] of path.entries()) {
    if (i < reading.path.length) {
      if (reading.path[i] !== name) return FALSE;
    } else return reading.pathOpen ? UNKNOWN : FALSE;
  }
  return TRUE;
}

/** Last one wins. What is not there may still come out of a word that is not known. */
function matchFlag(test: FlagTest, reading: OptionReading): Truth {
  let given: Truth = FALSE;
  if (test.row === null) {
    if (reading.unlisted.some((flag) => flag === test.flag)) given = test.value === null ? TRUE : UNKNOWN;
  } else {
    for (const { row, on, value } of reading.options) {
      if (row.flags.join(" ") !== test.row) continue;
      if (test.value === null) given = truth(on === test.on);
      else if (value !== null) given = better(given, matchWord(test.value, value, false));
    }
  }
  if (given === FALSE && reading.mayHaveMore) given = UNKNOWN;
  return test.absent ? (given === TRUE ? FALSE : given === FALSE ? TRUE : UNKNOWN) : given;
}

/** The operands of the pattern in order, as a subsequence. A dynamic word may stand for several words. */
function matchOperands(wanted: readonly Pieces[], words: readonly Word[], fold: boolean): Truth {
  const reached: Truth[] = [TRUE, ...wanted.map((): Truth => FALSE)];
  for (const word of words) {
    if (word.kind === "dynamic") {
      for (let i = 1; i <= wanted.length; i++) {
        const here = and(reached[i - 1] ?? FALSE, matchWord(wanted[i - 1] ?? [""], word, fold));
        reached[i] = better(reached[i] ?? FALSE, here);
      }
    } else {
      for (let i = wanted.length; i >= 1; i--) {
        const before = reached[i - 1] ?? FALSE;
        if (before === FALSE) continue;
        reached[i] = better(reached[i] ?? FALSE, and(before, matchWord(wanted[i - 1] ?? [""], word, fold)));
      }
    }
  }
  return reached[wanted.length] ?? FALSE;
}

function matchWord(pieces: Pieces, word: Word, fold: boolean): Truth {
  const text = fold ? word.text.toLowerCase() : word.text;
  if (word.kind === "literal") return truth(fits(pieces, text));
  if (pieces.length === 2 && pieces[0] === "" && pieces[1] === "") return TRUE;
  if (word.kind === "dynamic") return mayBegin(pieces, /^[\w./~+@%:=,-]*/.exec(text)?.[0] ?? "");
  const lead = /^[^*?[\\]*/.exec(text)?.[0] ?? "";
  // `/*` of the pattern fits every name that `/*` of the command stands for.
  if (pieces.length === 2 && pieces[1] === "" && lead.startsWith(pieces[0] ?? "")) return TRUE;
  return mayBegin(pieces, lead);
}

/** Can a text that begins so fit? */
function mayBegin(pieces: Pieces, lead: string): Truth {
  const first = pieces[0] ?? "";
  const isPossible = lead.startsWith(first) ? pieces.length > 1 || lead === first : first.startsWith(lead);
  return isPossible ? UNKNOWN : FALSE;
}

/** Linear: the pieces in order, the first at the start and the last at the end. */
function fits(pieces: Pieces, text: string): boolean {
  const first = pieces[0] ?? "";
  if (pieces.length === 1) return text === first;
  const last = pieces.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** A program without a table: words as they are, a short flag also inside bundles. */
function matchWords(choice: Choice, args: readonly Word[]): Truth {
  const isHelp = args.some((word) => word.text === "--help" || word.text === "--version");
  if (isHelp && !choice.namesHelp) return FALSE;
  let result: Truth = TRUE;
  for (const test of choice.flags) {
    let given: Truth = FALSE;
    for (const word of args) given = better(given, matchRawFlag(test, word));
    result = and(result, test.absent ? (given === TRUE ? FALSE : given === FALSE ? TRUE : UNKNOWN) : given);
    if (result === FALSE) return FALSE;
  }
  return and(result, matchOperands([...choice.path.map((name) => [name]), ...choice.operands], args, choice.fold));
}

function matchRawFlag({ flag, value }: FlagTest, word: Word): Truth {
  if (word.kind === "dynamic") return /^[\w./]/.test(word.text) ? FALSE : UNKNOWN;
  const { text } = word;
  if (text === flag) return value === null ? TRUE : UNKNOWN;
  if (text.startsWith(`${flag}=`)) return truth(value === null || fits(value, text.slice(flag.length + 1)));
  const isLetter = flag.length === 2 && flag !== "--";
  return truth(isLetter && /^-[A-Za-z0-9]+$/.test(text) && text.includes(flag.slice(1), 1));
}
