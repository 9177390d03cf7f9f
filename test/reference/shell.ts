// What conditions ask about a command line, straight from the reading: no views that are kept, no index, no filed patterns.
// Wildcards in paths are left out here; the pool of commands has none.

import { FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../src/language/truth.ts";
import { effectsOf } from "../../src/shell/effects/effects.ts";
import { modeOf } from "../../src/shell/effects/modes.ts";
import { injections } from "../../src/shell/embedded/injection.ts";
import { sqlCallsOf } from "../../src/shell/embedded/other-languages/sql.ts";
import { settingsOf } from "../../src/shell/embedded/settings-of.ts";
import { commandFlows, type FlowFrom, type FlowTo } from "../../src/shell/flows/flows.ts";
import { readCommand } from "../../src/shell/interp/read.ts";
import { kindsOfCalls } from "../../src/shell/kinds/kinds-of-calls.ts";
import { matchPattern } from "../../src/shell/match/match-pattern.ts";
import { onlyRuns } from "../../src/shell/match/only-runs.ts";
import { isPatternError, type Pattern, parsePattern } from "../../src/shell/match/pattern.ts";
import { calledPrograms } from "../../src/shell/programs/called-programs.ts";
import { programName } from "../../src/shell/programs/table/program-name.ts";
import type { Call, Reading, Word } from "../../src/shell/syntax/model.ts";
import { doubtOf } from "../../src/shell/syntax/open-words.ts";
import type { RefContext } from "./context.ts";
import { pathOf } from "./paths.ts";
import { anyOf, is, missing, type RefList, unknown, type Val } from "./values.ts";

export type PathView = "reads" | "writes" | "deletes" | "uploads";

/** Null: the call is no shell command. */
export function readingOf(c: RefContext): Reading | null {
  if (c.event.tool !== "bash") return null;
  const { command, shell = "bash", running } = c.event.input as { readonly [field: string]: unknown };
  const isKnown = !c.unknown.has("input.command") && !c.unknown.has("input.shell");
  if (!isKnown || typeof command !== "string" || (shell !== "bash" && shell !== "sh" && shell !== "zsh"))
    return { calls: [], external: [], unreadable: ["not known"], flows: [] };
  // No command of the pool ends with the end of a line, so typed into a running shell it is not finished.
  if ((running === true || c.unknown.has("input.running")) && command !== "")
    return { calls: [], external: [], unreadable: ["not finished"], flows: [] };
  return readCommand(command, { home: c.places.home ?? "/home/?", shell, programs: c.ir.programs });
}

const patternsOf = (c: RefContext, ids: readonly number[]): readonly Pattern[] =>
  patternsIn(
    c,
    ids.map((id) => c.ir.patterns[id] ?? ""),
  );

const patternsIn = (c: RefContext, texts: readonly string[]): readonly Pattern[] =>
  texts.map((text) => {
    const pattern = parsePattern(text, c.ir.programs);
    if (isPatternError(pattern)) throw new Error(pattern.error);
    return pattern;
  });

const callsOf = (c: RefContext, reading: Reading): readonly Call[] => [
  ...reading.calls,
  ...sqlCallsOf(reading, c.ir.programs),
];

export const runsTruth = (c: RefContext, ids: readonly number[]): Truth =>
  patternTruth(
    c,
    ids.map((id) => c.ir.patterns[id] ?? ""),
  );

export function patternTruth(c: RefContext, texts: readonly string[]): Truth {
  const reading = readingOf(c);
  if (reading === null) return FALSE;
  const truths = patternsIn(c, texts).flatMap((pattern) =>
    callsOf(c, reading).map((call) => {
      const fits = matchPattern(pattern, call, c.ir.programs);
      return call.uncalled === true && fits === TRUE ? UNKNOWN : fits;
    }),
  );
  return anyOf(reading.unreadable.length > 0 ? [...truths, UNKNOWN] : truths);
}

export function onlyTruth(c: RefContext, ids: readonly number[]): Truth {
  const reading = readingOf(c);
  return reading === null ? FALSE : onlyRuns(reading, callsOf(c, reading), patternsOf(c, ids), c.ir.programs);
}

export function flowsTruth(c: RefContext, from: FlowFrom, to: FlowTo, isSecret: (path: Word) => Truth): Truth {
  const reading = readingOf(c);
  return reading === null ? FALSE : commandFlows(reading, from, to, isSecret, c.ir.programs);
}

export function callList(c: RefContext): RefList {
  const reading = readingOf(c);
  if (reading === null) return { items: [], complete: true };
  return { items: callsOf(c, reading), complete: reading.unreadable.length === 0 };
}

export function externalList(c: RefContext): RefList {
  const reading = readingOf(c);
  if (reading === null) return { items: [], complete: true };
  return { items: reading.external, complete: reading.unreadable.length === 0 };
}

/** Dynamic words name no path; the list says that there are more. */
function pathsOf(c: RefContext, call: Call, view: PathView): Required<RefList> {
  const list = effectsOf(call, c.ir.programs)[view];
  const paths = (words: readonly Word[]) =>
    words.filter(({ kind }) => kind !== "dynamic").map(({ text }) => pathOf(text, c.places));
  return { items: paths(list.items), maybe: paths(list.maybe), complete: list.complete, isUnlikely: list.isUnlikely };
}

const hostsOf = (c: RefContext, call: Call): Required<RefList> => effectsOf(call, c.ir.programs).hosts;

/** Statements given to database clients count too. The line is read anew for every question, so calls are known by their words. */
function kindsOf(c: RefContext, reading: Reading): (call: Call) => Required<RefList> {
  const { each } = calledPrograms(callsOf(c, reading), c.ir.programs);
  const found = kindsOfCalls(reading, each, c.ir.programs);
  const named = new Map([...found].map(([call, kinds]) => [wordsOf(call), kinds]));
  return (call) => named.get(wordsOf(call)) ?? { items: [], maybe: [], complete: true, isUnlikely: false };
}

const wordsOf = ({ id, program, args }: Call): string => JSON.stringify([id, program, args]);

/** What the whole line does; a function that nothing calls only may do it. */
export function commandView(c: RefContext, view: PathView | "hosts" | "kinds"): RefList {
  const reading = readingOf(c);
  if (reading === null) return { items: [], complete: false };
  const listOf =
    view === "kinds"
      ? kindsOf(c, reading)
      : (call: Call): Required<RefList> => (view === "hosts" ? hostsOf(c, call) : pathsOf(c, call, view));
  const calls = view === "kinds" ? callsOf(c, reading) : reading.calls;
  const lists = calls.map((call) => ({ call, list: listOf(call) }));
  return {
    items: lists.flatMap(({ call, list }) => (call.uncalled === true ? [] : list.items)),
    maybe: lists.flatMap(({ call, list }) => (call.uncalled === true ? [...list.items, ...list.maybe] : list.maybe)),
    complete: reading.unreadable.length === 0 && lists.every(({ list }) => list.complete),
    isUnlikely: reading.unreadable.length === 0 && lists.every(({ list }) => list.complete || list.isUnlikely),
  };
}

export function partOf(c: RefContext, item: Call | Reading["external"][number], part: string): Val {
  if ("kind" in item) return is(part === "kind" ? item.kind : item.name);
  if (part.startsWith("env.")) return wordVal(item.env[part.slice("env.".length)]);
  switch (part) {
    case "program": {
      const name = programName(item);
      return name === null ? unknown : is(name);
    }
    case "args":
      return is({
        items: item.args.filter(({ kind }) => kind !== "dynamic").map(({ text }) => text),
        complete: item.args.every(({ kind }) => kind !== "dynamic"),
        isUnlikely: item.args.every((word) => word.kind !== "dynamic" || doubtOf(word, false) === UNLIKELY),
      } satisfies RefList);
    case "elevated":
      return is(item.elevated);
    case "mode": {
      const mode = modeOf(item);
      if (mode === null) return missing;
      if (mode.isDynamic) return unknown;
      const words = [...(mode.worldWritable ? ["world-writable"] : []), ...(mode.setsId ? ["set-id"] : [])];
      return is(words.join(" ") || "other");
    }
    case "injected": {
      const found = injections(item);
      const names = (wanted: Truth) => found.filter(({ truth }) => truth === wanted).map(({ name }) => name);
      return is({ items: names(TRUE), maybe: names(UNKNOWN), complete: true } satisfies RefList);
    }
    case "settings": {
      const found = settingsOf(item);
      return is({
        items: found.map(({ name, value }) => `${name}=${value.text}`),
        maybe: found.flatMap(({ name, value }) =>
          value.kind === "literal"
            ? []
            : ["true", "false", "/dev/null", "!sh", "+refs/heads/*:refs/heads/*", "https://example.org/"].map(
                (usual) => `${name}=${usual}`,
              ),
        ),
        complete: found.every(({ value }) => value.kind === "literal"),
        isUnlikely: found.every(({ name, value }) => value.kind === "literal" || /^[\w.*-]+$/.test(name)),
      } satisfies RefList);
    }
    case "kinds": {
      const reading = readingOf(c);
      return reading === null ? unknown : is(kindsOf(c, reading)(item));
    }
    case "hosts":
      return is(hostsOf(c, item));
    default: {
      const list = pathsOf(c, item, part as PathView);
      return is(item.uncalled === true ? { ...list, items: [], maybe: [...list.items, ...list.maybe] } : list);
    }
  }
}

const wordVal = (word: Word | undefined): Val =>
  word === undefined ? missing : word.kind === "dynamic" ? unknown : is(word.text);
