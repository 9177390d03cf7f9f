// The patterns of one `runs`, indexed by the program and the subcommand they name, so that a call is tested only against those
// about it. A pattern is parsed when a line first runs what it names: a process that handles one event needs few of them.

import { sharedNames } from "../../language/shared-names.ts";
import { FALSE, or, TRUE, type Truth, UNKNOWN } from "../../language/truth.ts";
import type { CalledProgram } from "../programs/called-programs.ts";
import { programTable, tableName, type UserPrograms } from "../programs/index.ts";
import { matchChoice, matchReading } from "./match-pattern.ts";
import { type Choice, isPatternError, type Pattern, parsePattern } from "./pattern.ts";

export interface PatternSet {
  readonly isEmpty: boolean;
  /** All of them, in their order. */
  readonly patterns: () => readonly Pattern[];
  /** By the name of the program's table, or its own. */
  readonly named: ReadonlyMap<string, ProgramChoices>;
  /** Those whose program is not a plain name; most sets have none. */
  readonly hasNoOpen: boolean;
  readonly open: () => readonly Choice[];
}

interface ProgramChoices {
  readonly all: () => readonly Choice[];
  /** Those that name no subcommand. */
  readonly any: () => readonly Choice[];
  /** Those whose subcommand begins with this word, which a table names. */
  readonly about: (subcommand: string) => readonly Choice[];
}

/** The texts are checked patterns: the compiler has read each of them. */
export function patternSet(texts: readonly string[], programs: UserPrograms): PatternSet {
  const named = new Map<string, string[]>();
  const open: string[] = [];
  for (const text of texts) {
    const names = plainNames(text);
    if (names.length === 0) open.push(text);
    for (const key of new Set(names.map((name) => tableName(name, programs) ?? name))) file(named, key, text);
  }
  return {
    isEmpty: texts.length === 0,
    hasNoOpen: open.length === 0,
    patterns: once(() => texts.map((text) => checkedPattern(text, programs))),
    named: new Map([...named].map(([name, of]) => [name, programChoices(name, of, programs)])),
    open: once(() => choicesOf(open, programs)),
  };
}

function choicesOf(texts: readonly string[], programs: UserPrograms): readonly Choice[] {
  return texts.flatMap((text) => checkedPattern(text, programs).choices);
}

function programChoices(name: string, texts: readonly string[], programs: UserPrograms): ProgramChoices {
  const read = (of: readonly string[]): readonly Choice[] => choicesOf(of, programs).filter(isOf(name));
  const filed = once(() => filedByWord(name, texts, programs));
  const others = once(() => read(filed().others));
  const about = new Map<string, readonly Choice[]>();
  return {
    all: once(() => read(texts)),
    any: once(() => others().filter(({ path }) => path.length === 0)),
    about(subcommand) {
      const known = about.get(subcommand);
      if (known !== undefined) return known;
      const made = [...others(), ...read(filed().about(subcommand))].filter(({ path }) => path[0] === subcommand);
      about.set(subcommand, made);
      return made;
    },
  };
}

/** A subcommand right after a first word, both plain. */
const plainSubcommand = /^\s*([\w.+-]+)\s+(\w[\w.:-]*)(?=\s|$)/;

interface FiledTexts {
  /** Those that may be about a subcommand, and about no other. */
  readonly about: (subcommand: string) => readonly string[];
  readonly others: readonly string[];
}

/** Determines the subcommand of a pattern from its second word, which most have, without parsing it. */
function filedByWord(name: string, texts: readonly string[], programs: UserPrograms): FiledTexts {
  const table = programTable(name, programs);
  const subcommands = table?.subcommands ?? {};
  const byWord = new Map<string, string[]>();
  const others: string[] = [];
  for (const text of texts) {
    const [, first = "", word = ""] = plainSubcommand.exec(text) ?? [];
    if (Object.hasOwn(subcommands, word) && programTable(first, programs) === table) file(byWord, word, text);
    else others.push(text);
  }
  return {
    others,
    about(subcommand) {
      const { aliases = [] } = (Object.hasOwn(subcommands, subcommand) ? subcommands[subcommand] : undefined) ?? {};
      return [subcommand, ...aliases].flatMap((word) => byWord.get(word) ?? []);
    },
  };
}

/** A first word without stars, groups, quotes and slashes. */
const plainProgram = /^\s*([\w.+-]+)(?=\s|$)/;

/** A choice of such words instead: `( npm | yarn ) remove husky`. */
const programChoice = /^\s*\(((?:\s*[\w.+-]+\s*\|)*\s*[\w.+-]+\s*)\)(?=\s|$)/;

/** The programs that a pattern names by plain words; none if it starts with a star or a folder. */
export function plainNames(text: string): readonly string[] {
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

/** The choices about this program, of a pattern that names several programs. */
const isOf =
  (name: string) =>
  ({ program }: Choice): boolean =>
    program.length > 1 || program[0] === name;

/** Does the call match one of the patterns? */
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
  choices: ProgramChoices | undefined,
  called: CalledProgram,
  extra: UserPrograms,
  places: readonly number[] | null,
): Truth {
  if (choices === undefined) return FALSE;
  const subcommand = called.reading?.path[0];
  if (subcommand === undefined) return matchSome(choices.all(), called, extra, places);
  // A different known subcommand means no match, whatever else the pattern asks for.
  const best = matchSome(choices.any(), called, extra, places);
  return best === TRUE ? TRUE : or(best, matchSome(choices.about(subcommand), called, extra, places));
}

function matchSome(
  choices: readonly Choice[],
  { call, name, table, reading }: CalledProgram,
  extra: UserPrograms,
  places: readonly number[] | null,
): Truth {
  let best: Truth = FALSE;
  for (const choice of choices) {
    // Choices are filed under a name of the program, so the program is right where they name it plainly.
    const isPlain = reading !== null && choice.hasTable && choice.program.length === 1;
    best = or(best, isPlain ? matchReading(choice, reading) : matchChoice(choice, call, name, table, extra, places));
    if (best === TRUE) break;
  }
  return best;
}
