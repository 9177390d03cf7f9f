// The reference interpreter: decides events by the text of the design, over the IR, slowly and plainly.
// Property tests compare it with the emitted module; it shares no evaluation code with the engine.

import type { Ir, IrEffect, IrRule } from "../src/compiler/ir.ts";
import type { FactValue, Outcome, Point } from "../src/runtime/contract.ts";
import { ERROR, FALSE, TRUE, type Truth, UNKNOWN } from "../src/runtime/core/truth.ts";
import { failureOutcome } from "../src/runtime/schema.ts";
import { checkEvent } from "./reference/check.ts";
import { evalCond, evalValue, textOf } from "./reference/conditions.ts";
import type { RefContext } from "./reference/context.ts";
import { commit, countedIn, markedIn, newSession, type RefSession } from "./reference/state.ts";
import { allOf } from "./reference/values.ts";

export interface RefReason {
  readonly rule: string;
  readonly effect: Outcome | "set";
  readonly because?: "unknown" | "error";
  readonly shadow?: true;
}

export interface RefRemark {
  readonly rule: string;
  readonly shadow?: true;
}

export interface RefDecision {
  readonly outcome: Outcome;
  readonly reasons: readonly RefReason[];
  readonly warnings: readonly RefRemark[];
  readonly notes: readonly RefRemark[];
  readonly changes: { readonly [field: string]: unknown };
  readonly result: string | null;
  readonly unclear: readonly string[];
  /** Codes, with the rule for P705: `P705 name`. */
  readonly failures: readonly string[];
  /** A counter was asked so near the edge of its window that the engine's buckets may count one more. */
  readonly edge: boolean;
}

export interface RefOptions {
  readonly target: string;
  readonly world: (key: string) => FactValue | undefined;
  readonly now: () => number;
  readonly home: string | null;
  readonly own: readonly string[];
}

const strictness: readonly Outcome[] = ["pass", "allow", "ask", "respond", "block", "stop"];
export const stricter = (a: Outcome, b: Outcome): Outcome => (strictness.indexOf(a) >= strictness.indexOf(b) ? a : b);
export const isStricter = (a: Outcome, b: Outcome): boolean => strictness.indexOf(a) > strictness.indexOf(b);

const capped: readonly Point[] = ["before_completion_decision", "accept_gate"];
const mostBlocks = 3;

/** What one rule does at one event. */
interface Contribution {
  readonly rule: IrRule;
  readonly reasons: RefReason[];
  readonly responses: string[];
  readonly sets: { readonly field: string; readonly value: unknown }[];
  readonly warns: boolean[];
  readonly notes: boolean[];
  readonly marks: Set<string>;
  readonly maybes: Set<string>;
  readonly counts: Set<string>;
  readonly failures: string[];
  readonly unclear: boolean;
}

interface Pass {
  readonly outcome: Outcome;
  readonly contributions: readonly Contribution[];
  readonly edge: boolean;
}

export function referencePolicy(ir: Ir, options: RefOptions): { decide(raw: unknown): RefDecision } {
  const sessions = new Map<string, RefSession>();
  let events = 0;
  const sessionOf = (raw: unknown): RefSession => {
    const id = (raw as { session_id?: unknown } | null)?.session_id;
    const name = typeof id === "string" ? id : "";
    const session = sessions.get(name) ?? newSession();
    sessions.set(name, session);
    return session;
  };
  return {
    decide(raw) {
      events += 1;
      const session = sessionOf(raw);
      const checked = checkEvent(raw, ir);
      if (typeof checked === "string") {
        const point = (raw as { point?: unknown } | null)?.point as Point;
        const outcome = checked === "P701" ? "block" : failureOutcome[point];
        return applyCap({ ...nothing, outcome, failures: [checked] }, point, session);
      }
      const { point, event } = checked;
      if (point === "user_prompt_submit") session.blocksInRow = 0;
      const time = Math.max(checked.time ?? options.now(), session.lastTime);
      session.lastTime = time;
      const callId = event.call_id;
      const key = callId === undefined ? `event ${events}` : `${point} ${String(callId)}`;
      const completed = { ...event, time: new Date(time).toISOString() };
      const run = { ir, options, session, point, unknown: checked.unknown, time, key };
      return applyCap(decideChecked(run, completed), point, session);
    },
  };
}

const nothing: RefDecision = {
  outcome: "pass",
  reasons: [],
  warnings: [],
  notes: [],
  changes: {},
  result: null,
  unclear: [],
  failures: [],
  edge: false,
};

/** At most three blocks in a row where a block sends the agent back to work. */
function applyCap(decision: RefDecision, point: Point, session: RefSession): RefDecision {
  if (!capped.includes(point)) return decision;
  if (decision.outcome !== "block") {
    session.blocksInRow = 0;
    return decision;
  }
  if (session.blocksInRow < mostBlocks) {
    session.blocksInRow += 1;
    return decision;
  }
  session.blocksInRow = 0;
  return { ...decision, outcome: "pass", failures: [...decision.failures, "P709"] };
}

interface Run {
  readonly ir: Ir;
  readonly options: RefOptions;
  readonly session: RefSession;
  readonly point: Point;
  readonly unknown: ReadonlySet<string>;
  readonly time: number;
  readonly key: string;
}

function decideChecked(run: Run, event: { readonly [field: string]: unknown }): RefDecision {
  const first = runPass(run, event, true);
  commitPass(run, first);
  const passes = [first];
  const failures: string[] = [];
  const conflicts: RefReason[] = [];
  let changes: Record<string, unknown> = {};
  if (first.outcome !== "stop" && first.outcome !== "block") {
    const rewrites = rewritesOf(first, event);
    if (rewrites.conflict) {
      failures.push("P707");
      conflicts.push({ rule: "", effect: "block" });
    } else if (Object.keys(rewrites.changes).length > 0) {
      changes = rewrites.changes;
      const final = runPass(run, { ...event, ...changes }, false);
      commitPass(run, final);
      passes.push(final);
    }
  }
  return combine(passes, conflicts.length > 0, changes, failures);
}

/** Values of `set` by field; two different ones for one field conflict. */
function rewritesOf(pass: Pass, event: { readonly [field: string]: unknown }) {
  const values = new Map<string, unknown>();
  let conflict = false;
  for (const { rule, sets } of pass.contributions) {
    if (rule.shadow) continue;
    for (const { field, value } of sets) {
      if (values.has(field) && values.get(field) !== value) conflict = true;
      values.set(field, value);
    }
  }
  const changes: Record<string, unknown> = {};
  for (const [field, value] of values) {
    if (!field.startsWith("input.")) {
      if (event[field] !== value) changes[field] = value;
      continue;
    }
    const key = field.slice("input.".length);
    const input = (changes.input ?? event.input) as { readonly [key: string]: unknown };
    if (input[key] !== value) changes.input = { ...input, [key]: value };
  }
  return { conflict, changes };
}

const stops: readonly string[] = ["respond", "block", "stop"];
const stopped = ({ rule, reasons }: Contribution): boolean =>
  !rule.shadow && reasons.some(({ effect }) => stops.includes(effect));

function commitPass(run: Run, pass: Pass): void {
  const committing = stops.includes(pass.outcome) ? pass.contributions.filter(stopped) : pass.contributions;
  for (const contribution of committing) {
    const memory = contribution.rule.shadow ? run.session.shadow : run.session.enforcing;
    commit(memory, contribution, run.time, run.key);
  }
}

/** All rules of the point on one version of the event: first those that mark or count, by stratum, then the others. */
function runPass(run: Run, event: { readonly [field: string]: unknown }, first: boolean): Pass {
  const { ir, session } = run;
  const rules = ir.rules.filter((rule) => rule.points.includes(run.point));
  const done: Contribution[] = [];
  let edge = false;
  const real = (path: string): string | null => {
    const answer = run.options.world(`realpath:${path}`);
    return typeof answer === "string" ? answer : null;
  };
  const context = (rule: IrRule): RefContext => {
    const seen = done.filter((one) => rule.shadow || !one.rule.shadow);
    const memories = rule.shadow ? [session.enforcing, session.shadow] : [session.enforcing];
    return {
      ir,
      event,
      unknown: run.unknown,
      places: { workdir: String(event.workdir), cwd: String(event.cwd), home: run.options.home, real },
      own: run.options.own,
      world: run.options.world,
      shadow: rule.shadow,
      marked: (label) => markedIn([...memories, ...seen], label),
      counted: (counter, windowMs) => {
        const counts = seen.some((one) => one.counts.has(counter));
        const count = (from: number) => countedIn(memories, counter, from, { key: run.key, counts });
        if (count(run.time - windowMs) !== count(run.time - windowMs - (2 * windowMs) / 60)) edge = true;
        return count(run.time - windowMs);
      },
    };
  };
  const evaluate = (group: readonly IrRule[]): void => {
    // Rules of one stratum do not see each other.
    done.push(
      ...group.map((rule) => {
        const c = context(rule);
        const truth = allOf(rule.conditions.map(({ cond }) => evalCond(c, cond, loosens(rule))));
        return contribution(run, rule, truth, c, first);
      }),
    );
  };
  const strata = [...new Set(rules.map(({ stratum }) => stratum).filter((stratum) => stratum !== null))];
  for (const stratum of strata.sort((a, b) => a - b)) evaluate(rules.filter((rule) => rule.stratum === stratum));
  evaluate(rules.filter((rule) => rule.stratum === null));

  let outcome: Outcome = "pass";
  for (const { rule, reasons } of done) {
    if (rule.shadow) continue;
    for (const { effect } of reasons) if (effect !== "set") outcome = stricter(outcome, effect);
  }
  return { outcome, contributions: done, edge };
}

const loosens = ({ effects }: IrRule): boolean => effects.some((chain) => chain.some(({ kind }) => kind === "allow"));

const restricting: readonly string[] = ["stop", "block", "ask", "set", "respond"];

/** The table of design 2.9, step 4. */
function contribution(run: Run, rule: IrRule, truth: Truth, c: RefContext, first: boolean): Contribution {
  const chosen = run.ir.rules[rule.id]?.resolved[run.options.target]?.[run.point];
  const effects = rule.effects
    .map((chain, at) => chain[chosen?.[at] ?? 0])
    .filter((effect) => effect !== undefined && (first || effect.kind !== "set")) as IrEffect[];
  const out: Contribution = {
    rule,
    reasons: [],
    responses: [],
    sets: [],
    warns: [],
    notes: [],
    marks: new Set(),
    maybes: new Set(),
    counts: new Set(),
    failures: truth === ERROR ? [`P705 ${rule.name}`] : [],
    unclear: truth === UNKNOWN,
  };
  if (truth === FALSE) return out;
  for (const effect of effects) {
    if (effect.kind === "mark") (truth === UNKNOWN ? out.maybes : out.marks).add(effect.label);
    if (effect.kind === "count") out.counts.add(effect.counter);
  }
  if (truth === TRUE) for (const effect of effects) applyEffect(out, effect, c, undefined);
  if (truth === UNKNOWN && effects.some(({ kind }) => restricting.includes(kind))) {
    const kind = rule.unknownOutcome[run.options.target]?.[run.point] ?? "ask";
    applyEffect(out, rule.unknown ?? { kind, message: [] }, c, "unknown");
  }
  if (truth === ERROR) {
    for (const effect of effects) {
      if (effect.kind === "set" || effect.kind === "respond")
        applyEffect(out, { kind: "block", message: [] }, c, "error");
      else if (restricting.includes(effect.kind)) applyEffect(out, effect, c, "error");
    }
  }
  return out;
}

function applyEffect(
  out: Contribution,
  effect: IrEffect,
  c: RefContext,
  because: "unknown" | "error" | undefined,
): void {
  const add = (kind: Outcome | "set"): void => {
    out.reasons.push({
      rule: out.rule.name,
      effect: kind,
      ...(because === undefined ? {} : { because }),
      ...(out.rule.shadow ? { shadow: true as const } : {}),
    });
  };
  switch (effect.kind) {
    case "warn":
      out.warns.push(true);
      return;
    case "note":
      out.notes.push(true);
      return;
    case "allow":
    case "ask":
    case "block":
    case "stop":
      add(effect.kind);
      return;
    case "respond":
    case "set": {
      const value = evalValue(c, effect.value, new Map());
      if (value.kind !== "is") {
        // Better not to run than to run without the rewrite.
        out.failures.push("P713");
        add("block");
        return;
      }
      add(effect.kind);
      const plain = typeof value.value === "object" ? textOf(value.value) : value.value;
      if (effect.kind === "set") out.sets.push({ field: effect.field, value: plain });
      else out.responses.push(String(plain));
      return;
    }
    default:
      return;
  }
}

const unique = <T>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

function combine(
  passes: readonly Pass[],
  conflict: boolean,
  changes: { readonly [field: string]: unknown },
  extra: readonly string[],
): RefDecision {
  const last = passes[passes.length - 1];
  const all = passes.flatMap(({ contributions }) => contributions);
  let outcome: Outcome = conflict ? "block" : "pass";
  for (const pass of passes) if (pass.outcome !== "allow" || pass === last) outcome = stricter(outcome, pass.outcome);
  const failures = [...extra, ...all.flatMap((one) => one.failures)];
  const responses = unique(all.filter(({ rule }) => !rule.shadow).flatMap((one) => one.responses));
  if (outcome === "respond" && responses.length > 1) {
    outcome = "block";
    failures.push("P708");
  }
  const stale = (pass: Pass, reason: RefReason): boolean => reason.effect === "allow" && pass !== last;
  const remarks = (said: (one: Contribution) => readonly boolean[]): RefRemark[] =>
    unique(
      all
        .filter((one) => said(one).length > 0)
        .map(({ rule }) => ({ rule: rule.name, ...(rule.shadow ? { shadow: true as const } : {}) })),
    );
  return {
    outcome,
    reasons: unique(
      passes.flatMap((pass) =>
        pass.contributions.flatMap((one) => one.reasons.filter((reason) => !stale(pass, reason))),
      ),
    ),
    warnings: remarks(({ warns }) => warns),
    notes: remarks(({ notes }) => notes),
    changes: outcome === "stop" || outcome === "block" ? {} : changes,
    result: outcome === "respond" ? (responses[0] ?? null) : null,
    unclear: unique(all.filter(({ unclear }) => unclear).map(({ rule }) => rule.name)),
    failures: unique(failures),
    edge: passes.some(({ edge }) => edge),
  };
}
