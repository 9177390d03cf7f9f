// One command line with all that conditions ask about it. Each answer is worked out when it is first asked for.

import { FAINT, FALSE, TRUE, type Truth, UNKNOWN } from "../truth.ts";
import { addDeeds, type EffectDeed, isEffectDeed } from "./call-deeds.ts";
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
  const statements = reading.calls.flatMap((call) => sqlCalls(call, extra, reading.calls));
  const calls = statements.length === 0 ? reading.calls : [...reading.calls, ...statements];
  const isUnreadable = reading.unreadable.length > 0;
  const effects = new Map<Call, Effects>();
  const parts = new Map<CallPart, boolean>();
  const matches = new Map<PatternSet, Match>();
  let effectDeeds: Set<EffectDeed> | undefined;
  let called: CalledPrograms | undefined;
  let graph: FlowGraph | undefined;
  let variables: ReadonlySet<string> | undefined;

  const calledOnce = (): CalledPrograms => {
    called ??= calledPrograms(calls, extra);
    return called;
  };
  const effectsOnce = (call: Call): Effects => {
    let known = effects.get(call);
    if (known === undefined) {
      known = throughLinks(withoutHidden(effectsOf(call, extra), call, reading, extra), reading, call);
      effects.set(call, known);
    }
    return known;
  };

  const optionsOf = (call: Call): OptionReading | null => {
    const table = tableOf(call, extra);
    return table === undefined ? null : readOptions(call, table);
  };

  const deedsOnce = (): ReadonlySet<EffectDeed> => {
    if (effectDeeds === undefined) {
      effectDeeds = new Set();
      for (const call of calls) addDeeds(effectDeeds, call, effectsOnce(call), optionsOf(call));
      // A script may be one that an earlier command of the session downloaded.
      if (reading.external.some(({ kind }) => kind === "script")) effectDeeds.add("downloads");
    }
    return effectDeeds;
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
      if (isEffectDeed(deed)) return deedsOnce().has(deed);
      const known = parts.get(deed);
      if (known !== undefined) return known;
      const found = calls.some(hasPart[deed]);
      parts.set(deed, found);
      return found;
    },
    runs(set) {
      const known = matches.get(set);
      if (known !== undefined) return known;
      const match = matchOf(set);
      matches.set(set, match);
      return match;
    },
    only: ({ patterns }) => onlyRuns(reading, calls, patterns(), extra),
    flows(from, to, isSecret) {
      graph ??= flowGraph(reading, effectsOnce, extra);
      return flowsIn(graph, from, to, isSecret);
    },
  };
}

const hasPart: { readonly [P in CallPart]: (call: Call) => boolean } = {
  mode: (call) => modeOf(call) !== null,
  injected: (call) => injectedCode(call).length > 0,
  settings: (call) => settingsOf(call).length > 0,
};

/** `env | wc -l`: what is printed goes only to calls that show nothing of it. */
function withoutHidden(effects: Effects, { id }: Call, { calls }: Reading, extra: UserPrograms): Effects {
  const { reads } = effects;
  if (!reads.items.includes(environmentFile)) return effects;
  const readers = calls.filter(({ stdin }) => stdin.from === "calls" && stdin.calls.includes(id));
  const isHidden = (call: Call): boolean => {
    const table = tableOf(call, extra);
    return table !== undefined && hidesEnvironment(readOptions(call, table));
  };
  if (readers.length === 0 || !readers.every(isHidden)) return effects;
  return { ...effects, reads: { ...reads, items: reads.items.filter((word) => word !== environmentFile) } };
}

/** Calls that say nothing of their environment share one. */
function variablesOf(calls: readonly Call[]): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<Call["env"]>();
  for (const { env } of calls) {
    if (seen.has(env)) continue;
    seen.add(env);
    for (const name in env) names.add(name);
  }
  return names;
}

const noMatch: Match = { truth: FALSE, call: null };
const cannotTell: Match = { truth: UNKNOWN, call: null };
