// What tests of the tables ask about a command line.

import { FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../src/language/truth.ts";
import { effectsOf } from "../../src/shell/effects/effects.ts";
import { sqlCalls } from "../../src/shell/embedded/other-languages/sql.ts";
import { commandFlows, type FlowFrom, type FlowTo } from "../../src/shell/flows/flows.ts";
import { readCommand } from "../../src/shell/interp/read.ts";
import { isPatternError, matchPattern, type Pattern, parsePattern } from "../../src/shell/match/pattern.ts";
import { type OptionReading, readOptions, tableOf } from "../../src/shell/programs/options.ts";
import type { Call, Reading, Word } from "../../src/shell/syntax/model.ts";

const surround = { home: "/home/dev", shell: "bash", programs: {} } as const;

export const read = (command: string): Reading => readCommand(command, surround);

const firstOf = (command: string): Call => {
  const call = read(command).calls[0];
  if (call === undefined) throw new Error(`no call in ${command}`);
  return call;
};

export function optionsOf(command: string): OptionReading {
  const call = firstOf(command);
  const table = tableOf(call);
  if (table === undefined) throw new Error(`no table for ${command}`);
  return readOptions(call, table);
}

/** Options as `flag`, `flag=value`, `!flag`; then the operands. */
export function shownOptions(command: string): string {
  const { path, options, operands, unlisted } = optionsOf(command);
  const given = options.map(
    ({ flag, on, value, words }) =>
      `${on ? "" : "!"}${flag}${value === null ? "" : `=${value.text}`}${words === undefined ? "" : `[${words.map(({ text }) => text).join(" ")}]`}`,
  );
  return [...path, ...given, ...unlisted.map((flag) => `?${flag}`), "|", ...operands.map(({ text }) => text)].join(" ");
}

const shown = (item: Word | string): string =>
  typeof item === "string" ? item : item.kind === "literal" ? item.text : `${item.kind}:${item.text}`;

/** `reads a b; writes c...`: three dots where there may be more, `?` before what may be meant. */
export function shownEffects(command: string): string {
  const lists: string[] = [];
  const calls = read(command).calls.map((call) => effectsOf(call));
  for (const name of ["reads", "writes", "deletes", "uploads", "hosts"] as const) {
    const items = calls.flatMap((effects) => [
      ...effects[name].items.map(shown),
      ...effects[name].maybe.map((item) => `?${shown(item)}`),
    ]);
    const isComplete = calls.every((effects) => effects[name].complete);
    if (items.length > 0 || !isComplete)
      lists.push(`${name} ${[...new Set(items)].join(" ")}${isComplete ? "" : "..."}`);
  }
  return lists.join("; ");
}

export const shownTruth = (value: Truth): string =>
  value === TRUE
    ? "true"
    : value === FALSE
      ? "false"
      : value === UNKNOWN
        ? "unknown"
        : value === UNLIKELY
          ? "faint"
          : "error";

/** `command runs "PATTERN"`. */
export function runs(pattern: string, command: string): string {
  const parsed = parsePattern(pattern);
  if (isPatternError(parsed)) throw new Error(parsed.error);
  return runsIn(parsed, read(command));
}

/** The same, where one line is compared with many patterns. */
export function runsIn(pattern: Pattern, { calls, unreadable }: Reading): string {
  if (unreadable.length > 0) return "unknown";
  const answers = calls.flatMap((call) => [call, ...sqlCalls(call)]).map((call) => matchPattern(pattern, call));
  return answers.includes(TRUE)
    ? "true"
    : answers.includes(UNKNOWN)
      ? "unknown"
      : answers.includes(UNLIKELY)
        ? "faint"
        : "false";
}

const secret = /(?:^|\/)(?:\.env(?!\.(?:sample|example))[^/]*|id_rsa|\.netrc|credentials)$/;

export function flows(from: FlowFrom, to: FlowTo, command: string): string {
  const isSecret = (path: Word): Truth => (path.kind === "dynamic" ? UNKNOWN : secret.test(path.text) ? TRUE : FALSE);
  return shownTruth(commandFlows(read(command), from, to, isSecret));
}
