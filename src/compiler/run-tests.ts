// Runs `test` blocks against the emitted module: each is one session, its steps in order, the world sealed.

import type { Decision } from "../runtime/contract.ts";
import type { Sealed } from "./emitted-policy.ts";
import type { Model, ModelStep, ModelTest } from "./model.ts";
import type { Session } from "./session.ts";

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
  /** The steps that ran; those after a failed one do not. */
  readonly steps: readonly { readonly line: number; readonly outcome: string; readonly ok: boolean }[];
  /** `step` counts from 1. */
  readonly failure?: { readonly step: number; readonly expected: string; readonly decision: Decision };
}

export const noTests: TestReport = { passed: 0, failed: 0, cases: [] };

export function runTests(model: Model, makeSealed: () => Sealed, session: Session): TestReport {
  const cases = model.tests.map((test) => runTest(test, makeSealed(), session));
  const passed = cases.filter((test) => test.ok).length;
  return { passed, failed: cases.length - passed, cases };
}

function runTest(test: ModelTest, sealed: Sealed, session: Session): TestCase {
  const place = { name: test.name, file: test.span.file, line: session.place(test.span).line };
  const steps: { line: number; outcome: string; ok: boolean }[] = [];
  for (const [index, step] of test.steps.entries()) {
    sealed.give(step.given, step.event);
    const decision = sealed.decide(step.event);
    const needed = neededFacts(decision);
    const ok = needed.length === 0 && fits(step, decision);
    steps.push({ line: session.place(step.span).line, outcome: decision.outcome, ok });
    if (!ok)
      return { ...place, ok, steps, failure: { step: index + 1, expected: expectedText(step, needed), decision } };
  }
  return { ...place, ok: true, steps };
}

/** Facts without which some rule could not be told: a sealed step must give them, or it would test something else. */
function neededFacts(decision: Decision): readonly string[] {
  const isFact = (missing: string): boolean =>
    /^(?:git_branch|time|(?:file_exists|env|hour|weekday):.*)$/s.test(missing);
  return [...new Set(decision.unclear.flatMap((rule) => rule.missing.filter(isFact)))];
}

/** The outcome is the one expected, and every rule named is among those that gave it. */
function fits(step: ModelStep, decision: Decision): boolean {
  if (decision.outcome !== step.expect) return false;
  const reasons = new Set(
    decision.reasons
      .filter((reason) => reason.shadow !== true && gives(reason.effect, step))
      .map((reason) => reason.rule),
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
