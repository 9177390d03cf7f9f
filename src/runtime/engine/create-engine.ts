// What an engine has before the first event: the program, the host's capabilities, the session store and the limits.
// The steps of a decision (decide-event.ts, decide-with-hooks.ts) get it as their first argument.

import type { Point } from "../../language/contract.ts";
import { type CheckOptions, effectsOf, knownTools, placing } from "./event/check-event.ts";
import { environmentOf, type World } from "./event/environment.ts";
import { memoryStore, type SessionStore } from "./event/session.ts";
import type { HookRunner } from "./hook-runner.ts";
import { isCompletion } from "./keep-state.ts";
import { normal } from "./paths/paths.ts";
import type { PointPlan, Program } from "./program.ts";
import { type Can, resolverFor } from "./resolve-effects.ts";
import type { RuleObserver, RuleRun } from "./run-rules.ts";

export interface PolicyOptions {
  readonly revision: string;
  /** The host that the decisions are for; default: this runtime. */
  readonly target?: string;
  /** What that host can do, when the program was not compiled for it. */
  readonly can?: Can;
  /** Answers facts; without it every fact is unknown. */
  readonly world?: World;
  /** The clock; undefined makes the time unknown. */
  readonly now?: () => number | undefined;
  readonly home?: string;
  /** The project's folder when the host names none. */
  readonly workdir?: string;
  /** Folders and files of policyc itself, for `is policyc`. */
  readonly own?: readonly string[];
  readonly store?: SessionStore;
  /** False tests every rule of the point, index or not; decisions are the same. */
  readonly indexed?: boolean;
  /** Fills `duration_us`. */
  readonly timed?: boolean;
  readonly observer?: RuleObserver;
  /** Runs external hooks; without it a hook counts as failed, and its failure mode decides. */
  readonly hooks?: HookRunner;
  /** For trial runs: no hook is called, and none counts as failed. */
  readonly silentHooks?: boolean;
  /** How long a decision waits for all hooks together. */
  readonly deadlineMs?: number;
}

export interface Engine {
  readonly program: Program;
  readonly checks: CheckOptions;
  readonly run: RuleRun;
  readonly store: SessionStore;
  /** The host that the decisions are for. */
  readonly target: string;
  readonly revision: string;
  /** The policy marks, counts or tests which files the session wrote. */
  readonly keepsState: boolean;
  /** The policy has rules at a point where the agent may be sent back to work. */
  readonly hasGates: boolean;
  /** Points where a rule can start an external hook; events of all others are decided at once. */
  readonly hookedPoints: ReadonlySet<Point>;
  readonly silentHooks: boolean;
  readonly deadlineMs: number;
  /** The plans used so far. */
  readonly plans: { [P in Point]?: PointPlan };
}

/** Below the time limit of every host that has one for tool calls. */
const DEADLINE_MS = 5000;

export function createEngine(program: Program, options: PolicyOptions): Engine {
  return {
    program,
    checks: checkOptions(program, options),
    run: {
      program,
      resolver: resolverFor(program, options.target ?? "policyc", options.can),
      indexed: options.indexed !== false,
      observer: options.observer,
    },
    store: options.store ?? memoryStore({ counters: program.counters }),
    target: options.target ?? "policyc",
    revision: options.revision,
    keepsState:
      program.labels.length > 0 ||
      Object.keys(program.counters).length > 0 ||
      program.keepsFiles === true ||
      program.answeredAt !== undefined,
    hasGates: program.points.before_completion_decision !== undefined || program.points.accept_gate !== undefined,
    hookedPoints: pointsWithHooks(program),
    silentHooks: options.silentHooks === true,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    plans: {},
  };
}

function checkOptions(program: Program, options: PolicyOptions): CheckOptions {
  return {
    around: environmentOf({
      world: options.world,
      home: options.home,
      own: options.own ?? [],
      namedFolders: program.folders,
      ...(program.shell === undefined ? {} : { shell: program.shell }),
      ...(program.programs === undefined ? {} : { programs: program.programs }),
      keepsFiles: program.keepsFiles === true,
    }),
    tools: knownTools(program.tools),
    declared: new Set(Object.keys(program.tools)),
    mcpTools: new Map(
      Object.entries(program.mcpTools ?? {}).map(([name, fields]) => [name, { effects: effectsOf(fields) }]),
    ),
    now: options.now ?? Date.now,
    workdir: normal(options.workdir ?? "/"),
    placed: placing(options.home),
  };
}

function pointsWithHooks(program: Program): ReadonlySet<Point> {
  const found = new Set<Point>();
  if (program.hooks.length === 0) return found;
  for (const [point, plan] of Object.entries(program.points)) {
    const hasHook = plan.all.some((id) => program.rules[id]?.effects.flat().some((effect) => effect.kind === "run"));
    if (hasHook) found.add(point as Point);
  }
  return found;
}

/** A plan from serialized text unpacks each part on access, so its parts are read once here. */
export function planAt(engine: Engine, point: Point): PointPlan | undefined {
  const known = engine.plans[point];
  if (known !== undefined) return known;
  const found = engine.program.points[point];
  if (found !== undefined) engine.plans[point] = { ...found };
  return engine.plans[point];
}

/** Whether the completion cap counts here: the agent may be sent back to work, or a new prompt resets the count. */
export const isGateAt = (engine: Engine, point: Point): boolean =>
  engine.hasGates && (isCompletion(point) || point === "user_prompt_submit");

/** The session must be opened before the rules and committed after them. */
export const isStatefulAt = (engine: Engine, point: Point): boolean => engine.keepsState || isGateAt(engine, point);
