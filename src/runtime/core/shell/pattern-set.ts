// The patterns of one `runs`, filed by the program and the subcommand they name, so that a call meets only those about it.
// A pattern is read when a line first runs its program: a process that lives for one event needs few of them.

import { sharedNames } from "../shared-names.ts";
import { FALSE, or, TRUE, type Truth, UNKNOWN } from "../truth.ts";
import type { CalledProgram } from "./called-programs.ts";
import { matchChoice } from "./match-pattern.ts";
import { type Choice, isPatternError, type Pattern, parsePattern } from "./pattern.ts";
import { programTable, type UserPrograms } from "./programs/index.ts";

export interface PatternSet {
  readonly isEmpty: boolean;
  /** All of them, in their order. */
  readonly patterns: () => readonly Pattern[];
  /** By the name of the program's table, or its own: choices by the first word of the subcommand, "" where there is none. */
  readonly named: ReadonlyMap<string, () => BySubcommand>;
  /** Those whose program is no plain name; most sets have none. */
  readonly hasNoOpen: boolean;
  readonly open: () => readonly Choice[];
}

type BySubcommand = ReadonlyMap<string, readonly Choice[]>;

/** The texts are checked patterns: the compiler has read each of them. */
export function patternSet(texts: readonly string[], programs: UserPrograms): PatternSet {
  const named = new Map<string, string[]>();
  const open: string[] = [];
  for (const text of texts) {
    const names = plainNames(text);
    if (names.length === 0) open.push(text);
    for (const key of new Set(names.map((name) => programTable(name, programs)?.name ?? name))) file(named, key, text);
  }
  const choicesOf = (of: readonly string[]): readonly Choice[] =>
    of.flatMap((text) => checkedPattern(text, programs).choices);
  return {
    isEmpty: texts.length === 0,
    hasNoOpen: open.length === 0,
    patterns: once(() => texts.map((text) => checkedPattern(text, programs))),
    named: new Map([...named].map(([name, of]) => [name, once(() => bySubcommand(choicesOf(of).filter(isOf(name))))])),
    open: once(() => choicesOf(open)),
  };
}

/** A first word without stars, groups, quotes and folders. */
const plainProgram = /^\s*([\w.+-]+)(?=\s|$)/;

/** A choice of such words in its place: `( npm | yarn ) remove husky`. */
const programChoice = /^\s*\(((?:\s*[\w.+-]+\s*\|)*\s*[\w.+-]+\s*)\)(?=\s|$)/;

function plainNames(text: string): readonly string[] {
  const only = plainProgram.exec(text)?.[1];
  if (only !== undefined) return [only];
  return (programChoice.exec(text)?.[1] ?? "")
    .split("|")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function file<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function checkedPattern(text: string, programs: UserPrograms): Pattern {
  const pattern = parsePattern(text, programs);
  if (isPatternError(pattern)) throw new Error(`${text}: ${pattern.error}`);
  return pattern;
}

/** Of a pattern that names several programs, the choices about this one. */
const isOf =
  (name: string) =>
  ({ program }: Choice): boolean =>
    program.length > 1 || program[0] === name;

function bySubcommand(choices: readonly Choice[]): BySubcommand {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) file(found, choice.path[0] ?? "", choice);
  return found;
}

/** Does the call fit one of the patterns? */
export function matchSet(set: PatternSet, called: CalledProgram, extra: UserPrograms): Truth {
  const { call, name, table, names, behind } = called;
  if (name === null) return set.isEmpty ? FALSE : UNKNOWN;
  let best: Truth = FALSE;
  if (behind !== null)
    for (const known of sharedNames(behind, set.named))
      best = or(best, matchNamed(set.named.get(known), called, extra, behind.get(known) ?? null));
  else for (const known of names) best = or(best, matchNamed(set.named.get(known), called, extra, null));
  if (best === TRUE || set.hasNoOpen) return best;
  for (const choice of set.open()) best = or(best, matchChoice(choice, call, name, table, extra));
  return best;
}

function matchNamed(
  choicesOf: (() => BySubcommand) | undefined,
  called: CalledProgram,
  extra: UserPrograms,
  places: readonly number[] | null,
): Truth {
  if (choicesOf === undefined) return FALSE;
  const choices = choicesOf();
  const subcommand = called.reading?.path[0];
  let best: Truth = FALSE;
  if (subcommand === undefined)
    for (const some of choices.values()) best = or(best, matchSome(some, called, extra, places));
  else {
    // A subcommand that is there and another one says no, whatever else the pattern asks for.
    best = matchSome(choices.get(""), called, extra, places);
    if (best !== TRUE && subcommand !== "") best = or(best, matchSome(choices.get(subcommand), called, extra, places));
  }
  return best;
}

function matchSome(
  choices: readonly Choice[] | undefined,
  { call, name, table }: CalledProgram,
  extra: UserPrograms,
  places: readonly number[] | null,
): Truth {
  let best: Truth = FALSE;
  if (choices !== undefined)
    for (const choice of choices) {
      best = or(best, matchChoice(choice, call, name, table, extra, places));
      if (best === TRUE) break;
    }
  return best;
}
