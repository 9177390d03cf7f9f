// Runs `test` blocks against the emitted module: each is one session, its steps in order, the world sealed.

import type { Decision } from "../../language/contract.ts";
import { rulesOfReason } from "../../language/reason-rules.ts";
import type { Session } from "../diagnostics/session.ts";
import type { Model, ModelStep, ModelTest } from "../ir/model.ts";
import { accountOf, type RuleAccount } from "./account.ts";
import type { Sealed } from "./emitted-policy.ts";

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly cases: readonly TestCase[];
}

export interface TestCase {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly ok: boolean;
  readonly steps: readonly { readonly line: number; readonly outcome: string; readonly ok: boolean }[];
  /** One for each step that failed, in order. */
  readonly failures: readonly TestFailure[];
}

export interface TestFailure {
  /** Counts from 1. */
  readonly step: number;
  readonly line: number;
  readonly expected: string;
  readonly decision: Decision;
  /** The rules that should have spoken, or spoke: why each did or did not. */
  readonly rules: readonly RuleAccount[];
}

export const noTests: TestReport = { passed: 0, failed: 0, cases: [] };

export function runTests(
  model: Model,
  tests: readonly ModelTest[],
  makeSealed: () => Sealed,
  session: Session,
): TestReport {
  const cases = tests.map((test) => runTest(test, model, makeSealed, session));
  const passed = cases.filter((test) => test.ok).length;
  return { passed, failed: cases.length - passed, cases };
}

function runTest(test: ModelTest, model: Model, makeSealed: () => Sealed, session: Session): TestCase {
  const sealed = makeSealed();
  const lineOf = (step: ModelStep): number => session.place(step.span).line;
  const place = { name: test.name, file: test.span.file, line: session.place(test.span).line };
  const steps: { line: number; outcome: string; ok: boolean }[] = [];
  const failures: TestFailure[] = [];
  for (const [index, step] of test.steps.entries()) {
    const { ok, decision, needed } = runStep(step, sealed);
    const line = lineOf(step);
    steps.push({ line, outcome: decision.outcome, ok });
    if (ok) continue;
    const rules = accountOf(step, decision, model.ir, standingBefore(test, index, makeSealed));
    failures.push({ step: index + 1, line, expected: expectedText(step, needed), decision, rules });
  }
  return { ...place, ok: failures.length === 0, steps, failures };
}

interface StepRun {
  readonly ok: boolean;
  readonly decision: Decision;
  /** Facts that the step should have given. */
  readonly needed: readonly string[];
}

/** Decides one step where the ones before it have left the session. */
export function runStep(step: ModelStep, sealed: Sealed): StepRun {
  sealed.give(step.given, step.event);
  const decision = sealed.decide(step.event);
  const needed = neededFacts(decision);
  return { ok: needed.length === 0 && fits(step, decision), decision, needed };
}

/** The session as a step found it: a decision leaves marks and counts, so the steps before are taken again. */
function standingBefore(test: ModelTest, index: number, makeSealed: () => Sealed): Sealed {
  const sealed = makeSealed();
  for (const step of test.steps.slice(0, index)) runStep(step, sealed);
  const step = test.steps[index];
  if (step !== undefined) sealed.give(step.given, step.event);
  return sealed;
}

/** Facts without which the truth of some rule is unknown: a sealed step must give them, or it would test something else. */
function neededFacts(decision: Decision): readonly string[] {
  const isFact = (missing: string): boolean =>
    /^(?:git_branch|git_upstream|kube_context|time|(?:file_exists|env|hour|weekday):.*)$/s.test(missing);
  return [...new Set(decision.unclear.flatMap((rule) => rule.missing.filter(isFact)))];
}

/** The outcome is the one expected, and every rule named is among those that gave it. */
function fits(step: ModelStep, decision: Decision): boolean {
  if (decision.outcome !== step.expect) return false;
  const reasons = new Set(
    decision.reasons.filter((reason) => reason.shadow !== true && gives(reason.effect, step)).flatMap(rulesOfReason),
  );
  const warnings = new Set(decision.warnings.filter((remark) => remark.shadow !== true).map((remark) => remark.rule));
  return step.by.every((rule) => reasons.has(rule)) && step.warns.every((rule) => warnings.has(rule));
}

/** At `pass` a rewrite is all a rule can have done. */
function gives(effect: string, step: ModelStep): boolean {
  return effect === step.expect || (effect === "set" && step.expect === "pass");
}

function expectedText(step: ModelStep, needed: readonly string[]): string {
  const by = step.by.length === 0 ? "" : ` by ${step.by.join(", ")}`;
  const warns = step.warns.length === 0 ? "" : ` warns ${step.warns.join(", ")}`;
  const given = needed.length === 0 ? "" : ` with ${needed.map((fact) => `\`${fact}\``).join(", ")} given`;
  return `${step.expect}${by}${warns}${given}`;
}
