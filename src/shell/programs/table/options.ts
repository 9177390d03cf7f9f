// Parses the arguments of a call by the program's table: options in every spelling, the subcommand, the operands.
// Bundles, abbreviations, `=value`, attached values, `--`, negation, options after operands. Time is linear in the words.

import { append, EMPTY } from "../../../language/append.ts";
import { FALSE, or, type Truth, UNKNOWN, UNLIKELY } from "../../../language/truth.ts";
import type { Call, Word } from "../../syntax/model.ts";
import { beginsPlainly, doubtOf, isFaintCause } from "../../syntax/open-words.ts";
import { asksForHelp, isDryByVariable } from "./help-and-dry-run.ts";
import type { OptionRow, OptionStyle, ProgramTable } from "./program-table.ts";

/** An option as given. */
export interface GivenOption {
  readonly row: OptionRow;
  /** The spelling that the table lists first. */
  readonly flag: string;
  /** False: `--no-force` where the table has `--force`. */
  readonly on: boolean;
  readonly value: Word | null;
  /** The words after `find -exec`, without the terminator. */
  readonly words?: readonly Word[];
  /** Position among the arguments of the call. */
  readonly at: number;
}

export interface UnlistedValue {
  readonly flag: string;
  readonly value: Word;
}

export interface OptionReading {
  /** Subcommand words, aliases resolved: `["push"]`, `["remote", "add"]`. */
  readonly path: readonly string[];
  /** The table of the innermost subcommand. */
  readonly table: ProgramTable;
  readonly options: readonly GivenOption[];
  /** Flags that no row describes, one letter each if they were in a bundle. */
  readonly unlisted: readonly string[];
  /** The text after the `=` of such a flag. */
  readonly unlistedValues: readonly UnlistedValue[];
  readonly operands: readonly Word[];
  /** Positions of the operands among the arguments. */
  readonly places: readonly number[];
  /** How many operands come before `--`; all when there is none. */
  readonly beforeDashes: number;
  readonly help: boolean;
  readonly dryRun: boolean;
  /** An unknown word is in a position where any option could be: UNKNOWN or UNLIKELY; FALSE if there is no such word. */
  readonly mayHaveMore: Truth;
  /** The subcommand is unknown: a dynamic word is in its position. */
  readonly pathOpen: Truth;
}

/** Was the option given, and on the last time? `flag` is any spelling of the table. */
export function hasOption(reading: OptionReading, flag: string): boolean {
  let on = false;
  for (const option of reading.options) if (option.row.flags.includes(flag)) on = option.on;
  return on;
}

/** Every value given to an option. */
export function optionValues(reading: OptionReading, flag: string): readonly Word[] {
  let values: Word[] | null = null;
  for (const { row, value } of reading.options)
    if (value !== null && row.flags.includes(flag)) {
      values ??= [];
      values.push(value);
    }
  return values ?? noWords;
}

interface Draft {
  readonly args: readonly Word[];
  options: readonly GivenOption[];
  unlisted: readonly string[];
  unlistedValues: readonly UnlistedValue[];
  mayHaveMore: Truth;
}

const noWords: readonly Word[] = [];

function addUnlisted(draft: Draft, flag: string, value: Word | null): void {
  draft.unlisted = append(draft.unlisted, flag);
  if (value !== null) draft.unlistedValues = append(draft.unlistedValues, { flag, value });
}

/**
 * The cached result for a list of words: rules and effects ask about the same call many times. It is stored on the words
 * themselves, because a WeakMap with many short-lived keys costs more than parsing them again.
 */
const before = Symbol("read before");

/** What determines the options of a call: some programs also take them from variables. */
type ReadCall = Pick<Call, "args"> & Partial<Pick<Call, "env">>;

interface ReadWords extends ReadonlyArray<Word> {
  [before]?: { readonly table: ProgramTable; readonly reading: OptionReading };
}

export function readOptions(call: ReadCall, table: ProgramTable): OptionReading {
  const words: ReadWords = call.args;
  const known = words[before];
  if (known !== undefined && known.table === table) return known.reading;
  const reading = readWords(call, table);
  // If it was parsed without relevant variables, it is parsed again with them.
  const isWhole = call.env !== undefined || table.dryRunVariables === undefined;
  if (isWhole && Object.isExtensible(words)) words[before] = { table, reading };
  return reading;
}

function readWords(call: ReadCall, table: ProgramTable): OptionReading {
  const draft: Draft = {
    args: call.args,
    options: EMPTY,
    unlisted: EMPTY,
    unlistedValues: EMPTY,
    mayHaveMore: FALSE,
  };
  let operands: readonly Word[] = EMPTY;
  let places: readonly number[] = EMPTY;
  let path: readonly string[] = EMPTY;
  let here = table;
  let known = rowsAt(here);
  let beforeDashes = -1;
  let pathOpen: Truth = FALSE;
  let ended = false;
  for (let i = 0; i < call.args.length; ) {
    const word = call.args[i];
    if (word === undefined) break;
    const style = here.style ?? "gnu";
    if (!ended && style !== "none" && isOptionWord(word, style, i, here === table)) {
      if (word.text === "--") {
        // Before a subcommand `--` ends nothing that matters: `git -- push` is not a command.
        ended = true;
        beforeDashes = operands.length;
        i++;
        continue;
      }
      i = readOption(draft, i, style, known);
      continue;
    }
    if (word.kind !== "literal" && !ended && mayBeOption(word))
      draft.mayHaveMore = or(draft.mayHaveMore, doubtOf(word, operands.length === 0));
    const { subcommands } = here;
    if (subcommands !== undefined && operands.length === 0 && !ended) {
      if (word.kind === "dynamic") pathOpen = isFaintCause(word.why) ? UNLIKELY : UNKNOWN;
      const next = word.kind === "literal" ? subcommandAt(known, here, subcommands, word.text) : undefined;
      if (next !== undefined) {
        path = append(path, next.name);
        known = rowsBelow(known, here, next);
        here = next;
        i++;
        continue;
      }
    }
    if (here.toolchain === true && operands.length === 0 && /^\+./.test(word.text)) {
      i++;
      continue;
    }
    operands = append(operands, word);
    places = append(places, i);
    if (style === "posix" && subcommands === undefined) ended = true;
    i++;
  }
  return {
    path,
    table: here,
    options: draft.options,
    unlisted: draft.unlisted,
    unlistedValues: draft.unlistedValues,
    operands,
    places,
    beforeDashes: beforeDashes === -1 ? operands.length : beforeDashes,
    help: isMeant(draft, "help", here) || asksForHelp(table, draft.args, operands, draft.unlisted),
    dryRun: isMeant(draft, "dry-run", here) || isDryByVariable(table, draft.options, call.env),
    mayHaveMore: draft.mayHaveMore,
    pathOpen,
  };
}

/** Cached by name, otherwise searched; names that do not exist are not cached. */
function subcommandAt(
  { subcommands: met }: Rows,
  table: ProgramTable,
  subcommands: NonNullable<ProgramTable["subcommands"]>,
  text: string,
): ProgramTable | undefined {
  const before = met.get(text);
  if (before !== undefined) return before;
  const found = subcommandOf(table, subcommands, text);
  if (found !== undefined) met.set(text, found);
  return found;
}

function subcommandOf(
  table: ProgramTable,
  subcommands: NonNullable<ProgramTable["subcommands"]>,
  text: string,
): ProgramTable | undefined {
  if (Object.hasOwn(subcommands, text)) return subcommands[text];
  if (table.abbreviates !== true || !/^[a-z]{2}/.test(text)) return undefined;
  const fits = new Set(Object.keys(subcommands).flatMap((name) => (name.startsWith(text) ? [subcommands[name]] : [])));
  const [only] = fits;
  return fits.size === 1 ? only : undefined;
}

/** The rows that apply at one position of the command line. */
export interface Rows {
  readonly find: (flag: string) => OptionRow | undefined;
  readonly all: readonly OptionRow[];
  /** Long options cannot be abbreviated. */
  readonly isExact: boolean;
  /** Cache of long options. */
  readonly long: Map<string, FoundLong | undefined>;
  readonly carried: readonly OptionRow[];
  readonly below: Map<ProgramTable, Rows>;
  /** Cache of subcommands by name. */
  readonly subcommands: Map<string, ProgramTable>;
}

interface FoundLong {
  readonly row: OptionRow;
  readonly on: boolean;
}

const rowsByTable = new WeakMap<ProgramTable, Rows>();

/** The rows of a program, computed once. */
function rowsAt(table: ProgramTable): Rows {
  const known = rowsByTable.get(table);
  if (known !== undefined) return known;
  const rows = rowsOf(table, []);
  rowsByTable.set(table, rows);
  return rows;
}

/** The rows of a subcommand, including options of the program that are valid after it. */
function rowsBelow(above: Rows, table: ProgramTable, next: ProgramTable): Rows {
  const known = above.below.get(next);
  if (known !== undefined) return known;
  const more = table.globalsAnywhere === true ? [...(table.globals ?? []), ...table.options] : [];
  const rows = rowsOf(next, [...above.carried, ...more], above.isExact);
  above.below.set(next, rows);
  return rows;
}

export function rowsOf(table: ProgramTable, carried: readonly OptionRow[], isExact = false): Rows {
  const all = [...table.options, ...(table.globals ?? []), ...carried];
  let index: Map<string, OptionRow> | undefined;
  const find = (flag: string): OptionRow | undefined => {
    if (index === undefined) {
      index = new Map();
      for (const row of all) for (const one of row.flags) if (!index.has(one)) index.set(one, row);
    }
    return index.get(flag);
  };
  return {
    find,
    all,
    isExact: isExact || table.exactOptions === true,
    long: new Map(),
    carried,
    below: new Map(),
    subcommands: new Map(),
  };
}

/** `$F` may be an option; `src/$F` may not. */
function mayBeOption(word: Word): boolean {
  if (word.kind === "dynamic") return !/^[A-Za-z0-9_./~+@%:=,]/.test(word.text);
  return /^[*?[-]/.test(word.text) && !beginsPlainly(word.text);
}

function isOptionWord(word: Word, style: OptionStyle, at: number, outermost: boolean): boolean {
  const { text } = word;
  if (text.startsWith("-")) return text.length > 1;
  return style === "old" && at === 0 && outermost && word.kind === "literal" && /^[A-Za-z]+$/.test(text);
}

/** Parses the option at a position and returns the position after it and its value. */
function readOption(draft: Draft, at: number, style: OptionStyle, known: Rows): number {
  const word = draft.args[at];
  if (word === undefined) return at + 1;
  const { text } = word;
  if (word.kind !== "literal" && !text.includes("=")) draft.mayHaveMore = UNKNOWN;
  if (style === "words") return readWordOption(draft, at, text, known);
  if (text.startsWith("--")) return readLong(draft, at, text, known);
  // `-pe`, `-ls`: some programs have a few long options with one dash.
  const whole = text.length > 2 ? known.find(text) : undefined;
  if (whole !== undefined) return take(draft, whole, at, at + 1, null);
  return style === "old" && !text.startsWith("-")
    ? readOld(draft, at, text, known)
    : readBundle(draft, at, text, known);
}

function readWordOption(draft: Draft, at: number, text: string, known: Rows): number {
  const single = text.startsWith("--") ? text.slice(1) : text;
  const equals = single.indexOf("=");
  const flag = equals === -1 ? single : single.slice(0, equals);
  const row = known.find(text) ?? known.find(flag) ?? known.find(`-${flag}`);
  const value = equals === -1 ? null : tail(draft.args[at], text.indexOf("=") + 1);
  if (row === undefined) {
    addUnlisted(draft, flag, value);
    return at + 1;
  }
  return take(draft, row, at, at + 1, value);
}

function readLong(draft: Draft, at: number, text: string, known: Rows): number {
  const equals = text.indexOf("=");
  const flag = equals === -1 ? text : text.slice(0, equals);
  const value = equals === -1 ? null : tail(draft.args[at], equals + 1);
  const found = findLong(flag, known);
  if (found === undefined) {
    addUnlisted(draft, flag, value);
    return at + 1;
  }
  return take(draft, found.row, at, at + 1, value, found.on);
}

/** A long option by its name, its negation, or an abbreviation of either that matches one row only. */
export function findLong(flag: string, known: Rows): FoundLong | undefined {
  if (known.long.has(flag)) return known.long.get(flag);
  const found = searchLong(flag, known);
  // The map lives as long as the tables, so its size is bounded.
  if (flag.length <= 64 && known.long.size < 1024) known.long.set(flag, found);
  return found;
}

function searchLong(flag: string, known: Rows): FoundLong | undefined {
  const exact = known.find(flag) ?? known.find(flag.replaceAll("_", "-"));
  if (exact !== undefined) return { row: exact, on: true };
  const contrary = known.find(flag.startsWith("--no-") ? `--${flag.slice(5)}` : `--no-${flag.slice(2)}`);
  if (contrary !== undefined) return { row: contrary, on: false };
  if (flag.length < 3 || known.isExact) return undefined;
  const fits = known.all.filter((row) => row.flags.some((one) => one.startsWith(flag) && one.startsWith("--")));
  // Several equal rows count as one.
  if (fits[0] !== undefined && fits.every((row) => row === fits[0])) return { row: fits[0], on: true };
  // git does not abbreviate help: `git reset --h` is `--hard`. Other programs refuse an ambiguous abbreviation.
  const telling = fits.filter(({ meaning }) => meaning !== "help");
  if (telling.length === 1 && telling[0] !== undefined) return { row: telling[0], on: true };
  if (fits.length > 1) return beginningOf(fits, flag);
  if (!flag.startsWith("--no-")) return undefined;
  const positive = `--${flag.slice(5)}`;
  const negated = known.all.filter((row) => row.flags.some((one) => one.startsWith(positive) && positive.length > 2));
  return negated.length === 1 && negated[0] !== undefined ? { row: negated[0], on: false } : undefined;
}

/** `--forc` matches `--force` and `--force-with-lease`: a program refuses it, or takes the one that is a prefix of the others. */
function beginningOf(fits: readonly OptionRow[], flag: string): FoundLong | undefined {
  const names = fits.flatMap((row) => row.flags.filter((one) => one.startsWith(flag)).map((text) => ({ row, text })));
  const first = names.find(({ text }) => names.every((other) => other.text.startsWith(text)));
  return first === undefined ? undefined : { row: first.row, on: true };
}

function readBundle(draft: Draft, at: number, text: string, known: Rows): number {
  for (let i = 1; i < text.length; i++) {
    // A letter that takes a value ends the bundle, so a repeated letter adds nothing.
    if (i > 1 && text.lastIndexOf(text[i] as string, i - 1) > 0) continue;
    const flag = text.length === 2 ? text : `-${text[i]}`;
    const row = known.find(flag);
    if (row === undefined) {
      draft.unlisted = append(draft.unlisted, flag);
      continue;
    }
    const rest = i + 1 < text.length;
    if (row.value === "required") {
      // `-c=x`: most programs treat the `=` as part of the value, some drop it.
      return take(draft, row, at, at + 1, rest ? tail(draft.args[at], i + 1) : null);
    }
    if (row.value === "optional") return take(draft, row, at, at + 1, rest ? tail(draft.args[at], i + 1) : null);
    if (row.value === "words") return take(draft, row, at, at + 1, null);
    take(draft, row, at, at + 1, null);
    // `perl -0777pi`
    if (row.value === "digits") i += (/^(?:[xX][\da-fA-F]*|\d+)?/.exec(text.slice(i + 1))?.[0] ?? "").length;
  }
  return at + 1;
}

/** `tar xzf FILE`: letters without a dash, values follow in the order of the letters that take one. */
function readOld(draft: Draft, at: number, text: string, known: Rows): number {
  let next = at + 1;
  for (const letter of text) {
    const row = known.find(`-${letter}`);
    if (row === undefined) draft.unlisted = append(draft.unlisted, `-${letter}`);
    else next = take(draft, row, at, next, null);
  }
  return next;
}

/** `--privileged=false`: an option that takes no value is switched off by one of these. */
const switchedOff: readonly string[] = ["false", "False", "FALSE", "f", "F", "0"];

/** Records the option; a required value is the next word. */
function take(draft: Draft, row: OptionRow, at: number, next: number, value: Word | null, on = true): number {
  const flag = row.flags[0] ?? "";
  if (row.value === "words") {
    const words: Word[] = [];
    let i = next;
    for (; i < draft.args.length; i++) {
      const word = draft.args[i];
      if (word === undefined || isEnd(word, words)) break;
      words.push(word);
    }
    draft.options = append(draft.options, { row, flag, on, value: null, words, at });
    return i + 1;
  }
  const follows = row.value === "required" && value === null && on;
  const given = follows ? (draft.args[next] ?? null) : value;
  const off = row.offValues ?? (row.value === undefined ? switchedOff : undefined);
  const isOff = given?.kind === "literal" && off?.includes(given.text) === true;
  draft.options = append(draft.options, { row, flag, on: on && !isOff, value: given, at });
  return follows ? next + 1 : next;
}

/** `;` ends a command of find, and so does `+` after `{}`. */
function isEnd(word: Word, before: readonly Word[]): boolean {
  if (word.kind !== "literal") return false;
  return word.text === ";" || (word.text === "+" && before.at(-1)?.text === "{}");
}

/** The rest of a word after some characters. */
function tail(word: Word | undefined, from: number): Word | null {
  return word === undefined ? null : { ...word, text: word.text.slice(from) };
}

/** The last one wins: `--dry-run --no-dry-run` is not a dry run. */
function isMeant(draft: Draft, meaning: "help" | "dry-run", table: ProgramTable): boolean {
  let meant = false;
  for (const { row, on } of draft.options) if (row.meaning === meaning) meant = on;
  if (meant || meaning !== "help" || table.style === "none" || table.style === "posix") return meant;
  return draft.unlisted.includes("--help");
}
