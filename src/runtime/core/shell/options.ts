// Reads the words of a call by the program's table: options in every spelling, the subcommand, the operands.
// Bundles, abbreviations, `=value`, glued values, `--`, negation, options after operands. Time is linear in the words.

import type { Call, Word } from "./model.ts";
import type { OptionRow, OptionStyle, ProgramTable } from "./program-table.ts";
import { programTable, type UserPrograms } from "./programs/index.ts";

/** An option as given. */
export interface GivenOption {
  readonly row: OptionRow;
  /** The spelling the table names first. */
  readonly flag: string;
  /** False: `--no-force` where the table knows `--force`. */
  readonly on: boolean;
  readonly value: Word | null;
  /** The words after `find -exec`, without the end mark. */
  readonly words?: readonly Word[];
  /** Place among the arguments of the call. */
  readonly at: number;
}

export interface OptionReading {
  /** Subcommand words, aliases resolved: `["push"]`, `["remote", "add"]`. */
  readonly path: readonly string[];
  /** The table of the innermost subcommand. */
  readonly table: ProgramTable;
  readonly options: readonly GivenOption[];
  /** Flags that no row describes, one letter each where they stood in a bundle. */
  readonly unlisted: readonly string[];
  readonly operands: readonly Word[];
  /** Places of the operands among the arguments. */
  readonly places: readonly number[];
  /** How many operands stand before `--`; all when there is none. */
  readonly beforeDashes: number;
  readonly help: boolean;
  readonly dryRun: boolean;
  /** A word that is not known stands where an option could: any option may be given. */
  readonly mayHaveMore: boolean;
  /** The subcommand is not known: a dynamic word stands in its place. */
  readonly pathOpen: boolean;
}

/** The base name of the program, or null when it is not known. In `$BIN/git` it is. */
export function programName(call: Pick<Call, "program">): string | null {
  const { kind, text } = call.program;
  if (kind === "glob" || (kind === "dynamic" && !/\/[\w.+-]+$/.test(text))) return null;
  const name = text.slice(text.lastIndexOf("/") + 1);
  return name.length > 4 && name.endsWith(".exe") ? name.slice(0, -4) : name;
}

/** The table of a call's program. */
export function tableOf(call: Pick<Call, "program">, extra?: UserPrograms): ProgramTable | undefined {
  const name = programName(call);
  return name === null ? undefined : programTable(name, extra);
}

/** Was the option given, and given last as on? `flag` is any spelling of the table. */
export function hasOption(reading: OptionReading, flag: string): boolean {
  let on = false;
  for (const option of reading.options) if (option.row.flags.includes(flag)) on = option.on;
  return on;
}

/** Every value given to an option. */
export function optionValues(reading: OptionReading, flag: string): readonly Word[] {
  return reading.options.flatMap(({ row, value }) => (value !== null && row.flags.includes(flag) ? [value] : []));
}

interface Draft {
  readonly args: readonly Word[];
  readonly options: GivenOption[];
  readonly unlisted: string[];
  mayHaveMore: boolean;
}

export function readOptions(call: Pick<Call, "args">, table: ProgramTable): OptionReading {
  const draft: Draft = { args: call.args, options: [], unlisted: [], mayHaveMore: false };
  const operands: Word[] = [];
  const places: number[] = [];
  const path: string[] = [];
  let here = table;
  let carried: readonly OptionRow[] = [];
  let known = rowsOf(here, carried);
  let beforeDashes = -1;
  let pathOpen = false;
  let ended = false;
  for (let i = 0; i < call.args.length; ) {
    const word = call.args[i];
    if (word === undefined) break;
    const style = here.style ?? "gnu";
    if (!ended && style !== "none" && isOptionWord(word, style, i, here === table)) {
      if (word.text === "--") {
        // Before a subcommand `--` ends nothing that matters: `git -- push` is no command.
        ended = true;
        beforeDashes = operands.length;
        i++;
        continue;
      }
      i = readOption(draft, i, style, known);
      continue;
    }
    if (word.kind !== "literal" && !ended && mayBeOption(word)) draft.mayHaveMore = true;
    const { subcommands } = here;
    if (subcommands !== undefined && operands.length === 0 && !ended) {
      if (word.kind === "dynamic") pathOpen = true;
      const next =
        word.kind === "literal" && Object.hasOwn(subcommands, word.text) ? subcommands[word.text] : undefined;
      if (next !== undefined) {
        path.push(next.name);
        if (here.globalsAnywhere === true) carried = [...carried, ...(here.globals ?? []), ...here.options];
        here = next;
        known = rowsOf(here, carried);
        i++;
        continue;
      }
    }
    operands.push(word);
    places.push(i);
    if (style === "posix" && subcommands === undefined) ended = true;
    i++;
  }
  return {
    path,
    table: here,
    options: draft.options,
    unlisted: draft.unlisted,
    operands,
    places,
    beforeDashes: beforeDashes === -1 ? operands.length : beforeDashes,
    help: isMeant(draft, "help", here),
    dryRun: isMeant(draft, "dry-run", here),
    mayHaveMore: draft.mayHaveMore,
    pathOpen,
  };
}

/** The rows that hold at one place of the command line. */
export interface Rows {
  readonly find: (flag: string) => OptionRow | undefined;
  readonly all: readonly OptionRow[];
  /** Long options looked up before. */
  readonly long: Map<string, FoundLong | undefined>;
}

interface FoundLong {
  readonly row: OptionRow;
  readonly on: boolean;
}

export function rowsOf(table: ProgramTable, carried: readonly OptionRow[]): Rows {
  const all = [...table.options, ...(table.globals ?? []), ...carried];
  let looks = 0;
  let index: Map<string, OptionRow> | undefined;
  const find = (flag: string): OptionRow | undefined => {
    // Most calls look twice or thrice, which costs less than an index; hostile ones look thousands of times.
    if (++looks <= 8) return all.find((row) => row.flags.includes(flag));
    if (index === undefined) {
      index = new Map();
      for (const row of all) for (const one of row.flags) if (!index.has(one)) index.set(one, row);
    }
    return index.get(flag);
  };
  return { find, all, long: new Map() };
}

/** `$F` may be an option; `src/$F` may not. */
function mayBeOption(word: Word): boolean {
  return word.kind === "dynamic" ? !/^[A-Za-z0-9_./~+@%:=,]/.test(word.text) : /^[*?[-]/.test(word.text);
}

function isOptionWord(word: Word, style: OptionStyle, at: number, outermost: boolean): boolean {
  const { text } = word;
  if (text.startsWith("-")) return text.length > 1;
  return style === "old" && at === 0 && outermost && word.kind === "literal" && /^[A-Za-z]+$/.test(text);
}

/** Reads the option at a place and gives the place after it and its value. */
function readOption(draft: Draft, at: number, style: OptionStyle, known: Rows): number {
  const word = draft.args[at];
  if (word === undefined) return at + 1;
  const { text } = word;
  if (word.kind !== "literal" && !text.includes("=")) draft.mayHaveMore = true;
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
  if (row === undefined) {
    draft.unlisted.push(flag);
    return at + 1;
  }
  return take(draft, row, at, at + 1, equals === -1 ? null : tail(draft.args[at], text.indexOf("=") + 1));
}

function readLong(draft: Draft, at: number, text: string, known: Rows): number {
  const equals = text.indexOf("=");
  const flag = equals === -1 ? text : text.slice(0, equals);
  const value = equals === -1 ? null : tail(draft.args[at], equals + 1);
  const found = findLong(flag, known);
  if (found === undefined) {
    draft.unlisted.push(flag);
    return at + 1;
  }
  return take(draft, found.row, at, at + 1, value, found.on);
}

/** A long option by its name, its negation, or an abbreviation of either that fits one row only. */
export function findLong(flag: string, known: Rows): FoundLong | undefined {
  if (known.long.has(flag)) return known.long.get(flag);
  const found = searchLong(flag, known);
  known.long.set(flag, found);
  return found;
}

function searchLong(flag: string, known: Rows): FoundLong | undefined {
  const exact = known.find(flag) ?? known.find(flag.replaceAll("_", "-"));
  if (exact !== undefined) return { row: exact, on: true };
  const contrary = known.find(flag.startsWith("--no-") ? `--${flag.slice(5)}` : `--no-${flag.slice(2)}`);
  if (contrary !== undefined) return { row: contrary, on: false };
  if (flag.length < 3) return undefined;
  const fits = known.all.filter((row) => row.flags.some((one) => one.startsWith(flag) && one.startsWith("--")));
  // Where several fit, a program refuses or takes the first; a bundle of equal rows counts as one.
  if (fits.length > 0 && fits.every((row) => row === fits[0])) return fits[0] && { row: fits[0], on: true };
  if (fits.length > 1) return undefined;
  if (!flag.startsWith("--no-")) return undefined;
  const positive = `--${flag.slice(5)}`;
  const negated = known.all.filter((row) => row.flags.some((one) => one.startsWith(positive) && positive.length > 2));
  return negated.length === 1 && negated[0] !== undefined ? { row: negated[0], on: false } : undefined;
}

function readBundle(draft: Draft, at: number, text: string, known: Rows): number {
  const seen = new Set<string>();
  for (let i = 1; i < text.length; i++) {
    const flag = `-${text[i]}`;
    // A letter that takes a value ends the bundle, so one that comes again says nothing new.
    if (seen.has(flag)) continue;
    seen.add(flag);
    const row = known.find(flag);
    if (row === undefined) {
      draft.unlisted.push(flag);
      continue;
    }
    const rest = i + 1 < text.length;
    if (row.value === "required") {
      // `-c=x`: most programs take the `=` as part of the value, some drop it.
      return take(draft, row, at, at + 1, rest ? tail(draft.args[at], i + 1) : null);
    }
    if (row.value === "optional") return take(draft, row, at, at + 1, rest ? tail(draft.args[at], i + 1) : null);
    take(draft, row, at, at + 1, null);
  }
  return at + 1;
}

/** `tar xzf FILE`: letters without a dash, values follow in the order of the letters that take one. */
function readOld(draft: Draft, at: number, text: string, known: Rows): number {
  let next = at + 1;
  for (const letter of text) {
    const row = known.find(`-${letter}`);
    if (row === undefined) draft.unlisted.push(`-${letter}`);
    else next = take(draft, row, at, next, null);
  }
  return next;
}

/** Notes the option; a value that must follow is the next word. */
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
    draft.options.push({ row, flag, on, value: null, words, at });
    return i + 1;
  }
  const follows = row.value === "required" && value === null && on;
  const given = follows ? (draft.args[next] ?? null) : value;
  const isOff = given?.kind === "literal" && row.offValues?.includes(given.text) === true;
  draft.options.push({ row, flag, on: on && !isOff, value: given, at });
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

/** Last one wins: `--dry-run --no-dry-run` does it. */
function isMeant(draft: Draft, meaning: "help" | "dry-run", table: ProgramTable): boolean {
  let meant = false;
  for (const { row, on } of draft.options) if (row.meaning === meaning) meant = on;
  if (meant || meaning !== "help" || table.style === "none" || table.style === "posix") return meant;
  return draft.unlisted.includes("--help");
}
