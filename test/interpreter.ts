// The reference interpreter: decides events as the reference describes, over the IR, slowly and plainly.
// Property tests compare it with the emitted module; it shares no evaluation code with the engine.

import type { Ir, IrEffect, IrRule } from "../src/compiler/ir/ir.ts";
import type { FactValue, Outcome, Point } from "../src/language/contract.ts";
import { failureOutcome, fieldBehind } from "../src/language/schema.ts";
import { ERROR, FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../src/language/truth.ts";
import { checkEvent } from "./reference/check.ts";
import { evalCond, evalValue, textOf } from "./reference/conditions.ts";
import type { RefContext } from "./reference/context.ts";
import { commit, countedIn, type Memory, markedIn, newSession, type RefSession } from "./reference/state.ts";
import { allOf, type Val } from "./reference/values.ts";

export interface RefReason {
  readonly rule: string;
  /** Remarks of shadow rules stand here too: nobody is shown them. */
  readonly effect: Outcome | "set" | "warn" | "note";
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
const stricter = (a: Outcome, b: Outcome): Outcome => (strictness.indexOf(a) >= strictness.indexOf(b) ? a : b);
const isStricter = (a: Outcome, b: Outcome): boolean => strictness.indexOf(a) > strictness.indexOf(b);

const capped: readonly Point[] = ["before_completion_decision", "accept_gate"];
const mostBlocks = 3;

/** What one rule does at one event. */
interface Contribution {
  readonly rule: IrRule;
  readonly reasons: RefReason[];
  /** Values are computed only when they are needed. */
  readonly responses: (() => Val)[];
  readonly sets: { readonly field: string; readonly value: () => Val }[];
  readonly warns: boolean[];
  readonly notes: boolean[];
  readonly marks: Set<string>;
  readonly maybes: Set<string>;
  readonly counts: Set<string>;
  readonly failures: string[];
  readonly unclear: boolean;
  /** Calls that a rule which asks once has asked about. */
  readonly asked: string[];
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
      const decided = decideChecked(run, completed);
      const decision = applyCap(decided.decision, point, session);
      commitPasses(run, decided.passes, decision.outcome);
      noteAnswers(run, completed);
      return decision;
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

/** Hour and weekday are those of the event's time. */
function clockFact(key: string, time: number): FactValue | undefined {
  const date = new Date(time);
  if (key === "hour:UTC") return date.getUTCHours();
  if (key === "weekday:UTC") return ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][date.getUTCDay()];
  return undefined;
}

type Changes = { readonly [field: string]: unknown };

function decideChecked(run: Run, event: Changes): { readonly decision: RefDecision; readonly passes: readonly Pass[] } {
  const first = runPass(run, event, []);
  const passes = [first];
  const failures: string[] = [];
  let changes: Changes = {};
  let outcome = first.outcome;
  if (outcome !== "stop" && outcome !== "block") {
    const rewrites = rewritesOf(first, event, failures);
    if (rewrites === null) outcome = "block";
    else if (Object.keys(rewrites.changes).length > 0) {
      changes = rewrites.changes;
      const unknown = new Set([...run.unknown].filter((name) => !rewrites.fields.has(name)));
      const final = runPass({ ...run, unknown }, { ...event, ...changes }, first.contributions);
      passes.push(final);
      // An approval of the event as it was says nothing of the event as it is now.
      outcome = stricter(outcome === "allow" ? "pass" : outcome, final.outcome);
    }
  }
  let result: string | null = null;
  if (outcome === "respond") {
    result = resultOf(passes, failures);
    if (result === null) outcome = "block";
  }
  const decision = {
    ...merged(passes),
    outcome,
    changes: stops.includes(outcome) ? {} : changes,
    result,
    failures: unique([...failuresOf(passes), ...failures]),
  };
  return { decision, passes };
}

/** Values of `set` by field; null when two differ for one field, or one cannot be computed. */
function rewritesOf(
  pass: Pass,
  event: Changes,
  failures: string[],
): { readonly changes: Changes; readonly fields: ReadonlySet<string> } | null {
  const values = new Map<string, unknown>();
  const before = failures.length;
  for (const { rule, sets } of pass.contributions) {
    if (rule.shadow) continue;
    for (const { field: named, value } of sets) {
      const field = fieldBehind(event.point as Point, named);
      const computed = value();
      if (computed.kind !== "is") failures.push("P713");
      else if (!values.has(field)) values.set(field, plainOf(computed.value));
      else if (values.get(field) !== plainOf(computed.value)) failures.push("P707");
    }
  }
  if (failures.length > before) return null;
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
  return { changes, fields: new Set(values.keys()) };
}

const plainOf = (value: unknown): unknown => (typeof value === "object" ? textOf(value) : value);

/** The one synthetic result; null when there are two, or it cannot be computed. */
function resultOf(passes: readonly Pass[], failures: string[]): string | null {
  // A rule that answered the event as it came is not asked again about the rewritten one.
  const answers = new Map<number, readonly (() => Val)[]>();
  for (const { rule, responses } of passes.flatMap(({ contributions }) => contributions)) {
    if (!rule.shadow && responses.length > 0 && !answers.has(rule.id)) answers.set(rule.id, responses);
  }
  const values = [...answers.values()].flat().map((value) => value());
  if (values.some(({ kind }) => kind !== "is")) {
    failures.push("P713");
    return null;
  }
  const texts = unique(values.map((value) => (value.kind === "is" ? textOf(value.value) : "")));
  if (texts.length > 1) failures.push("P708");
  return texts.length > 1 ? null : (texts[0] ?? null);
}

const stops: readonly string[] = ["respond", "block", "stop"];
const stopped = ({ rule, reasons }: Contribution): boolean =>
  !rule.shadow && reasons.some(({ effect }) => stops.includes(effect));

/** If the action does not happen, only what the rules that stopped it had to remember is remembered. */
function commitPasses(run: Run, passes: readonly Pass[], outcome: Outcome): void {
  const all = passes.flatMap(({ contributions }) => contributions);
  const stoppers = new Set(all.filter(stopped).map(({ rule }) => rule.id));
  for (const one of all) {
    if (stops.includes(outcome) && !stoppers.has(one.rule.id)) continue;
    for (const call of one.asked) run.session.asked.add(call);
    commit(one.rule.shadow ? run.session.shadow : run.session.enforcing, one, run.time, run.key);
  }
}

/** All rules of the point on one version of the event: first those that mark or count, by stratum, then the others. */
function runPass(run: Run, event: Changes, earlier: readonly Contribution[]): Pass {
  const { ir, session } = run;
  const rules = ir.rules.filter((rule) => rule.points.includes(run.point));
  const done: Contribution[] = [];
  let edge = false;
  const real = (path: string): string | null => {
    const answer = run.options.world(`realpath:${path}`);
    return typeof answer === "string" ? answer : null;
  };
  const context = (rule: IrRule): RefContext => {
    const seen = [...earlier, ...done].filter((one) => rule.shadow || !one.rule.shadow);
    const memories = rule.shadow ? [session.enforcing, session.shadow] : [session.enforcing];
    return {
      ir,
      event,
      unknown: run.unknown,
      places: { workdir: String(event.workdir), cwd: String(event.cwd), home: run.options.home, real },
      own: run.options.own,
      world: (key) => clockFact(key, run.time) ?? run.options.world(key),
      shadow: rule.shadow,
      approves: rule.effects.flat().some(({ kind }) => kind === "allow"),
      marked: (label) => markedIn([...memories, ...seen], label),
      counted: (counter, windowMs) => {
        // Shadow rules see all that either kind of rule counted, and never less than the others do.
        const among = (memories: readonly Memory[], by: readonly Contribution[], from: number) =>
          countedIn(memories, counter, from, { key: run.key, counts: by.some((one) => one.counts.has(counter)) });
        const enforcing = seen.filter((one) => !one.rule.shadow);
        const count = (from: number) =>
          Math.max(among([session.enforcing], enforcing, from), among(memories, seen, from));
        if (count(run.time - windowMs) !== count(run.time - windowMs - (2 * windowMs) / 60)) edge = true;
        return count(run.time - windowMs);
      },
    };
  };
  /** Not every effect of it is left out on this target. */
  const stands = (rule: IrRule): boolean =>
    rule.resolved[run.options.target]?.[run.point]?.every((choice) => choice === -1) !== true;
  const evaluate = (group: readonly IrRule[]): void => {
    // Rules of one stratum do not see each other.
    done.push(
      ...group.filter(stands).map((rule) => {
        const c = context(rule);
        const truth = allOf(rule.conditions.map(({ cond }) => evalCond(c, cond, loosens(rule))));
        return contribution(run, rule, truth, c, earlier.length === 0);
      }),
    );
  };
  const strata = [...new Set(rules.map(({ stratum }) => stratum).filter((stratum) => stratum !== null))];
  for (const stratum of strata.sort((a, b) => a - b)) evaluate(rules.filter((rule) => rule.stratum === stratum));
  evaluate(rules.filter((rule) => rule.stratum === null));

  let outcome: Outcome = "pass";
  for (const { rule, reasons } of done) {
    if (rule.shadow) continue;
    for (const { effect } of reasons) {
      if (effect !== "set" && effect !== "warn" && effect !== "note") outcome = stricter(outcome, effect);
    }
  }
  return { outcome, contributions: done, edge };
}

const loosens = ({ effects }: IrRule): boolean => effects.some((chain) => chain.some(({ kind }) => kind === "allow"));

const restricting: readonly string[] = ["stop", "block", "ask", "set", "respond"];

/** The table of design 2.9, step 4. */
function contribution(run: Run, rule: IrRule, truth: Truth, c: RefContext, first: boolean): Contribution {
  const chosen = run.ir.rules[rule.id]?.resolved[run.options.target]?.[run.point];
  const effects = rule.effects.map((chain, at) => chain[chosen?.[at] ?? 0]).filter((effect) => effect !== undefined);
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
    asked: [],
    failures: truth === ERROR ? [`P705 ${rule.name}`] : [],
    unclear: truth === UNKNOWN || truth === UNLIKELY,
  };
  if (truth === FALSE) return out;
  for (const effect of effects) {
    if (effect.kind === "mark") (truth === UNKNOWN || truth === UNLIKELY ? out.maybes : out.marks).add(effect.label);
    if (effect.kind === "count") out.counts.add(effect.counter);
  }
  if (truth === TRUE) {
    // Rewrites are made once, on the event as it came.
    for (const effect of effects) {
      const asksOnce = effect.kind === "ask" && effect.once === true && !rule.shadow;
      if (asksOnce) askOnce(run, out, c);
      else if (first || effect.kind !== "set") applyEffect(out, effect, c, undefined);
    }
  }
  const disturbs = truth === UNKNOWN || (truth === UNLIKELY && rule.unknown !== null);
  if (disturbs && effects.some(({ kind }) => restricting.includes(kind))) {
    const kind = rule.unknownOutcome[run.options.target]?.[run.point] ?? "ask";
    const own = rule.unknown === null || rule.unknown.kind === "ask" ? { kind, message: [] } : rule.unknown;
    applyEffect(out, own, c, "unknown");
  }
  if (truth === ERROR) {
    const kinds = effects.map(({ kind }) => (kind === "set" || kind === "respond" ? "block" : kind));
    const strictest = (["stop", "block", "ask"] as const).find((kind) => kinds.includes(kind));
    if (strictest !== undefined) applyEffect(out, { kind: strictest, message: [] }, c, "error");
  }
  return out;
}

/** A rule that asks once is silent after a call that it asked about has run. */
function askOnce(run: Run, out: Contribution, c: RefContext): void {
  const isAnswered = run.session.answered.has(out.rule.name);
  out.reasons.push({ rule: out.rule.name, effect: isAnswered ? "pass" : "ask" });
  const call = callOf(c.event, run.unknown);
  if (!isAnswered && call !== null) out.asked.push(`${out.rule.name} ${call}`);
}

/** The id of a call with all that it does; null when something of it is not known. */
function callOf(event: Changes, unknown: ReadonlySet<string>): string | null {
  const { call_id: id, tool, tool_name: name, input, session_id: session } = event;
  if (unknown.size > 0 || typeof id !== "string" || id === "" || tool === undefined) return null;
  if (session === undefined || session === "" || session === "default") return null;
  const fields = Object.entries(input as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([id, tool, name, fields]);
}

/** The report that a call ran answers the rules that asked about it, whatever they decide about the report. */
function noteAnswers({ ir, session, point, unknown, options }: Run, event: Changes): void {
  const at = ir.answeredAt?.[options.target] ?? [];
  const isError = point === "after_tool_failure" || event.is_error !== false;
  if (!at.includes(point) || (isError && !at.includes("after_tool_failure"))) return;
  const call = callOf(event, unknown);
  for (const { name } of ir.rules) if (session.asked.has(`${name} ${call}`)) session.answered.add(name);
}

function applyEffect(
  out: Contribution,
  effect: IrEffect,
  c: RefContext,
  because: "unknown" | "error" | undefined,
): void {
  const { rule } = out;
  const add = (kind: RefReason["effect"]): void => {
    out.reasons.push({
      rule: rule.name,
      effect: kind,
      ...(because === undefined ? {} : { because }),
      ...(rule.shadow ? { shadow: true as const } : {}),
    });
  };
  switch (effect.kind) {
    case "warn":
    case "note":
      if (rule.shadow) add(effect.kind);
      else (effect.kind === "warn" ? out.warns : out.notes).push(true);
      return;
    case "allow":
    case "ask":
    case "block":
    case "stop":
      add(effect.kind);
      return;
    case "respond":
      add("respond");
      out.responses.push(() => evalValue(c, effect.value, new Map()));
      return;
    case "set":
      add("set");
      out.sets.push({ field: effect.field, value: () => evalValue(c, effect.value, new Map()) });
      return;
    default:
      return;
  }
}

const unique = <T>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

const failuresOf = (passes: readonly Pass[]): string[] =>
  passes.flatMap(({ contributions }) => contributions.flatMap(({ failures }) => failures));

/** Both passes as one: a rule's stricter outcome stands, and `allow` only if the last pass gives it. */
function merged(passes: readonly Pass[]): Pick<RefDecision, "reasons" | "warnings" | "notes" | "unclear" | "edge"> {
  const last = passes[passes.length - 1];
  const all = passes.flatMap(({ contributions }) => contributions);
  const reasons = unique(
    passes.flatMap((pass) =>
      pass.contributions.flatMap((one) => one.reasons.filter(({ effect }) => effect !== "allow" || pass === last)),
    ),
  );
  const beaten = (reason: RefReason): boolean =>
    isOutcome(reason) &&
    reasons.some(
      (other, at) =>
        isOutcome(other) &&
        other.rule === reason.rule &&
        (isStricter(other.effect as Outcome, reason.effect as Outcome) ||
          (other.effect === reason.effect && at < reasons.indexOf(reason))),
    );
  const remarks = (said: (one: Contribution) => readonly boolean[]): RefRemark[] =>
    unique(all.filter((one) => said(one).length > 0).map(({ rule }) => ({ rule: rule.name })));
  return {
    reasons: reasons.filter((reason) => !beaten(reason)),
    warnings: remarks(({ warns }) => warns),
    notes: remarks(({ notes }) => notes),
    unclear: unique(all.filter(({ unclear }) => unclear).map(({ rule }) => rule.name)),
    edge: passes.some(({ edge }) => edge),
  };
}

const isOutcome = ({ effect }: RefReason): boolean => strictness.includes(effect as Outcome);
