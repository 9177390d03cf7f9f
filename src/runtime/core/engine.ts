// Decides one event, by the steps of LANGUAGE.md, "How one event is decided". Never throws: whatever goes wrong
// becomes a failure with the failure outcome of its point.

import type { Decision, Failure, Json, Outcome, Point, Reason, Result } from "../contract.ts";
import { type Fields, failureOutcome } from "../schema.ts";
import { candidates } from "./candidates.ts";
import { type CheckOptions, checkEvent, failureOf } from "./check-event.ts";
import { Context, TimeUnknown } from "./context.ts";
import { applyRule, type Findings, noFindings } from "./findings.ts";
import { maskSecrets } from "./mask.ts";
import { cut, visible } from "./message.ts";
import { combine, isFinal, isStricter, proceeds } from "./outcome.ts";
import type { PointPlan, Program, Rule } from "./program.ts";
import { type Can, resolverFor } from "./resolve-effects.ts";
import { rewrite } from "./rewrite.ts";
import { memoryStore, type SessionState, type SessionStore, type StateChange } from "./session.ts";
import { surroundingsOf, type World } from "./surroundings.ts";
import { FALSE, TRUE, type Truth, UNKNOWN } from "./truth.ts";

export interface PolicyOptions {
  readonly revision: string;
  /** The host the decisions are for; our own runtime when left out. */
  readonly target?: string;
  /** What that host can do, when the program was not compiled for it. */
  readonly can?: Can;
  /** Answers facts; without it every fact is unknown. */
  readonly world?: World;
  /** The clock; undefined seals the time. */
  readonly now?: () => number | undefined;
  readonly home?: string;
  /** The project when the host does not say. */
  readonly workdir?: string;
  /** Folders and files of policyc itself, for `is policyc`. */
  readonly own?: readonly string[];
  readonly store?: SessionStore;
  /** False tests every rule of the point, index or not; decisions are the same. */
  readonly indexed?: boolean;
  /** Fills `duration_us`. */
  readonly timed?: boolean;
}

/** A rule's part in an explanation. */
export interface RuleTrace {
  readonly rule: number;
  readonly truth: Truth;
  /** The first false condition, by its number in the manifest; null when the rule is not false. */
  readonly missed: number | null;
  readonly missing: readonly string[];
}

export interface Explanation {
  readonly decision: Decision;
  readonly rules: readonly RuleTrace[];
  /** The event as the rules saw it, for operand values; null when it was refused. */
  readonly context: Context | null;
}

export interface Policy {
  decideSync(event: unknown): Decision;
  /** The two halves of decideSync, for callers that decide one event more than once. Null: the event is malformed. */
  check(event: unknown): Context | null;
  decideChecked(c: Context): Decision;
  /** The truth of one rule's condition, without deciding or changing state. */
  truthOf(
    rule: number,
    event: unknown,
  ): {
    readonly truth: Truth;
    readonly missed: number | null;
    readonly missing: readonly string[];
    readonly failure?: Failure;
  };
  /** Decides without changing state, and says of every rule of the point why. */
  explain(event: unknown): Explanation;
  readonly store: SessionStore;
}

/** The action must go on here, at most this often in a row. */
const COMPLETION_CAP = 3;
const isCompletion = (point: Point): boolean => point === "before_completion_decision" || point === "accept_gate";

const noTools: { readonly [tool: string]: Fields } = {};

export function policyOf(program: Program, options: PolicyOptions): Policy {
  const now = options.now ?? Date.now;
  const checks: CheckOptions = {
    around: surroundingsOf({
      world: options.world,
      home: options.home,
      own: options.own ?? [],
      namedFolders: program.folders,
    }),
    tools: program.tools ?? noTools,
    now,
    workdir: options.workdir ?? "/",
  };
  const store = options.store ?? memoryStore({ counters: program.counters });
  const resolver = resolverFor(program, options.target ?? "policyc", options.can);
  const indexed = options.indexed !== false;
  const gates = program.points.before_completion_decision !== undefined || program.points.accept_gate !== undefined;
  const keepsState = program.labels.length > 0 || Object.keys(program.counters).length > 0;
  const shadowCounted = countersOfShadowRules(program);
  const ruleOf = (id: number): Rule => program.rules[id] as Rule;

  /** Steps 3 and 4: every rule of the point, those that mark or count first. */
  function runRules(c: Context, plan: PointPlan): Findings {
    const found = noFindings();
    for (const id of plan.state) {
      const truth = testRule(c, ruleOf(id), found);
      if (truth !== FALSE) overlay(c, found, ruleOf(id), truth);
    }
    const ids = indexed ? candidates(plan, c) : plan.all;
    for (const id of ids) {
      if (!indexed && plan.state.includes(id)) continue;
      testRule(c, ruleOf(id), found);
    }
    if (plan.state.length > 0) sortByRule(found, program);
    return found;
  }

  function testRule(c: Context, rule: Rule, found: Findings): Truth {
    const truth = truthOfRule(c, rule);
    if (truth !== FALSE) applyRule(c, rule, truth, found, resolver);
    return truth;
  }

  /** What later rules see of a rule that marks or counts. */
  function overlay(c: Context, found: Findings, rule: Rule, truth: Truth): void {
    for (const mark of found.marks) {
      if (mark.rule !== rule.id) continue;
      c.marks ??= new Map();
      const key = mark.shadow ? `~${mark.label}` : mark.label;
      if (c.marks.get(key) !== TRUE) c.marks.set(key, truth === UNKNOWN ? UNKNOWN : TRUE);
    }
    for (const count of withShadow(found.counts, shadowCounted)) {
      if (count.rule !== rule.id || alreadyCounted(c, count.counter, count.shadow)) continue;
      c.counts ??= new Set();
      c.counts.add(count.shadow ? `~${count.counter}` : count.counter);
    }
  }

  function alreadyCounted(c: Context, counter: string, shadow: boolean): boolean {
    const call = callOf(c);
    return call !== null && c.stateOf()?.hasCounted(call, counter, shadow) === true;
  }

  /** Opens the session and settles the time: never earlier than the session's last. */
  function openState(c: Context, failures: Failure[]): void {
    const open = (): SessionState | null => {
      try {
        return store.read(c.session_id, c.time_ms ?? 0);
      } catch (error) {
        failures.push(failureOf("P706", { why: reasonText(error) }));
        return null;
      }
    };
    c.openSession = open;
    const session = c.stateOf();
    if (session !== null && c.time_ms !== undefined) c.time_ms = Math.max(c.time_ms, session.lastTime);
  }

  /** Step 5: the state effects that stand. Returns false when they could not be kept. */
  function commitState(
    c: Context,
    passes: readonly Findings[],
    outcome: Outcome,
    blocksInRow: number | null,
    failures: Failure[],
  ): boolean {
    const stands = isFinal(outcome)
      ? (rule: number) => passes.some((pass) => pass.stoppers.includes(rule))
      : () => true;
    const change: StateChange = {
      marks: passes.flatMap((pass) => pass.marks.filter((mark) => stands(mark.rule))),
      counts: distinctCounts(
        withShadow(
          passes.flatMap((pass) => pass.counts.filter((count) => stands(count.rule))),
          shadowCounted,
        ),
      ),
      blocksInRow,
      time: c.time_ms ?? c.stateOf()?.lastTime ?? 0,
      call: callOf(c),
    };
    try {
      store.commit(c.session_id, change);
      return true;
    } catch (error) {
      failures.push(failureOf("P706", { why: reasonText(error) }));
      return change.marks.length === 0 && change.counts.length === 0 && change.blocksInRow === null;
    }
  }

  function decideChecked(c: Context, commits: boolean): Decision {
    const plan = program.points[c.point];
    const stateful = keepsState || (gates && (isCompletion(c.point) || c.point === "user_prompt_submit"));
    if (plan === undefined && !stateful) return passDecision(c);
    const failures: Failure[] = [];
    if (stateful) openState(c, failures);
    const first = plan === undefined ? noFindings() : runRules(c, plan);
    const passes = [first];
    let outcome = first.outcome;
    let changes: { [field: string]: Json } | undefined;
    let seen = c;

    // An answer in place of the call does not hide that two rewrites disagree, or that the rewritten call is blocked.
    if (first.sets.length > 0 && outcome !== "stop" && outcome !== "block") {
      const rewritten = rewrite(c, first.sets, failures);
      if (rewritten === null) outcome = "block";
      else if (rewritten.context !== null && plan !== undefined) {
        seen = rewritten.context;
        changes = rewritten.changes;
        const final = runRules(seen, plan);
        passes.push(final);
        outcome = combine(outcome === "allow" ? "pass" : outcome, final.outcome);
      }
    }

    const result = outcome === "respond" ? respondWith(passes, [c, seen], failures) : undefined;
    if (result === null) outcome = "block";
    let blocksInRow: number | null = null;
    if (isCompletion(c.point) || c.point === "user_prompt_submit") {
      const capped = stateful ? capCompletion(c, outcome, failures) : null;
      if (capped !== null) ({ outcome, blocksInRow } = capped);
    }
    if (stateful && commits && !commitState(c, passes, outcome, blocksInRow, failures))
      outcome = combine(outcome, failureOutcome[c.point]);
    return decisionOf(seen, passes, outcome, isFinal(outcome) ? undefined : changes, result ?? undefined, failures);
  }

  function decisionOf(
    c: Context,
    passes: readonly Findings[],
    outcome: Outcome,
    changes: { [field: string]: Json } | undefined,
    result: Result | undefined,
    failures: readonly Failure[],
  ): Decision {
    const [first, final] = passes as [Findings, Findings | undefined];
    const merged = final === undefined ? first : mergePasses(first, final);
    return {
      proceed: proceeds(outcome),
      outcome,
      reasons: merged.reasons,
      warnings: merged.warnings,
      notes: merged.notes,
      ...(changes === undefined ? {} : { changes }),
      ...(result === undefined ? {} : { result }),
      unclear: merged.unclear,
      failures: failures.length === 0 ? merged.failures : [...merged.failures, ...failures],
      revision: options.revision,
      facts: c.facts,
    };
  }

  function passDecision(c: Context): Decision {
    return {
      proceed: true,
      outcome: "pass",
      reasons: [],
      warnings: [],
      notes: [],
      unclear: [],
      failures: [],
      revision: options.revision,
      facts: c.facts,
    };
  }

  /** Nothing could be decided: the failure outcome of the point, up to the cap where the agent would never end. */
  function failed(point: Point | null, failure: Failure, event: unknown): Decision {
    let outcome: Outcome = point === null ? "block" : failureOutcome[point];
    const failures = [failure];
    if (point !== null && isCompletion(point)) outcome = capFailed(event, failures);
    return {
      proceed: proceeds(outcome),
      outcome,
      reasons: [],
      warnings: [],
      notes: [],
      unclear: [],
      failures,
      revision: options.revision,
      facts: {},
    };
  }

  function capFailed(event: unknown, failures: Failure[]): Outcome {
    try {
      const id = typeof event === "object" && event !== null && "session_id" in event ? event.session_id : undefined;
      const session = typeof id === "string" && id !== "" ? id : "default";
      const time = now() ?? 0;
      const state = store.read(session, time);
      const inRow = state.blocksInRow + 1;
      const isCapped = inRow > COMPLETION_CAP;
      store.commit(session, {
        marks: [],
        counts: [],
        blocksInRow: isCapped ? 0 : inRow,
        time: Math.max(time, state.lastTime),
        call: null,
      });
      if (isCapped) failures.push(failureOf("P709", { count: String(COMPLETION_CAP) }));
      return isCapped ? "pass" : "block";
    } catch {
      return "block";
    }
  }

  function guarded(event: unknown, run: (c: Context) => Decision): Decision {
    let point: Point | null = null;
    try {
      const c = checkEvent(event, checks);
      if (!(c instanceof Context)) return failed(c.point, c.failure, event);
      point = c.point;
      return run(c);
    } catch (error) {
      return failed(point, failureOf("P704", { why: reasonText(error) }), event);
    }
  }

  return {
    store,
    check(event) {
      const c = checkEvent(event, checks);
      return c instanceof Context ? c : null;
    },
    decideChecked(c) {
      try {
        return decideChecked(c, true);
      } catch (error) {
        return failed(c.point, failureOf("P704", { why: reasonText(error) }), c);
      }
    },
    decideSync(event) {
      if (options.timed !== true) return guarded(event, (c) => decideChecked(c, true));
      const start = performance.now();
      const decision = guarded(event, (c) => decideChecked(c, true));
      return { ...decision, duration_us: Math.round((performance.now() - start) * 1000) };
    },
    truthOf(rule, event) {
      const c = checkEvent(event, checks);
      if (!(c instanceof Context)) return { truth: UNKNOWN, missed: null, missing: [], failure: c.failure };
      openState(c, []);
      const plan = program.points[c.point];
      const found = noFindings();
      for (const id of plan?.state ?? []) {
        if (id === rule) break;
        const truth = testRule(c, ruleOf(id), found);
        if (truth !== FALSE) overlay(c, found, ruleOf(id), truth);
      }
      return { ...traceOf(c, ruleOf(rule)) };
    },
    explain(event) {
      let seen: Context | null = null;
      const decision = guarded(event, (c) => {
        seen = c;
        return decideChecked(c, false);
      });
      const context = seen as Context | null;
      const plan = context === null ? undefined : program.points[context.point];
      const rules = context === null ? [] : (plan?.all ?? []).map((id) => traceOf(context, ruleOf(id)));
      return { decision, rules, context };
    },
  };

  function traceOf(c: Context, rule: Rule): RuleTrace {
    c.missed = -1;
    const truth = truthOfRule(c, rule);
    return {
      rule: rule.id,
      truth,
      missed: truth === FALSE && c.missed !== -1 ? c.missed : null,
      missing: [...new Set(c.missing)],
    };
  }

  /** Sends the agent back at most three times in a row, then lets it end, with a failure. */
  function capCompletion(
    c: Context,
    outcome: Outcome,
    failures: Failure[],
  ): { outcome: Outcome; blocksInRow: number | null } | null {
    const session = c.stateOf();
    if (session === null) return null;
    if (!isCompletion(c.point) || outcome !== "block")
      return session.blocksInRow > 0 ? { outcome, blocksInRow: 0 } : null;
    if (session.blocksInRow < COMPLETION_CAP) return { outcome, blocksInRow: session.blocksInRow + 1 };
    failures.push(failureOf("P709", { count: String(COMPLETION_CAP) }));
    return { outcome: "pass", blocksInRow: 0 };
  }
}

function truthOfRule(c: Context, rule: Rule): Truth {
  if (c.missing.length > 0) c.missing = [];
  try {
    return rule.test(c);
  } catch (error) {
    if (!(error instanceof TimeUnknown)) throw error;
    c.missing.push("time");
    return UNKNOWN;
  }
}

/** A call the host names counts once, however often it is reported at a point. */
function callOf(c: Context): string | null {
  return typeof c.call_id === "string" ? `${c.point} ${c.call_id}` : null;
}

function countersOfShadowRules(program: Program): ReadonlySet<string> {
  const counters = new Set<string>();
  for (const rule of program.rules) {
    if (!rule.shadow) continue;
    for (const effect of rule.effects.flat()) if (effect.kind === "count") counters.add(effect.counter);
  }
  return counters;
}

/** What shadow rules see of a counter is every event that either kind counts, so enforcing counts go there too. */
function withShadow(counts: Findings["counts"], shadowCounted: ReadonlySet<string>): Findings["counts"] {
  if (shadowCounted.size === 0) return counts;
  return counts.flatMap((count) =>
    count.shadow || !shadowCounted.has(count.counter) ? [count] : [count, { ...count, shadow: true }],
  );
}

/** An event adds at most one to a counter, however many rules count it. */
function distinctCounts(counts: Findings["counts"]): Findings["counts"] {
  return counts.filter(
    (one, i) => counts.findIndex((other) => other.counter === one.counter && other.shadow === one.shadow) === i,
  );
}

function sortByRule(found: Findings, program: Program): void {
  if (found.reasons.length < 2 && found.warnings.length < 2 && found.notes.length < 2 && found.unclear.length < 2)
    return;
  const order = new Map(program.rules.map((rule) => [rule.name, rule.id]));
  const byRule = (a: { readonly rule: string }, b: { readonly rule: string }): number =>
    (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0);
  for (const list of [found.reasons, found.warnings, found.notes, found.unclear] as { readonly rule: string }[][])
    list.sort(byRule);
}

/** Reasons, warnings and notes of both passes, once per rule, the stricter standing; `allow` only from the final pass. */
function mergePasses(
  first: Findings,
  final: Findings,
): Pick<Findings, "reasons" | "warnings" | "notes" | "unclear" | "failures"> {
  const reasons = new Map<string, Reason>();
  for (const [pass, list] of [first.reasons, final.reasons].entries()) {
    for (const reason of list) {
      // Rewrites are made once, on the event as it came.
      if (pass === 0 ? reason.effect === "allow" : reason.effect === "set") continue;
      const key = `${reason.rule} ${isOutcome(reason.effect) ? "outcome" : reason.effect}`;
      const known = reasons.get(key);
      if (
        known === undefined ||
        (isOutcome(reason.effect) && isOutcome(known.effect) && isStricter(reason.effect, known.effect))
      )
        reasons.set(key, reason);
    }
  }
  const once = <R extends { readonly rule?: string }>(a: readonly R[], b: readonly R[]): R[] => [
    ...a,
    ...b.filter((one) => !a.some((other) => other.rule === one.rule)),
  ];
  return {
    reasons: [...reasons.values()],
    warnings: once(first.warnings, final.warnings),
    notes: once(first.notes, final.notes),
    unclear: once(first.unclear, final.unclear),
    failures: once(first.failures, final.failures),
  };
}

const isOutcome = (effect: Reason["effect"]): effect is Outcome =>
  effect !== "set" && effect !== "warn" && effect !== "note";

/** The synthetic result, or null when rules disagree about it or it cannot be computed. */
function respondWith(passes: readonly Findings[], contexts: readonly Context[], failures: Failure[]): Result | null {
  // A rule that answered the event as it came is not asked again about the rewritten one.
  const first = passes[0]?.responses ?? [];
  const answers = passes.flatMap((pass, i) =>
    pass.responses
      .filter(({ rule }) => i === 0 || !first.some((earlier) => earlier.rule === rule))
      .map(({ rule, value }) => ({ rule: rule.name, text: value(contexts[i] as Context) })),
  );
  const bad = answers.find((answer) => typeof answer.text !== "string");
  if (bad !== undefined) {
    failures.push(failureOf("P713", { field: "result", rule: bad.rule }, bad.rule));
    return null;
  }
  const texts = new Set(answers.map((answer) => answer.text as string));
  if (texts.size > 1) {
    failures.push(
      failureOf("P708", { rules: [...new Set(answers.map((answer) => `\`${answer.rule}\``))].join(" and ") }),
    );
    return null;
  }
  const [text] = texts;
  return { text: text ?? "" };
}

function reasonText(error: unknown): string {
  try {
    return cut(visible(maskSecrets(error instanceof Error ? error.message : String(error))), 200);
  } catch {
    return "an error that cannot be shown";
  }
}
