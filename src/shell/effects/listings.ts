// Programs that list names: what is known of each line they print, so that `grep -rl x src | xargs sed -i ...` is about files
// below `src`, and `git ls-files | xargs wc` about some file of the project, although it is unknown which.

import type { Running } from "../interp/invoke.ts";
import { columnsOf } from "../programs/columns-of.ts";
import { hasOption, type OptionReading } from "../programs/table/options.ts";
import type { Listing, ProgramTable } from "../programs/table/program-table.ts";
import type { Word } from "../syntax/model.ts";
import { isOpenName, starred } from "../syntax/open-words.ts";
import { type Text, unknown, unknownName } from "../syntax/text.ts";
import { withoutEnd } from "./draft/effect-draft.ts";
import { findTargets } from "./draft/find-targets.ts";

/** Any name: of a project file, a branch, a container, a process. */
const SOME = ["*"];

/** A name, or any name below a folder; null if the word itself is unknown. */
function below(word: Word): string | null {
  if (word.kind === "dynamic") return isOpenName(word) ? starred(word.text) : null;
  if (word.kind === "glob" || /[^/.]\.\w+$/.test(word.text)) return word.text;
  return word.text === "." ? "*" : `${withoutEnd(word.text, "/")}/**`;
}

function allBelow(words: readonly Word[]): readonly string[] | null {
  const found = words.map(below);
  return found.includes(null) ? null : found.flatMap((name) => name ?? []);
}

/** Given in some spelling, or as a flag that the table does not list. */
const isGiven = (reading: OptionReading, flags: readonly string[]): boolean =>
  flags.some((flag) => hasOption(reading, flag) || reading.unlisted.includes(flag));

/** The names that a program prints according to its row; null if it prints something else. */
function listedNames({ lists }: Partial<ProgramTable>, reading: OptionReading): readonly string[] | null {
  const path = reading.path.join(" ");
  const row = lists?.find(
    ({ by, with: needed, without }) =>
      (by === undefined ? path === "" : patternOf(by).test(path)) &&
      !isGiven(reading, without ?? none) &&
      (needed === undefined || isGiven(reading, needed)),
  );
  return row === undefined ? null : namesBy[row.names](reading);
}

const none: readonly string[] = [];

const namesBy: { readonly [N in Listing["names"]]: (reading: OptionReading) => readonly string[] | null } = {
  any: () => SOME,
  operands: ({ operands }) => roots(operands),
  searched: (reading) => roots(isGiven(reading, ["-e", "-f"]) ? reading.operands : reading.operands.slice(1)),
  found: (reading) => allBelow(findTargets(reading)),
  bare: ({ operands }) => listed(operands),
};

/** Patterns in rows are text; each is compiled once. */
const patterns = new Map<string, RegExp>();

function patternOf(text: string): RegExp {
  const pattern = patterns.get(text) ?? new RegExp(text);
  patterns.set(text, pattern);
  return pattern;
}

/** Whether find prints the names that it finds, and nothing else. */
export const findsNames = (reading: OptionReading): boolean => listedNames(reading.table, reading) !== null;

const roots = (words: readonly Word[]): readonly string[] | null => (words.length === 0 ? SOME : allBelow(words));

/** `ls FOLDER` prints bare names, `ls FILE` and `ls *.log` the matching ones; `readlink FILE` another name of the file. */
function listed(words: readonly Word[]): readonly string[] | null {
  if (words.some(({ kind }) => kind === "dynamic")) return null;
  return words.length === 0 ? SOME : words.flatMap(({ kind, text }) => (kind === "glob" ? [text] : [text, "*"]));
}

/** A text inside a program that is a flag, or a name that rules are about: `print(".env")`, `jq '"-f"'`. */
const tellingText = /["'`](?:[-+:~/]|\.\w)|\/\.\w|\\[xu0-7]|chr\(|fromCharCode|implode|@base64d|b64decode|atob/;

/** A number, a name, a field of a file. */
function printsData({ prints, printsUnless }: Partial<ProgramTable>, words: readonly Word[]): boolean {
  if (prints !== "data" && prints !== "number") return false;
  const own = printsUnless === undefined ? undefined : patternOf(printsUnless);
  return !words.some(({ text }) => own?.test(text) === true || tellingText.test(text));
}

/** `awk '{print $2}'`: a part of each line. */
const printsColumn = /^\s*\{\s*print\s+\$(?:\d+|NF)\s*;?\s*\}\s*$/;

/** Code for the shell that starts the program: `eval "$(ssh-agent -s)"`. */
const CODE = "code of ";
export const isProgramCode = ({ why }: Text): boolean => why?.startsWith(CODE) === true;

/** What is known of the lines that a program prints; null when nothing is. */
export function printedNames(running: Running): Text | null {
  const { name, reading, invocation } = running;
  const columns = columnsOf(running);
  if (columns.prints === "code") return unknown("*", `${CODE}${name}`);
  const fed = invocation.feed.text;
  const names = namesOf(running, columns, fed?.names ?? (fed?.glob === undefined ? undefined : [fed.glob]));
  if (names === null || names.length === 0 || names.length > MOST) return null;
  if (reading?.help === true) return null;
  const from = invocation.feed.text?.from ?? [];
  const open = columns.prints === "data" ? unknown : unknownName;
  return { ...open(names.length === 1 ? (names[0] ?? "*") : "*", `output of ${name}`, from), names };
}

/** How many roots are tracked separately. */
const MOST = 16;

function namesOf(
  { name, reading, invocation }: Running,
  columns: Partial<ProgramTable>,
  fed: readonly string[] | undefined,
): readonly string[] | null {
  if (reading === null) return null;
  if (fed !== undefined && invocation.feed.calls.length > 0) {
    if (columns.prints === "lines" && reading.operands.every(isNumber)) return fed;
    const table = reading.table.name;
    if (table === "grep" && readsInput(reading)) return filtered(reading, fed);
    if (columns.prints === "column" || (table === "awk" && printsColumn.test(reading.operands[0]?.text ?? "")))
      return SOME;
  }
  const words = invocation.fields.slice(1).map(({ word }) => word);
  if (name === "basename") return words[0] === undefined ? null : [lastName(words[0])];
  if (columns.lists !== undefined) return listedNames(columns, reading);
  return printsData(columns, words) ? SOME : null;
}

/** Without a file among the operands it filters its input. */
const readsInput = (reading: OptionReading): boolean =>
  reading.operands.length <= (isGiven(reading, ["-e", "-f"]) ? 0 : 1);

const isNumber = ({ kind, text }: Word): boolean => kind === "literal" && /^[-+]?\d+$/.test(text);

/** The name at the end of a path, with stars for unknown parts. */
const lastName = (word: Word): string => starred(word.text).split("/").at(-1) || "*";

/** `grep -v x` leaves names out; `grep '\.ts$'` determines how the rest ends; any other pattern may select a single bare name. */
function filtered(reading: OptionReading, fed: readonly string[]): readonly string[] | null {
  if (isGiven(reading, ["-o", "-c", "-n", "-A", "-B", "-C"])) return null;
  if (hasOption(reading, "-v") || fed.every((glob) => glob !== "*")) return fed;
  const pattern = reading.operands.length === 1 ? reading.operands[0] : undefined;
  const beginning = pattern?.kind === "literal" ? /^\^([\w/-]*\w[/-]?)$/.exec(pattern.text)?.[1] : undefined;
  if (beginning !== undefined) return [`${beginning}*`, `${beginning}*/**`];
  const ending = pattern?.kind === "literal" ? /\\\.\(?([\w|]+)\)?\$$/.exec(pattern.text)?.[1] : undefined;
  return ending === undefined ? null : ending.split("|").flatMap((kind) => [`*.${kind}`, `.${kind}`]);
}
