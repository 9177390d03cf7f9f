// The pattern language of `runs`: the program and its subcommand, flags in any position and spelling, operands in order.
// `*` stands for any text, `( a | b )` for a choice, `!--flag` for a flag that must be absent, quotes keep a word as it is.
// A word directly before a choice is a prefix of each of its words: `--pid=( host | container:* )`.

import { programTable, type UserPrograms } from "../programs/index.ts";
import { findLong, type Rows, rowsOf } from "../programs/table/options.ts";
import type { OptionRow, ProgramTable } from "../programs/table/program-table.ts";

export { matchPattern } from "./match-pattern.ts";

/** Plain data: a policy includes it as it is. */
export interface Pattern {
  readonly text: string;
  /** One of these must match. */
  readonly choices: readonly Choice[];
}

export interface Choice {
  /** Base name, the table's if there is one; with a slash the whole word is compared. */
  readonly program: Pieces;
  readonly path: readonly string[];
  readonly flags: readonly FlagTest[];
  readonly operands: readonly Pieces[];
  /** Operands are compared case-insensitively. */
  readonly fold: boolean;
  readonly hasTable: boolean;
  readonly namesHelp: boolean;
  readonly namesDryRun: boolean;
}

export interface FlagTest {
  /** All spellings of the option, from its row; null: the flag as written. */
  readonly row: readonly string[] | null;
  readonly flag: string;
  readonly on: boolean;
  readonly absent: boolean;
  readonly value: Pieces | null;
}

/** Does the test refer to this row? The same row may be in several tables. */
export const isRow = ({ flags }: OptionRow, { row }: FlagTest): boolean => areSame(flags, row);

function areSame(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === other || one === null || other === null) return one === other;
  return one.length === other.length && one.every((flag, at) => flag === other[at]);
}

/** Text between stars: `["a", ""]` is `a*`. */
export type Pieces = readonly string[];

export interface PatternError {
  readonly error: string;
  /** The position in the pattern. */
  readonly at: number;
  readonly length: number;
  /** The unknown word, and what could have been meant. */
  readonly word?: string;
  readonly candidates?: readonly string[];
}

interface Token {
  readonly kind: "word" | "(" | "!(" | "|" | ")";
  readonly text: string;
  readonly quoted: boolean;
  readonly at: number;
  readonly length: number;
}

const MOST_CHOICES = 64;
const MOST_WORDS = 256;

export function isPatternError(result: Pattern | PatternError): result is PatternError {
  return "error" in result;
}

/** Parses a pattern and checks it against the tables. */
export function parsePattern(text: string, extra?: UserPrograms): Pattern | PatternError {
  const tokens = tokensOf(text);
  if ("error" in tokens) return tokens;
  const sequences = choicesOf(tokens, text);
  if ("error" in sequences) return sequences;
  const choices: Choice[] = [];
  for (const words of sequences) {
    const choice = choiceOf(words, text, extra);
    if ("error" in choice) return choice;
    choices.push(choice);
  }
  return { text, choices };
}

const fail = (error: string, at: number, length: number): PatternError => ({ error, at, length: Math.max(1, length) });

function tokensOf(text: string): readonly Token[] | PatternError {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const c = text[at] ?? "";
    if (/\s/.test(c)) at++;
    else if (c === "(" || c === "|" || c === ")") tokens.push({ kind: c, text: c, quoted: false, at: at++, length: 1 });
    else if (c === "!" && text[at + 1] === "(") {
      tokens.push({ kind: "!(", text: "!(", quoted: false, at, length: 2 });
      at += 2;
    } else {
      const word = wordAt(text, at);
      if ("error" in word) return word;
      tokens.push(word);
      at += word.length;
    }
    if (tokens.length > MOST_WORDS) return fail("the pattern is too long", 0, text.length);
  }
  return tokens;
}

function wordAt(text: string, from: number): Token | PatternError {
  let word = "";
  let quoted = false;
  let at = from;
  while (at < text.length) {
    const c = text[at] ?? "";
    if (/[\s()|]/.test(c)) break;
    if (c === "'" || c === '"') {
      const end = text.indexOf(c, at + 1);
      if (end === -1) return fail("a quote is not closed", at, text.length - at);
      word += text.slice(at + 1, end).replaceAll("*", "\\*");
      quoted = true;
      at = end + 1;
    } else if (c === "\\" && at + 1 < text.length) {
      word += text[at + 1] === "*" ? "\\*" : text[at + 1];
      at += 2;
    } else {
      word += c;
      at++;
    }
  }
  return { kind: "word", text: word, quoted, at: from, length: at - from };
}

type Sequences = readonly (readonly Token[])[];

/** Every way to read the choices of a pattern, as plain sequences of words. */
function choicesOf(tokens: readonly Token[], text: string): Sequences | PatternError {
  interface Level {
    /** Finished alternatives of this group, and the current one. */
    readonly done: (readonly Token[])[];
    open: (readonly Token[])[];
    readonly negated: boolean;
    /** The previous word continues with the first word of each alternative. */
    readonly glued: boolean;
    readonly at: number;
  }
  const stack: Level[] = [{ done: [], open: [[]], negated: false, glued: false, at: 0 }];
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    const touches = before !== undefined && before.at + before.length === token.at;
    if (touches && before.kind === ")" && token.kind !== ")" && token.kind !== "|")
      return fail("a blank must follow the `)` of a group", token.at, token.length);
    const level = stack.at(-1);
    if (level === undefined) break;
    if (token.kind === "word") level.open = level.open.map((words) => [...words, token]);
    else if (token.kind === "(" || token.kind === "!(")
      stack.push({
        done: [],
        open: [[]],
        negated: token.kind === "!(",
        glued: touches && before.kind === "word" && token.kind === "(",
        at: token.at,
      });
    else if (stack.length === 1) return fail(`\`${token.text}\` stands outside a group`, token.at, 1);
    else {
      if (level.open.some((words) => words.length === 0)) return fail("a choice is empty", token.at, 1);
      level.done.push(...level.open);
      level.open = [[]];
      if (token.kind === "|") continue;
      stack.pop();
      const outer = stack.at(-1);
      if (outer === undefined) break;
      const inner = level.negated
        ? [level.done.flat().map((word) => ({ ...word, text: `!${word.text}` }))]
        : level.done;
      outer.open = outer.open.flatMap((words) =>
        inner.map((more) => (level.glued ? joinedWords(words, more) : [...words, ...more])),
      );
      if (outer.open.length > MOST_CHOICES)
        return fail(`the pattern has more than ${MOST_CHOICES} readings`, 0, text.length);
    }
  }
  const last = stack.at(-1);
  if (stack.length > 1 && last !== undefined) return fail("a group is not closed", last.at, 1);
  return last?.open ?? [];
}

/** The last word and the next one are joined. */
function joinedWords(words: readonly Token[], more: readonly Token[]): readonly Token[] {
  const last = words.at(-1);
  const [first, ...rest] = more;
  if (last === undefined || first === undefined) return [...words, ...more];
  const whole = { ...last, text: last.text + first.text, quoted: last.quoted && first.quoted };
  return [...words.slice(0, -1), whole, ...rest];
}

function choiceOf(words: readonly Token[], text: string, extra: UserPrograms | undefined): Choice | PatternError {
  const [first, ...more] = words;
  if (first === undefined) return fail("the pattern is empty: name a program", 0, text.length);
  if (/^!?-/.test(first.text)) return fail("a pattern begins with a program, not with a flag", first.at, first.length);
  const named = first.text.slice(first.text.lastIndexOf("/") + 1);
  const table = named.includes("*") ? undefined : programTable(named, extra);
  const program = first.text.includes("/") || table === undefined ? first.text : table.name;
  const path: string[] = [];
  const operands: Pieces[] = [];
  const tests: FlagTest[] = [];
  let here = table;
  let carried: readonly OptionRow[] = [];
  for (let i = 0; i < more.length; i++) {
    const word = more[i];
    if (word === undefined) break;
    const absent = word.text.startsWith("!-");
    if (!word.quoted && (absent || /^-./.test(word.text))) {
      const known = here === undefined ? undefined : rowsOf(here, carried);
      const found = flagTests(absent ? word.text.slice(1) : word.text, absent, here, known, word);
      if ("error" in found) return found;
      const next = more[i + 1];
      const last = found.at(-1);
      if (
        last !== undefined &&
        takesNext(last, known) &&
        next !== undefined &&
        (next.quoted || !/^!?-./.test(next.text))
      ) {
        tests.push(...found.slice(0, -1), { ...last, value: piecesOf(next.text) });
        i++;
      } else tests.push(...found);
      continue;
    }
    if (word.text.startsWith("!") && !word.quoted)
      return fail("only a flag can be required to be absent", word.at, word.length);
    const next: ProgramTable | undefined =
      operands.length === 0 && here?.subcommands !== undefined && Object.hasOwn(here.subcommands, word.text)
        ? here.subcommands[word.text]
        : undefined;
    if (next !== undefined && here !== undefined) {
      path.push(next.name);
      carried = [...carried, ...(here.globals ?? []), ...(here.globalsAnywhere === true ? here.options : [])];
      here = next;
    } else if (here?.closed === true && operands.length === 0 && !word.text.includes("*") && !word.quoted) {
      return {
        ...fail(`\`${here.name}\` has no subcommand \`${word.text}\``, word.at, word.length),
        word: word.text,
        candidates: Object.keys(here.subcommands ?? {}),
      };
    } else operands.push(piecesOf(here?.foldOperands === true ? word.text.toLowerCase() : word.text));
  }
  const against = tests.find((test) => test.absent && tests.some((other) => !other.absent && isSame(test, other)));
  if (against !== undefined)
    return fail(`\`${against.flag}\` cannot be both given and absent`, first.at, text.length - first.at);
  const names = (meaning: "help" | "dry-run"): boolean => {
    const rows = here === undefined ? [] : rowsOf(here, carried).all;
    return tests.some(
      (test) =>
        !test.absent &&
        (rows.some((row) => row.meaning === meaning && isRow(row, test)) ||
          (meaning === "help" && test.flag === "--help")),
    );
  };
  return {
    program: piecesOf(program),
    path,
    flags: tests,
    operands,
    fold: here?.foldOperands === true,
    hasTable: table !== undefined,
    namesHelp: names("help"),
    namesDryRun: names("dry-run"),
  };
}

/** Both test the same flag, whatever the value: no command matches a pattern that requires both it and its absence. */
const isSame = (absent: FlagTest, given: FlagTest): boolean =>
  absent.flag === given.flag && areSame(absent.row, given.row) && absent.on === given.on && absent.value === null;

/** As on a command line, the word after an option that needs a value is the value. */
function takesNext(test: FlagTest, known: Rows | undefined): boolean {
  if (test.absent || test.value !== null || test.row === null) return false;
  return known?.all.some((row) => row.value === "required" && isRow(row, test)) === true;
}

/** The tests that one flag word of a pattern expands to: one per letter of a bundle. */
function flagTests(
  text: string,
  absent: boolean,
  table: ProgramTable | undefined,
  known: Rows | undefined,
  word: Token,
): readonly FlagTest[] | PatternError {
  const equals = text.indexOf("=");
  const flag = equals === -1 ? text : text.slice(0, equals);
  const value = equals === -1 ? null : piecesOf(text.slice(equals + 1));
  const written: FlagTest = { row: null, flag, on: true, absent, value };
  const of = (row: OptionRow, on = true): FlagTest => ({
    row: row.flags,
    flag: row.flags[0] ?? flag,
    on,
    absent,
    value,
  });
  // The end of the options, which separates paths from names: `git checkout -- *`.
  if (table === undefined || known === undefined || text === "--") return [written];
  const exact =
    known.find(flag) ??
    (table.style === "words" ? (known.find(flag.replace(/^--/, "-")) ?? known.find(`-${flag}`)) : undefined);
  if (exact !== undefined) {
    const isLetter = flag.length === 2 && table.style !== "words";
    if (value !== null && isLetter && exact.value === undefined && exact.flags.every((one) => one.length === 2))
      return fail(`\`${flag}\` of \`${table.name}\` takes no value`, word.at, word.length);
    return [of(exact)];
  }
  if (flag.startsWith("--")) {
    const found = flag.includes("*") ? undefined : findLong(flag, known);
    if (found !== undefined) return [of(found.row, found.on)];
  } else if (table.style !== "words" && flag.length > 2) {
    const rows = [...flag.slice(1)].map((letter) => known.find(`-${letter}`));
    if (rows.every((row) => row !== undefined)) return rows.map((row) => of(row));
    if (table.partial === true)
      return [...flag.slice(1)].map((letter, i) =>
        rows[i] === undefined ? { ...written, flag: `-${letter}` } : of(rows[i]),
      );
  }
  if (table.partial === true || table.style === "none") return [written];
  const candidates = [...new Set(known.all.flatMap((row) => row.flags))];
  return { ...fail(`\`${table.name}\` has no option \`${flag}\``, word.at, word.length), word: flag, candidates };
}

/** Splits at stars that are not escaped. */
function piecesOf(text: string): Pieces {
  return text.split(/(?<!\\)\*/).map((piece) => piece.replaceAll("\\*", "*"));
}
