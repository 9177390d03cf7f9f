// What one pass over the rules found, and how a rule's truth becomes effects: the table of design 2.9 as code.

import type { Failure, Outcome, Reason, Remark, Unclear } from "../contract.ts";
import { failureOf } from "./check-event.ts";
import type { Context } from "./context.ts";
import { bounded } from "./message.ts";
import { combine, isFinal, isStricter } from "./outcome.ts";
import type { Effect, Rule, Text } from "./program.ts";
import type { Resolver } from "./resolve-effects.ts";
import type { Count, Mark } from "./session.ts";
import { ERROR, TRUE, type Truth, UNKNOWN } from "./truth.ts";

export interface Findings {
  outcome: Outcome;
  readonly reasons: Reason[];
  readonly warnings: Remark[];
  readonly notes: Remark[];
  readonly unclear: Unclear[];
  readonly failures: Failure[];
  readonly sets: { readonly rule: Rule; readonly field: string; readonly value: (c: Context) => unknown }[];
  readonly responses: { readonly rule: Rule; readonly value: (c: Context) => unknown }[];
  readonly marks: (Mark & { readonly rule: number })[];
  readonly counts: (Count & { readonly rule: number })[];
  /** Rules whose own outcome keeps the action from happening. */
  readonly stoppers: number[];
}

export function noFindings(): Findings {
  return {
    outcome: "pass",
    reasons: [],
    warnings: [],
    notes: [],
    unclear: [],
    failures: [],
    sets: [],
    responses: [],
    marks: [],
    counts: [],
    stoppers: [],
  };
}

type OutcomeKind = "allow" | "ask" | "respond" | "block" | "stop";

/** Applies a rule whose condition is true, unknown or in error. */
export function applyRule(c: Context, rule: Rule, truth: Truth, found: Findings, resolver: Resolver): void {
  if (truth === UNKNOWN) found.unclear.push({ rule: rule.name, at: rule.at, missing: missingOf(c) });
  if (truth === ERROR) found.failures.push(failureOf("P705", { rule: rule.name }, rule.name));
  let restricts: Effect | null = null;
  for (let chain = 0; chain < rule.effects.length; chain++) {
    const effect = resolver.effectOf(rule, c.point, chain);
    if (effect === null) {
      resolver.reportDropped(rule, c.point, chain, found.failures);
      continue;
    }
    if (truth !== TRUE && isRestricting(effect)) restricts = stricterInError(restricts, effect);
    else applyEffect(c, rule, effect, truth, found, resolver);
  }
  if (restricts !== null) applyDoubt(c, rule, restricts, truth, found, resolver);
}

const isRestricting = (effect: Effect): boolean =>
  effect.kind === "stop" ||
  effect.kind === "block" ||
  effect.kind === "ask" ||
  effect.kind === "set" ||
  effect.kind === "respond";

/** What an error makes of a restricting effect: a rewrite or an answer that cannot be trusted blocks. */
const inError = (effect: Effect): "ask" | "block" | "stop" =>
  effect.kind === "stop" || effect.kind === "ask" ? effect.kind : "block";

/** Of two restricting effects of one rule, the one that decides when the condition is in error. */
const stricterInError = (a: Effect | null, b: Effect): Effect =>
  a === null || isStricter(inError(b), inError(a)) ? b : a;

/** A restricting effect under an unknown condition or one in error. */
function applyDoubt(c: Context, rule: Rule, effect: Effect, truth: Truth, found: Findings, resolver: Resolver): void {
  if (truth === ERROR) {
    return addOutcome(c, rule, inError(effect), textOf(c, effect), "error", found);
  }
  const doubt = missingOf(c).join(", ");
  const why = doubt === "" ? "cannot tell whether this applies" : `cannot tell: ${doubt}`;
  const own = rule.unknown === null ? null : resolver.unknownEffect(rule, c.point);
  if (own === null) {
    return addOutcome(
      c,
      rule,
      resolver.unknownOutcome(rule, c.point),
      `${textOf(c, effect)} (${why})`,
      "unknown",
      found,
    );
  }
  if (own.kind === "ask" || own.kind === "block" || own.kind === "stop") {
    return addOutcome(c, rule, own.kind, `${textOf(c, own)} (${why})`, "unknown", found);
  }
  applyEffect(c, rule, own, TRUE, found, resolver, "unknown");
}

/** `because`: an `if unknown` effect applies in full, and its reason says why. */
function applyEffect(
  c: Context,
  rule: Rule,
  effect: Effect,
  truth: Truth,
  found: Findings,
  resolver: Resolver,
  because: "unknown" | null = null,
): void {
  switch (effect.kind) {
    case "warn":
    case "note":
      if (truth === TRUE) addRemark(rule, effect.kind, messageOf(c, effect.text), because, found);
      return;
    case "allow":
      if (truth === TRUE) addOutcome(c, rule, "allow", messageOf(c, effect.text), because, found);
      return;
    case "ask":
    case "block":
    case "stop":
      return addOutcome(c, rule, effect.kind, messageOf(c, effect.text), because, found);
    case "respond":
      if (!rule.shadow) found.responses.push({ rule, value: effect.value });
      return addOutcome(c, rule, "respond", "answered in place of the call", because, found);
    case "set":
      if (!rule.shadow) found.sets.push({ rule, field: effect.field, value: effect.value });
      found.reasons.push(reasonOf(rule, "set", `rewrites \`${effect.field}\``, because));
      return;
    case "mark":
      found.marks.push({
        rule: rule.id,
        label: effect.label,
        shadow: rule.shadow,
        truth: truth === UNKNOWN ? UNKNOWN : TRUE,
      });
      return;
    case "count":
      found.counts.push({ rule: rule.id, counter: effect.counter, shadow: rule.shadow });
      return;
    case "run":
      return addUnrunHook(c, rule, effect.hook, found, resolver);
    case "pass":
      return;
  }
}

/** A synchronous decision cannot wait for a hook: an enforcing one counts as failed, and its failure mode decides. */
function addUnrunHook(c: Context, rule: Rule, hook: number, found: Findings, resolver: Resolver): void {
  const mode = resolver.hookMode(hook);
  if (rule.shadow || mode.observe) return;
  const failure = failureOf(
    "P711",
    { rule: rule.name, why: "this decision does not wait for external programs" },
    rule.name,
  );
  found.failures.push(failure);
  if (mode.fail === "closed") addOutcome(c, rule, "block", failure.message, "error", found);
}

function addOutcome(
  _c: Context,
  rule: Rule,
  outcome: OutcomeKind,
  message: string,
  because: "unknown" | "error" | null,
  found: Findings,
): void {
  found.reasons.push(reasonOf(rule, outcome, message, because));
  if (rule.shadow) return;
  found.outcome = combine(found.outcome, outcome);
  if (isFinal(outcome)) found.stoppers.push(rule.id);
}

function addRemark(
  rule: Rule,
  kind: "warn" | "note",
  message: string,
  because: "unknown" | null,
  found: Findings,
): void {
  const remark = { rule: rule.name, message, at: rule.at, scope: rule.scope };
  if (rule.shadow) found.reasons.push(reasonOf(rule, kind, message, because));
  else (kind === "warn" ? found.warnings : found.notes).push(remark);
}

function reasonOf(rule: Rule, effect: Reason["effect"], message: string, because: "unknown" | "error" | null): Reason {
  const reason = { rule: rule.name, effect, message: bounded(message), at: rule.at, scope: rule.scope };
  if (because === null) return rule.shadow ? { ...reason, shadow: true } : reason;
  return rule.shadow ? { ...reason, shadow: true, because } : { ...reason, because };
}

function messageOf(c: Context, text: Text): string {
  return typeof text === "string" ? text : bounded(text(c));
}

function textOf(c: Context, effect: Effect): string {
  if ("text" in effect) return messageOf(c, effect.text);
  return effect.kind === "set" ? `rewrites \`${effect.field}\`` : "answers in place of the call";
}

function missingOf(c: Context): readonly string[] {
  return c.missing.length === 0 ? c.unknownFields : [...new Set(c.missing)];
}
