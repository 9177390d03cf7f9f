// What one pass over the rules found, and how a rule's truth becomes effects: the table of design 2.9 as code.

import { append } from "../../language/append.ts";
import type { Failure, Outcome, Reason, Remark, Unclear } from "../../language/contract.ts";
import { bounded, show } from "../../language/message.ts";
import { combine, isFinal, isOutcome, isStricter } from "../../language/outcome.ts";
import { rulesOfReason } from "../../language/reason-rules.ts";
import { ERROR, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import { isAnswered, questionOf } from "./ask-once.ts";
import { failureOf } from "./event/check-event.ts";
import { matchedText } from "./event/command.ts";
import type { Context } from "./event/context.ts";
import type { Count, Mark } from "./event/session.ts";
import { unreadCommand } from "./event/unread-command.ts";
import type { Deciding, Effect, EffectText, Rule } from "./program.ts";
import type { Resolver } from "./resolve-effects.ts";
import { addSharedDoubt } from "./shared-doubts.ts";

interface Computed {
  readonly rule: Rule;
  readonly value: (c: Context) => unknown;
}

export interface Findings {
  outcome: Outcome;
  // Each is one shared, frozen empty list until something is added: most events leave most of them empty.
  reasons: readonly Reason[];
  warnings: readonly Remark[];
  notes: readonly Remark[];
  unclear: readonly Unclear[];
  failures: readonly Failure[];
  sets: readonly (Computed & { readonly field: string })[];
  responses: readonly Computed[];
  marks: readonly (Mark & { readonly rule: string })[];
  counts: readonly (Count & { readonly rule: string })[];
  hooks: readonly { readonly rule: Rule; readonly hook: number }[];
  /** Reasons of rules that could not read the command, by what stands in the way; null when there are none. */
  shared: Map<string, Reason> | null;
}

const none: readonly never[] = Object.freeze([]);

export function noFindings(): Findings {
  return {
    outcome: "pass",
    reasons: none,
    warnings: none,
    notes: none,
    unclear: none,
    failures: none,
    sets: none,
    responses: none,
    marks: none,
    counts: none,
    hooks: none,
    shared: null,
  };
}

type OutcomeKind = "pass" | "allow" | "ask" | "respond" | "block" | "stop";
type Because = "unknown" | "error" | null;

/** Applies a rule whose condition is true, unknown or in error. */
export function applyRule(c: Context, rule: Rule, truth: Truth, found: Findings, resolver: Resolver): void {
  if (resolver.isLeftOut(rule, c.point)) return;
  if (truth !== TRUE) return applyInDoubt(c, rule, truth, found, resolver);
  for (let chain = 0; chain < rule.effects.length; chain++) {
    const effect = resolver.effectOf(rule, c.point, chain);
    if (effect === null) addDropped(c, rule, chain, found, resolver);
    else if (effect.kind === "ask" && effect.once === true && !rule.shadow) askOnce(c, rule, effect, found);
    else applyEffect(c, rule, effect, found, null, resolver);
  }
}

const ANSWERED = "asked before in this session, and the call ran";

/** Only where the condition is true: an answer about one call says nothing about a doubt. */
function askOnce(c: Context, rule: Rule, effect: Deciding, found: Findings): void {
  if (isAnswered(c, rule)) return addOutcome(rule, "pass", ANSWERED, null, found);
  addOutcome(rule, "ask", messageOf(c, effect.text), null, found);
  const question = questionOf(c, rule);
  if (question !== null) found.marks = append(found.marks, question);
}

function addDropped(c: Context, rule: Rule, chain: number, found: Findings, resolver: Resolver): void {
  found.failures = append(found.failures, resolver.dropped(rule, c.point, chain));
}

/** Of the restricting effects the strictest counts; of the others only those that change state or call a hook. */
function applyInDoubt(c: Context, rule: Rule, truth: Truth, found: Findings, resolver: Resolver): void {
  if (truth === UNKNOWN || truth === UNLIKELY)
    found.unclear = append(found.unclear, { rule: rule.name, at: rule.at, missing: missingOf(c) });
  if (truth === ERROR) found.failures = append(found.failures, failureOf("P705", { rule: rule.name }, rule.name));
  let restricts: Effect | null = null;
  for (let chain = 0; chain < rule.effects.length; chain++) {
    const effect = resolver.effectOf(rule, c.point, chain);
    if (effect === null) addDropped(c, rule, chain, found, resolver);
    else if (isRestricting(effect)) restricts = stricterInError(restricts, effect);
    else if (effect.kind === "mark") addMark(rule, effect.label, truth, found);
    else if (effect.kind === "count") addCount(rule, effect.counter, found, resolver);
    else if (effect.kind === "run") found.hooks = append(found.hooks, { rule, hook: effect.hook });
  }
  // An unlikely match is only recorded, unless the rule itself says what to do when unknown.
  if (restricts !== null && (truth !== UNLIKELY || rule.unknown !== null))
    applyDoubt(c, rule, restricts, truth, found, resolver);
}

const isDeciding = (effect: Effect): effect is Deciding =>
  effect.kind === "block" || effect.kind === "ask" || effect.kind === "stop";

const isRestricting = (effect: Effect): boolean =>
  isDeciding(effect) || effect.kind === "set" || effect.kind === "respond";

/** A restricting effect when the condition is in error: a rewrite or a result that cannot be trusted blocks. */
const inError = (effect: Effect): "ask" | "block" | "stop" =>
  effect.kind === "stop" || effect.kind === "ask" ? effect.kind : "block";

/** Of two restricting effects of one rule, the one that decides when the condition is in error. */
const stricterInError = (a: Effect | null, b: Effect): Effect =>
  a === null || isStricter(inError(b), inError(a)) ? b : a;

/** A restricting effect under an unknown condition or one in error. */
function applyDoubt(c: Context, rule: Rule, effect: Effect, truth: Truth, found: Findings, resolver: Resolver): void {
  if (truth === ERROR) return addOutcome(rule, inError(effect), textOf(c, effect), "error", found);
  const doubt = missingOf(c).join(", ");
  const why = doubt === "" ? "could not determine whether this applies" : `could not determine: ${doubt}`;
  const own = rule.unknown === null ? null : resolver.unknownEffect(rule, c.point);
  if (own === null) {
    const outcome = resolver.unknownOutcome(rule, c.point);
    const message = `${textOf(c, effect)} (${why})`;
    const unread = rule.shadow ? null : unreadCommand(c);
    if (unread === null) return addOutcome(rule, outcome, message, "unknown", found);
    addSharedDoubt(found, reasonOf(rule, outcome, message, "unknown"), unread);
    found.outcome = combine(found.outcome, outcome);
    return;
  }
  if (isDeciding(own)) return addOutcome(rule, own.kind, `${textOf(c, own)} (${why})`, "unknown", found);
  applyEffect(c, rule, own, found, "unknown", resolver);
}

/** `because`: an `if unknown` effect applies in full, and its reason says why. */
function applyEffect(
  c: Context,
  rule: Rule,
  effect: Effect,
  found: Findings,
  because: Because,
  resolver: Resolver,
): void {
  // Separate from the rest, so that this is small enough to be inlined where rules are tested.
  if (isDeciding(effect)) addOutcome(rule, effect.kind, messageOf(c, effect.text), because, found);
  else applyOther(c, rule, effect, found, because, resolver);
}

function applyOther(
  c: Context,
  rule: Rule,
  effect: Exclude<Effect, Deciding>,
  found: Findings,
  because: Because,
  resolver: Resolver,
): void {
  switch (effect.kind) {
    case "warn":
    case "note":
      return addRemark(rule, effect.kind, messageOf(c, effect.text), because, found);
    case "allow":
      return addOutcome(rule, "allow", messageOf(c, effect.text), because, found);
    case "respond":
      if (!rule.shadow) found.responses = append(found.responses, { rule, value: effect.value });
      return addOutcome(rule, "respond", "a response replaces the call", because, found);
    case "set":
      if (!rule.shadow) found.sets = append(found.sets, { rule, field: effect.field, value: effect.value });
      found.reasons = append(found.reasons, reasonOf(rule, "set", `rewrites \`${effect.field}\``, because));
      return;
    case "mark":
      return addMark(rule, effect.label, TRUE, found);
    case "count":
      return addCount(rule, effect.counter, found, resolver);
    case "run":
      found.hooks = append(found.hooks, { rule, hook: effect.hook });
      return;
    case "pass":
      return;
  }
}

function addMark(rule: Rule, label: string, truth: Truth, found: Findings): void {
  const mark = {
    rule: rule.name,
    label,
    shadow: rule.shadow,
    truth: truth === UNKNOWN || truth === UNLIKELY ? UNKNOWN : TRUE,
  } as const;
  found.marks = append(found.marks, mark);
}

/** Shadow rules see every event that either kind of rule counts. */
function addCount(rule: Rule, counter: string, found: Findings, resolver: Resolver): void {
  found.counts = append(found.counts, { rule: rule.name, counter, shadow: rule.shadow });
  if (!rule.shadow && resolver.isCountedInShadow(counter))
    found.counts = append(found.counts, { rule: rule.name, counter, shadow: true });
}

/** Hooks that a decision does not wait for: an enforcing one counts as failed, and its failure mode decides. */
export function failHooks(found: Findings, resolver: Resolver): void {
  for (const { rule, hook } of found.hooks) {
    const mode = resolver.hookMode(hook);
    if (rule.shadow || mode.observe) continue;
    const why = "this decision cannot wait for external programs";
    const failure = failureOf("P711", { rule: rule.name, why }, rule.name);
    found.failures = append(found.failures, failure);
    if (mode.fail === "closed") addOutcome(rule, "block", failure.message, "error", found);
  }
}

export function addOutcome(rule: Rule, outcome: OutcomeKind, message: string, because: Because, found: Findings): void {
  found.reasons = append(found.reasons, reasonOf(rule, outcome, message, because));
  if (!rule.shadow) found.outcome = combine(found.outcome, outcome);
}

/** Names of the rules whose own outcome prevents the action. */
export function stoppersOf(found: Findings): readonly string[] {
  return found.reasons
    .filter(({ effect, shadow }) => shadow !== true && isOutcome(effect) && isFinal(effect))
    .flatMap(rulesOfReason);
}

function addRemark(rule: Rule, kind: "warn" | "note", message: string, because: Because, found: Findings): void {
  if (rule.shadow) {
    found.reasons = append(found.reasons, reasonOf(rule, kind, message, because));
    return;
  }
  const remark = { rule: rule.name, message: bounded(message), at: rule.at, scope: rule.scope };
  if (kind === "warn") found.warnings = append(found.warnings, remark);
  else found.notes = append(found.notes, remark);
}

function reasonOf(rule: Rule, effect: Reason["effect"], text: string, because: Because): Reason {
  const reason = { rule: rule.name, effect, message: bounded(text), at: rule.at, scope: rule.scope };
  return because === null && !rule.shadow ? reason : withDoubt(reason, rule.shadow, because);
}

const withDoubt = (reason: Reason, shadow: boolean, because: Because): Reason => ({
  ...reason,
  ...(shadow ? { shadow } : {}),
  ...(because === null ? {} : { because }),
});

/** The rule's message, the command it is about where that is only a part of the line, and the file found in a folder. */
function messageOf(c: Context, text: EffectText): string {
  const own = typeof text === "string" ? text : text(c);
  const matched = c.matched === null ? null : matchedText(c);
  const member = c.member === null ? null : `${show(c.member.found)} in ${show(c.member.of)}`;
  const about = matched === null ? member : member === null ? matched : `${matched}, ${member}`;
  return about === null || own === "" ? own : `${own} [${about}]`;
}

function textOf(c: Context, effect: Effect): string {
  if ("text" in effect) return messageOf(c, effect.text);
  return effect.kind === "set" ? `rewrites \`${effect.field}\`` : "responds instead of the call";
}

function missingOf(c: Context): readonly string[] {
  return c.missing.length === 0 ? c.unknownFields : [...new Set(c.missing)];
}
