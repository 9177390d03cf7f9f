// One command line with all that conditions ask about it. Each answer is worked out when it is first asked for.

import { FAINT, FALSE, TRUE, type Truth, UNKNOWN } from "../truth.ts";
import { addDeeds, type Deeds, type EffectDeed, isDone, noDeeds } from "./call-deeds.ts";
import { type CalledPrograms, calledPrograms } from "./called-programs.ts";
import { type Effects, effectsOf } from "./effects.ts";
import { environmentFile, hidesEnvironment } from "./environment.ts";
import { type FlowFrom, type FlowGraph, type FlowTo, flowGraph, flowsIn, type IsSecret } from "./flows.ts";
import { settingsOf } from "./git-settings.ts";
import { injectedCode } from "./injected-code.ts";
import { throughLinks } from "./links.ts";
import type { Call, Reading, Surround } from "./model.ts";
import { modeOf } from "./modes.ts";
import { onlyRuns } from "./only-runs.ts";
import { type OptionReading, readOptions, tableOf } from "./options.ts";
import { matchSet, type PatternSet } from "./pattern-set.ts";
import type { UserPrograms } from "./programs/index.ts";
import { readCommand } from "./read.ts";
import { noEnvironment } from "./record.ts";
import { sqlCalls } from "./sql.ts";

export interface Match {
  readonly truth: Truth;
  /** The call that fits, or may. */
  readonly call: Call | null;
}

/** A part that most calls lack. */
type CallPart = "mode" | "injected" | "settings";

/** What a call can do at all. */
export type CallDeed = EffectDeed | CallPart;

export interface ShellCommand {
  readonly reading: Reading;
  /** The effective commands, and the statements given to database clients. */
  readonly calls: readonly Call[];
  /** Names a pattern may know the programs by; null when one of them cannot be told. */
  programs(): ReadonlySet<string> | null;
  /** Variables that are set for some call. */
  variables(): ReadonlySet<string>;
  effects(call: Call): Effects;
  /** Whether some call may do this. */
  does(deed: CallDeed): boolean;
  runs(set: PatternSet): Match;
  only(set: PatternSet): Truth;
  flows(from: FlowFrom, to: FlowTo, isSecret: IsSecret): Truth;
}

export const shellCommand = (text: string, surround: Surround): ShellCommand =>
  commandOfReading(readCommand(text, surround), surround);

/** A command line that could not even be had. */
export const unreadCommand = (why: string, surround: Surround): ShellCommand =>
  commandOfReading({ calls: [], external: [], unreadable: [why], flows: [] }, surround);

function commandOfReading(reading: Reading, surround: Surround): ShellCommand {
  const extra = surround.programs;
  const calls = withStatements(reading.calls, extra);
  const isUnreadable = reading.unreadable.length > 0;
  const effects: (Effects | undefined)[] = [];
  let ofStatements: Map<Call, Effects> | undefined;
  const parts: { [P in CallPart]: boolean | undefined } = { mode: undefined, injected: undefined, settings: undefined };
  /** Few patterns are asked about one line, and each of them once or twice. */
  const sets: PatternSet[] = [];
  const matches: Match[] = [];
  let deeds: Deeds | undefined;
  let called: CalledPrograms | undefined;
  let graph: FlowGraph | undefined;
  let variables: ReadonlySet<string> | undefined;

  const calledOnce = (): CalledPrograms => {
    called ??= calledPrograms(calls, extra);
    return called;
  };
  const effectsOnce = (call: Call): Effects => {
    // A command stands at its number; statements have the number of their client.
    const isCommand = calls[call.id] === call;
    const known = isCommand ? effects[call.id] : ofStatements?.get(call);
    if (known !== undefined) return known;
    const found = throughLinks(withoutHidden(effectsOf(call, extra), call, reading, extra), reading, call);
    if (isCommand) effects[call.id] = found;
    else {
      ofStatements ??= new Map();
      ofStatements.set(call, found);
    }
    return found;
  };

  const optionsOf = (call: Call): OptionReading | null => {
    const table = tableOf(call, extra);
    return table === undefined ? null : readOptions(call, table);
  };

  const deedsOnce = (): Deeds => {
    if (deeds !== undefined) return deeds;
    deeds = noDeeds();
    for (const call of calls) addDeeds(deeds, call, effectsOnce(call), optionsOf(call));
    // A script may be one that an earlier command of the session downloaded.
    deeds.downloads ||= reading.external.some(({ kind }) => kind === "script");
    return deeds;
  };

  const matchOf = (set: PatternSet): Match => {
    let best: Match = isUnreadable ? cannotTell : noMatch;
    for (const one of calledOnce().each) {
      const found = matchSet(set, one, extra);
      if (found === TRUE && one.call.uncalled !== true) return { truth: TRUE, call: one.call };
      if (found === FALSE || (best.truth === UNKNOWN && best.call !== null)) continue;
      if (found !== FAINT) best = { truth: UNKNOWN, call: one.call };
      else if (best.call === null) best = { truth: isUnreadable ? UNKNOWN : FAINT, call: one.call };
    }
    return best;
  };

  return {
    reading,
    calls,
    programs: () => (isUnreadable ? null : calledOnce().names),
    variables() {
      variables ??= variablesOf(calls);
      return variables;
    },
    effects: effectsOnce,
    does(deed) {
      if (isUnreadable) return true;
      switch (deed) {
        case "mode":
          parts.mode ??= calls.some(hasMode);
          return parts.mode;
        case "injected":
          parts.injected ??= calls.some(hasInjected);
          return parts.injected;
        case "settings":
          parts.settings ??= calls.some(hasSettings);
          return parts.settings;
        default:
          return isDone(deedsOnce(), deed);
      }
    },
    runs(set) {
      const at = sets.indexOf(set);
      if (at !== -1) return matches[at] as Match;
      const match = matchOf(set);
      sets.push(set);
      matches.push(match);
      return match;
    },
    only: ({ patterns }) => onlyRuns(reading, calls, patterns(), extra),
    flows(from, to, isSecret) {
      graph ??= flowGraph(reading, effectsOnce, extra);
      return flowsIn(graph, from, to, isSecret);
    },
  };
}

/** The calls, and the statements given to database clients among them. */
function withStatements(calls: readonly Call[], extra: UserPrograms): readonly Call[] {
  let all: Call[] | null = null;
  for (const call of calls)
    for (const statement of sqlCalls(call, extra, calls)) {
      all ??= [...calls];
      all.push(statement);
    }
  return all ?? calls;
}

const hasMode = (call: Call): boolean => modeOf(call) !== null;
const hasInjected = (call: Call): boolean => injectedCode(call).length > 0;
const hasSettings = (call: Call): boolean => settingsOf(call).length > 0;

/** `env | wc -l`: what is printed goes only to calls that show nothing of it. */
function withoutHidden(effects: Effects, { id }: Call, { calls }: Reading, extra: UserPrograms): Effects {
  const { reads } = effects;
  if (reads.items.length === 0 || !reads.items.includes(environmentFile)) return effects;
  const readersOf = (of: number): readonly Call[] =>
    calls.filter(({ stdin }) => stdin.from === "calls" && stdin.calls.includes(of));
  // Each call is looked at once: groups in a row have more ways through them than anybody can go.
  const known = new Map<Call, boolean>();
  const isHidden = (call: Call): boolean => {
    const before = known.get(call);
    if (before !== undefined) return before;
    known.set(call, true);
    const found = hides(call);
    known.set(call, found);
    return found;
  };
  const hides = (call: Call): boolean => {
    const table = tableOf(call, extra);
    if (table === undefined) return false;
    // `env | sort | cut -d= -f1`: what sorts hands everything on.
    const next = table.name === "sort" || table.name === "uniq" ? readersOf(call.id) : [];
    return next.length > 0 ? next.every(isHidden) : hidesEnvironment(readOptions(call, table));
  };
  const readers = readersOf(id);
  if (readers.length === 0 || !readers.every(isHidden)) return effects;
  return { ...effects, reads: { ...reads, items: reads.items.filter((word) => word !== environmentFile) } };
}

/** Calls that say nothing of their environment share one. */
function variablesOf(calls: readonly Call[]): ReadonlySet<string> {
  if (calls.every(({ env }) => env === noEnvironment)) return noNames;
  const names = new Set<string>();
  const seen = new Set<Call["env"]>();
  for (const { env } of calls) {
    if (seen.has(env)) continue;
    seen.add(env);
    for (const name in env) names.add(name);
  }
  return names;
}

const noNames: ReadonlySet<string> = new Set();

const noMatch: Match = { truth: FALSE, call: null };
const cannotTell: Match = { truth: UNKNOWN, call: null };
