// One command line with everything that conditions ask about it. Each answer is computed on first use.

import type { CallKind } from "../language/call-kinds.ts";
import { type EffectBit, effectBits, isPart, type PartBit } from "../language/effect-kinds.ts";
import { FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../language/truth.ts";
import { environmentFile, hidesEnvironment, passesLines } from "./effects/draft/environment.ts";
import { effectMask, hasPart, holdsAny } from "./effects/effect-kinds.ts";
import { type EffectList, type Effects, effectsOf } from "./effects/effects.ts";
import { throughLinks } from "./effects/links.ts";
import { sqlCalls } from "./embedded/other-languages/sql.ts";
import { noEnvironment } from "./expand/record.ts";
import { decodesUnseen } from "./flows/decoders.ts";
import { type FlowFrom, type FlowGraph, type FlowTo, flowGraph, flowsIn, type IsSecret } from "./flows/flows.ts";
import { readCommand } from "./interp/read.ts";
import { kindsOfCalls } from "./kinds/kinds-of-calls.ts";
import { onlyRuns } from "./match/only-runs.ts";
import { matchSet, type PatternSet } from "./match/pattern-set.ts";
import { type CalledProgram, type CalledPrograms, calledPrograms } from "./programs/called-programs.ts";
import type { UserPrograms } from "./programs/index.ts";
import { type OptionReading, readOptions } from "./programs/table/options.ts";
import { tableOf } from "./programs/table-of.ts";
import type { Call, Reading, ShellEnvironment } from "./syntax/model.ts";

export interface Match {
  readonly truth: Truth;
  /** The call that matches, or may match. */
  readonly call: Call | null;
}

interface KnownMatch {
  readonly set: PatternSet;
  readonly match: Match;
  readonly next: KnownMatch | null;
}

export interface ShellCommand {
  readonly reading: Reading;
  /** The effective commands, and the statements given to database clients. */
  readonly calls: readonly Call[];
  /** Names a pattern may know the programs by; null when one of them is unknown. */
  programs(): readonly string[] | null;
  /** Variables that are set for some call. */
  variables(): ReadonlySet<string>;
  effects(call: Call): Effects;
  /** Only rights, owners or times of what the call writes change. */
  keepsContent(call: Call): boolean;
  /** What it does beyond files and hosts: `publishes`, `opens-tunnel`. */
  kinds(call: Call): EffectList<CallKind>;
  /** Whether some call may have this effect. */
  does(bit: EffectBit): boolean;
  runs(set: PatternSet): Match;
  only(set: PatternSet): Truth;
  flows(from: FlowFrom, to: FlowTo, isSecret: IsSecret): Truth;
}

export const shellCommand = (text: string, environment: ShellEnvironment): ShellCommand =>
  new ReadCommand(readCommand(text, environment), environment.programs);

/** A command line that could not be obtained. */
export const unreadCommand = (why: string, { programs }: ShellEnvironment): ShellCommand =>
  new ReadCommand({ calls: [], external: [], unreadable: [why], flows: [] }, programs);

/** A class, because one is created for every command line: a closure per answer would cost more than most answers. */
class ReadCommand implements ShellCommand {
  readonly reading: Reading;
  readonly calls: readonly Call[];
  private readonly extra: UserPrograms;
  private readonly isUnreadable: boolean;
  private ofCalls: (Effects | undefined)[] | null = null;
  private ofStatements: Map<Call, Effects> | null = null;
  /** The requested parts of what the calls do. */
  private mask = 0;
  private askedParts = 0;
  private hasMask = false;
  /** Few patterns are tested against one line, each once or twice. */
  private matches: KnownMatch | null = null;
  private called: CalledPrograms | null = null;
  private graph: FlowGraph | null = null;
  private names: ReadonlySet<string> | null = null;
  private kindsByCall: ReadonlyMap<Call, EffectList<CallKind>> | null = null;

  constructor(reading: Reading, extra: UserPrograms) {
    this.reading = reading;
    this.calls = withStatements(reading.calls, extra);
    this.extra = extra;
    this.isUnreadable = reading.unreadable.length > 0;
  }

  programs(): readonly string[] | null {
    return this.isUnreadable ? null : this.calledOnce().names;
  }

  variables(): ReadonlySet<string> {
    this.names ??= variablesOf(this.calls);
    return this.names;
  }

  effects(call: Call): Effects {
    // A command is stored at its number; statements have the number of their client.
    const isCommand = this.calls[call.id] === call;
    const known = isCommand ? this.ofCalls?.[call.id] : this.ofStatements?.get(call);
    if (known !== undefined) return known;
    const { reading } = this;
    const shown = withoutHidden(effectsOf(call, this.extra), call, reading, this.extra);
    const found = throughLinks(shown, reading, call);
    if (isCommand) {
      this.ofCalls ??= new Array(reading.calls.length);
      this.ofCalls[call.id] = found;
    } else {
      this.ofStatements ??= new Map();
      this.ofStatements.set(call, found);
    }
    return found;
  }

  kinds(call: Call): EffectList<CallKind> {
    this.kindsByCall ??= kindsOfCalls(this.reading, this.calledOnce().each, this.extra);
    return this.kindsByCall.get(call) ?? noKinds;
  }

  keepsContent(call: Call): boolean {
    return tableOf(call, this.extra)?.keepsContent === true && !call.redirects.some(({ op }) => op.includes(">"));
  }

  does(bit: EffectBit): boolean {
    if (this.isUnreadable) return true;
    if (isPart(bit)) this.lookFor(bit);
    else if (!this.hasMask) this.findEffectKinds();
    return (this.mask & bit) !== 0;
  }

  runs(set: PatternSet): Match {
    for (let known = this.matches; known !== null; known = known.next) if (known.set === set) return known.match;
    const match = this.match(set);
    this.matches = { set, match, next: this.matches };
    return match;
  }

  only({ patterns }: PatternSet): Truth {
    return onlyRuns(this.reading, this.calls, patterns(), this.extra);
  }

  flows(from: FlowFrom, to: FlowTo, isSecret: IsSecret): Truth {
    // Most lines run only programs that have tables, and need no graph for this.
    if (from === "output" && !this.isUnreadable && this.calledOnce().each.every(hasKnownOutput)) return FALSE;
    this.graph ??= flowGraph(this.reading, (call) => this.effects(call), this.extra);
    return flowsIn(this.graph, from, to, isSecret);
  }

  private calledOnce(): CalledPrograms {
    this.called ??= calledPrograms(this.calls, this.extra);
    return this.called;
  }

  private findEffectKinds(): void {
    let found = 0;
    for (const call of this.calls) found |= effectMask(call, this.effects(call), this.optionsOf(call));
    // A script may be one that an earlier command of the session downloaded.
    if (this.reading.external.some(({ kind }) => kind === "script")) found |= effectBits.downloads;
    this.mask |= found;
    this.hasMask = true;
  }

  private lookFor(part: PartBit): void {
    if ((this.askedParts & part) !== 0) return;
    const has = (call: Call): boolean => (part === effectBits.kinds ? holdsAny(this.kinds(call)) : hasPart(call, part));
    if (this.calls.some(has)) this.mask |= part;
    this.askedParts |= part;
  }

  private optionsOf(call: Call): OptionReading | null {
    const table = tableOf(call, this.extra);
    return table === undefined ? null : readOptions(call, table);
  }

  private match(set: PatternSet): Match {
    let best: Match = this.isUnreadable ? cannotTell : noMatch;
    for (const one of this.calledOnce().each) {
      const matched = matchSet(set, one, this.extra);
      const found = matched === UNKNOWN && one.call.faint === true ? UNLIKELY : matched;
      if (found === TRUE && one.call.uncalled !== true) return { truth: TRUE, call: one.call };
      if (found === FALSE || (best.truth === UNKNOWN && best.call !== null)) continue;
      if (found !== UNLIKELY) best = { truth: UNKNOWN, call: one.call };
      else if (best.call === null) best = { truth: this.isUnreadable ? UNKNOWN : UNLIKELY, call: one.call };
    }
    return best;
  }
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

/** `env | wc -l`: the output goes only to calls that show nothing of it. */
function withoutHidden(effects: Effects, { id }: Call, { calls }: Reading, extra: UserPrograms): Effects {
  const { reads } = effects;
  if (reads.items.length === 0 || !reads.items.includes(environmentFile)) return effects;
  const readersOf = (of: number): readonly Call[] =>
    calls.filter(({ stdin }) => stdin.from === "calls" && stdin.calls.includes(of));
  // Each call is visited once: a series of groups has exponentially many paths through it.
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
    const reading = readOptions(call, table);
    if (hidesEnvironment(reading)) return true;
    // `env | sort | cut -d= -f1`: what is shown is up to the next call.
    const next = passesLines(reading) ? readersOf(call.id) : [];
    return next.length > 0 && next.every(isHidden);
  };
  const readers = readersOf(id);
  if (readers.length === 0 || !readers.every(isHidden)) return effects;
  return { ...effects, reads: { ...reads, items: reads.items.filter((word) => word !== environmentFile) } };
}

/** Calls without environment variables of their own share one object. */
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

const noKinds: EffectList<never> = { items: [], maybe: [], complete: true, isUnlikely: false };

const noNames: ReadonlySet<string> = new Set();

const noMatch: Match = { truth: FALSE, call: null };
const cannotTell: Match = { truth: UNKNOWN, call: null };

/** It has a table, and does not decode what nobody has seen. */
const hasKnownOutput = ({ call, table, reading }: CalledProgram): boolean =>
  table !== undefined && (reading === null || !decodesUnseen(call, reading));
