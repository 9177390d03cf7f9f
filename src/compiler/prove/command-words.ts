// Commands written from the patterns of `runs`, and words quoted for a shell.

import {
  type FlagTest,
  isPatternError,
  type Choice as PatternChoice,
  type Pieces,
  parsePattern,
} from "../../shell/match/pattern.ts";
import type { UserPrograms } from "../../shell/programs/index.ts";
import type { Ir } from "../ir/ir.ts";
import type { Chooser } from "./choice.ts";

/** A word as it must be written so that the shell reads it back unchanged. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** The `~` or `$HOME` of a path stays outside the quotes, so that the shell expands it. */
export function quotedPath(path: string): string {
  const lead = /^(?:~[\w-]*|\$HOME|\$PWD)(?=\/|$)/.exec(path)?.[0] ?? "";
  const rest = path.slice(lead.length);
  return rest === "" ? lead || "''" : `${lead}${quoted(rest)}`;
}

const filled = (pieces: Pieces): string => pieces.join("x");

/** A command that one of the patterns fits, with one of the words for a `*`; empty when no pattern can be parsed. */
export function patternCommand(patterns: readonly number[], ir: Ir, choice: Chooser, words: readonly string[]): string {
  const id = choice.of(patterns);
  const pattern = id === undefined ? undefined : ir.patterns[id];
  return commandOfPattern(pattern, choice, words, ir.programs) ?? "";
}

/** Null when there is no pattern, or it cannot be parsed. */
export function commandOfPattern(
  pattern: string | undefined,
  choice: Chooser,
  words: readonly string[] = ["x"],
  programs?: UserPrograms,
): string | null {
  const read = pattern === undefined ? null : parsePattern(pattern, programs);
  const way = read === null || isPatternError(read) ? undefined : choice.of(read.choices);
  return way === undefined ? null : wayText(way, choice, words);
}

function wayText(way: PatternChoice, choice: Chooser, words: readonly string[]): string {
  const flags = way.flags.filter(({ absent, flag }) => !absent && flag !== "--").map((flag) => flagText(flag, choice));
  const isAny = (pieces: Pieces): boolean => pieces.every((piece) => piece === "");
  const operands = way.operands.map((pieces) =>
    isAny(pieces) ? quotedPath(choice.of(words) ?? "x") : quoted(filled(pieces)),
  );
  const hasDashes = way.flags.some(({ absent, flag }) => !absent && flag === "--");
  const rest = hasDashes ? [...flags, "--", ...(operands.length === 0 ? ["x"] : operands)] : [...flags, ...operands];
  return [filled(way.program), ...way.path, ...rest].join(" ");
}

function flagText({ row, flag, on, value }: FlagTest, choice: Chooser): string {
  if (!on) {
    const long = (row ?? [flag]).find((name) => name.startsWith("--"));
    return long === undefined ? flag : `--no-${long.slice(2)}`;
  }
  const name = flag.replaceAll("*", "x");
  if (value === null) return choice.of([name, `${name} x`, `${name}=x`]) ?? name;
  const text = quoted(filled(value));
  const isLong = name.startsWith("--");
  return (
    choice.of(
      isLong ? [`${name}=${text}`, `${name} ${text}`] : [`${name} ${text}`, `${name}=${text}`, `${name}${text}`],
    ) ?? name
  );
}
