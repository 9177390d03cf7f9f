// Does a call match a pattern of `runs`? True, false, or unknown when the answer depends on an unknown word.

import { compileGlob, matchGlob } from "../../language/glob.ts";
import { and, FALSE, not, or, TRUE, type Truth, truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import { programTable, type UserPrograms } from "../programs/index.ts";
import { type OptionReading, readOptions } from "../programs/table/options.ts";
import { programName } from "../programs/table/program-name.ts";
import type { ProgramTable } from "../programs/table/program-table.ts";
import type { Call, Word } from "../syntax/model.ts";
import { beginsPlainly, doubtOf } from "../syntax/open-words.ts";
import { type Choice, type FlagTest, isRow, type Pattern, type Pieces } from "./pattern.ts";

export function matchPattern(pattern: Pattern, call: Call, extra?: UserPrograms): Truth {
  const name = programName(call);
  const table = name === null ? undefined : programTable(name, extra);
  let best: Truth = FALSE;
  for (const choice of pattern.choices) {
    best = or(best, matchChoice(choice, call, name, table, extra));
    if (best === TRUE) return TRUE;
  }
  return best;
}

export function matchChoice(
  choice: Choice,
  call: Call,
  name: string | null,
  table: ProgramTable | undefined,
  extra: UserPrograms | undefined,
  /** Words that may be its program; null: check all of them. */
  behind: readonly number[] | null = null,
): Truth {
  const isProgram = matchProgram(choice, call, name, table);
  if (isProgram === FALSE)
    return name !== null && table === undefined ? matchBehindUnknown(choice, call, extra, behind) : FALSE;
  if (name === null) return UNKNOWN;
  if (table === undefined) return and(isProgram, matchWords(choice, call.args));
  // `mkfs* /dev/*` names no program with a table, but the call has one, which may say that nothing is done.
  if (!choice.hasTable) {
    const { help, dryRun } = readOptions(call, table);
    return (help || dryRun) && choice.flags.length === 0 ? FALSE : and(isProgram, matchWords(choice, call.args));
  }
  return and(isProgram, matchReading(choice, readOptions(call, table)));
}

function matchProgram(
  choice: Choice,
  call: Pick<Call, "program">,
  name: string | null,
  table: ProgramTable | undefined,
): Truth {
  if (name === null) return UNKNOWN;
  if (choice.program.length === 1 && choice.program[0] === name) return TRUE;
  if (choice.program.some((piece) => piece.includes("/"))) {
    return call.program.kind === "literal" ? truth(fits(choice.program, call.program.text)) : UNKNOWN;
  }
  return truth(
    fits(choice.program, name) || (table !== undefined && choice.hasTable && fits(choice.program, table.name)),
  );
}

/** An unknown program may run its arguments: `acme-run git push --force`. */
function matchBehindUnknown(
  choice: Choice,
  call: Call,
  extra: UserPrograms | undefined,
  behind: readonly number[] | null,
): Truth {
  // A star matches every word, and `*` after an unknown program proves nothing.
  if (choice.program.length > 1) return FALSE;
  let tries = 0;
  let best: Truth = FALSE;
  for (const i of behind ?? call.args.keys()) {
    const word = call.args[i];
    if (word?.kind !== "literal") continue;
    const name = programName({ program: word });
    const table = name === null ? undefined : programTable(name, extra);
    if (name === null || matchProgram(choice, { program: word }, name, table) !== TRUE) continue;
    const inner: Call = { ...call, program: word, args: call.args.slice(i + 1) };
    const found = matchChoice(choice, inner, name, table, extra);
    if (found === UNLIKELY) best = UNLIKELY;
    else if (found !== FALSE) return UNKNOWN;
    if (++tries === 8) return UNKNOWN;
  }
  return best;
}

export function matchReading(choice: Choice, reading: OptionReading): Truth {
  const isPath = matchPath(choice.path, reading);
  if (isPath === FALSE) return FALSE;
  if (reading.help && !choice.namesHelp) return FALSE;
  if (reading.dryRun && !choice.namesDryRun) return FALSE;
  let result: Truth = isPath;
  for (const test of choice.flags) {
    result = and(result, isPath === UNKNOWN ? UNKNOWN : matchFlag(test, reading));
    if (result === FALSE) return FALSE;
  }
  if (choice.operands.length === 0) return result;
  // `aws * delete-*`, `aws s3api delete-*`: subcommands that the pattern leaves open count as words. In `git config * *` the
  // stars are operands.
  const isOpen = reading.path.length > choice.path.length && (choice.path.length === 0 || !isStar(choice.operands[0]));
  const open = isOpen ? reading.path.slice(choice.path.length).map((text): Word => ({ kind: "literal", text })) : null;
  const words = open === null ? reading.operands : [...open, ...reading.operands];
  return and(result, matchOperands(choice.operands, words, choice.fold, reading.table.special === "variables"));
}

const isStar = (pieces: Pieces | undefined): boolean => pieces?.every((piece) => piece === "") === true;

function matchPath(path: readonly string[], reading: OptionReading): Truth {
  for (let i = 0; i < path.length; i++) {
    if (i >= reading.path.length) return reading.pathOpen;
    if (reading.path[i] !== path[i]) return FALSE;
  }
  return TRUE;
}

/** The last one wins. A missing flag may still come from an unknown word. */
function matchFlag(test: FlagTest, reading: OptionReading): Truth {
  let given: Truth = FALSE;
  if (test.flag === "--") given = truth(reading.beforeDashes < reading.operands.length);
  else if (test.row === null) {
    if (reading.unlisted.includes(test.flag)) given = test.value === null ? TRUE : unlistedValue(test, reading);
    // A program without options treats them as words: `history -c`.
    else if (reading.table.style === "none" && reading.operands.some(({ text }) => isFlagWord(test.flag, text)))
      given = TRUE;
  } else {
    for (const { row, on, value } of reading.options) {
      if (row.flags[0] !== test.flag || !isRow(row, test)) continue;
      if (test.value === null) given = truth(on === test.on);
      else if (value !== null) given = or(given, matchWord(test.value, value, false));
    }
  }
  if (given === FALSE) given = reading.mayHaveMore;
  return test.absent ? not(given) : given;
}

/** A flag that no table describes: the value follows its `=`, or may be the next word. */
function unlistedValue({ flag, value }: FlagTest, { unlistedValues }: OptionReading): Truth {
  const own = unlistedValues.filter((one) => one.flag === flag);
  if (own.length === 0 || value === null) return UNKNOWN;
  return own.reduce<Truth>((found, one) => or(found, matchWord(value, one.value, false)), FALSE);
}

/** The operands of the pattern in order, as a subsequence. An unquoted dynamic word may stand for several words. */
function matchOperands(
  operands: readonly Pieces[],
  words: readonly Word[],
  fold: boolean,
  /** Variables are set: that a list of them contains exactly this one is unlikely. `export $(xargs < .env)` */
  areVariables = false,
): Truth {
  const [only] = operands;
  if (only !== undefined && operands.length === 1 && !areVariables) return matchSomeWord(only, words, fold);
  const reached: Truth[] = [TRUE, ...operands.map((): Truth => FALSE)];
  for (const word of words) {
    if (word.kind === "dynamic" && word.splits === true) {
      for (let i = 1; i <= operands.length; i++) {
        const fit = areVariables && !/^\w/.test(word.text) ? UNLIKELY : matchWord(operands[i - 1] ?? [""], word, fold);
        const here = and(reached[i - 1] ?? FALSE, fit);
        reached[i] = or(reached[i] ?? FALSE, here);
      }
    } else {
      for (let i = operands.length; i >= 1; i--) {
        const before = reached[i - 1] ?? FALSE;
        if (before === FALSE) continue;
        reached[i] = or(reached[i] ?? FALSE, and(before, matchWord(operands[i - 1] ?? [""], word, fold)));
      }
    }
  }
  return reached[operands.length] ?? FALSE;
}

/** Most patterns have one operand, in any position. */
function matchSomeWord(pieces: Pieces, words: readonly Word[], fold: boolean): Truth {
  let best: Truth = FALSE;
  for (const word of words) {
    best = or(best, matchWord(pieces, word, fold));
    if (best === TRUE) return TRUE;
  }
  return best;
}

function matchWord(pieces: Pieces, word: Word, fold: boolean): Truth {
  const text = fold ? word.text.toLowerCase() : word.text;
  if (word.kind === "literal") return truth(fits(pieces, text));
  if (pieces.length === 2 && pieces[0] === "" && pieces[1] === "") return TRUE;
  if (word.kind === "dynamic") {
    const first = pieces[0] ?? "";
    const lead = /^[\w./~+@%:=,-]*/.exec(text)?.[0] ?? "";
    // `"+$BRANCH"` matches `+*` whatever the rest is; `"/$X"` may well match `/etc*`.
    if (pieces.length === 2 && pieces[1] === "" && first !== "" && lead.startsWith(first)) return TRUE;
    // `$SERVER/api/v1/nodes`: whatever the variable holds, the rest is there.
    const tail = first === "" ? /^\$(?:\w+|\{\w+\})([\w./:@%+,=-]+)$/.exec(text)?.[1] : undefined;
    if (tail !== undefined && fits(pieces, tail)) return TRUE;
    if (!mayBegin(pieces, lead)) return FALSE;
    return lead !== "" && first !== "" ? UNKNOWN : doubtOf(word, false);
  }
  if (beginsPlainly(text) && /^\W/.test(pieces[0] ?? "")) return FALSE;
  if (pieces.length === 1 && !mayBeFile(text, pieces[0] ?? "")) return FALSE;
  const lead = /^[^*?[\\]*/.exec(text)?.[0] ?? "";
  // `/*` in the pattern matches every name that `/*` in the command expands to.
  if (pieces.length === 2 && pieces[1] === "" && lead.startsWith(pieces[0] ?? "")) return TRUE;
  if (!mayBegin(pieces, lead)) return FALSE;
  // The shape of a program's output (`$(id -u)`), or files of a folder (`java -jar target/*.jar`, where the pattern is about
  // `*bfg*`): one word that is unlikely to be exactly this one.
  const isElsewhere =
    pieces[0] === "" && lead.includes("/") && pieces.some((piece) => /\w{3}/.test(piece) && !text.includes(piece));
  return beginsPlainly(text) || isElsewhere ? UNLIKELY : UNKNOWN;
}

/** Can one of the files that match a glob have this name? Shell globs beyond `*`, `?` and `[...]` may match anything. */
const mayBeFile = (glob: string, name: string): boolean =>
  glob.length > LONGEST_GLOB || glob.includes("(") || matchGlob(compileGlob(glob, "path"), name);

const LONGEST_GLOB = 256;

/** Can a text with this prefix match? */
function mayBegin(pieces: Pieces, lead: string): boolean {
  const first = pieces[0] ?? "";
  return lead.startsWith(first) ? pieces.length > 1 || lead === first : first.startsWith(lead);
}

/** Linear: the pieces in order, the first at the start and the last at the end. */
export function fits(pieces: Pieces, text: string): boolean {
  const first = pieces[0] ?? "";
  if (pieces.length === 1) return text === first;
  const last = pieces[pieces.length - 1] ?? "";
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (let i = 1; i < pieces.length - 1; i++) {
    const piece = pieces[i] as string;
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** A program without a table: words as they are, a short flag also inside bundles; `--dry-run` means the same everywhere. */
function matchWords(choice: Choice, args: readonly Word[]): Truth {
  const isHelp = args.some(({ text }, at) => text === "--help" || (text === "--version" && !isValue(args[at + 1])));
  if (isHelp && !choice.namesHelp) return FALSE;
  if (!choice.namesDryRun && args.some((word) => word.text === "--dry-run")) return FALSE;
  let result: Truth = TRUE;
  for (const test of choice.flags) {
    let given: Truth = FALSE;
    for (const [i, word] of args.entries()) given = or(given, matchRawFlag(test, word, i === 0));
    result = and(result, test.absent ? not(given) : given);
    if (result === FALSE) return FALSE;
  }
  const found = matchOperands([...choice.path.map((name) => [name]), ...choice.operands], args, choice.fold);
  // The first word of a program without a table may be its subcommand.
  return and(result, found === UNLIKELY && args[0]?.kind === "dynamic" ? UNKNOWN : found);
}

/** `service activate --version 5`: with a value it is the version of something else. */
const isValue = (word: Word | undefined): boolean => word !== undefined && !word.text.startsWith("-");

function matchRawFlag({ flag, value }: FlagTest, word: Word, isFirst: boolean): Truth {
  if (word.kind === "dynamic") return /^[\w./]/.test(word.text) ? FALSE : doubtOf(word, isFirst);
  const { text } = word;
  if (text === flag) return value === null ? TRUE : UNKNOWN;
  if (text.startsWith(`${flag}=`)) return truth(value === null || fits(value, text.slice(flag.length + 1)));
  return truth(isFlagWord(flag, text));
}

/** The flag as it is, or its letter in a bundle. */
function isFlagWord(flag: string, text: string): boolean {
  if (text === flag) return true;
  const isLetter = flag.length === 2 && /^-[^-]/.test(flag);
  return isLetter && /^-[A-Za-z0-9]+$/.test(text) && text.includes(flag.slice(1), 1);
}
