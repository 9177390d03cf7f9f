// What examples and tests have shown of the rules: which fired, and which of their conditions were true and false.
// Measured in code of the same emitter that also reports its conditions; every answer is compared with the code that ships.

import { FALSE, TRUE } from "../../language/truth.ts";
import { compileModule } from "../bundle/compile-module.ts";
import type { Session } from "../diagnostics/session.ts";
import { emitModule } from "../emit/emit-module.ts";
import type { Span } from "../ir/ast.ts";
import { atomicConditions } from "../ir/atomic-conditions.ts";
import type { Model, ModelTest } from "../ir/model.ts";
import { type Sealed, sealTraced } from "../trial/emitted-policy.ts";
import { runStep } from "../trial/run-tests.ts";

export interface CoverageReport {
  readonly own: Covered;
  /** Rules of packs that are used and not themselves tested. */
  readonly packs: Covered;
  readonly rules: readonly RuleCoverage[];
}

export interface Covered {
  readonly rules: Coverage;
  /** Each condition counts twice: once for being true, once for being false. */
  readonly conditions: Coverage;
}

export interface Coverage {
  readonly seen: number;
  readonly total: number;
}

export interface RuleCoverage {
  readonly rule: string;
  readonly isPack: boolean;
  readonly at: Span;
  readonly fired: boolean;
  readonly conditions: readonly ConditionCoverage[];
}

export interface ConditionCoverage {
  readonly text: string;
  readonly at: Span;
  readonly seenTrue: boolean;
  readonly seenFalse: boolean;
}

export async function measureCoverage(
  model: Model,
  tests: readonly ModelTest[],
  makeShipped: () => Sealed,
  session: Session,
): Promise<CoverageReport> {
  const conditions = model.ir.rules.map(atomicConditions);
  const traced = new Map(conditions.flat().map((cond, at) => [cond, at]));
  const code = await compileModule(emitModule(model.ir, { traced }));
  const { makeSealed, seen } = sealTraced(code, model.ir.targets[0] ?? "policyc");
  takeExamples(model, makeShipped, makeSealed);
  for (const test of tests) takeTest(test, makeShipped(), makeSealed());
  const had = (at: number, truth: number): boolean => ((seen.get(at) ?? 0) & (1 << truth)) !== 0;
  const rules = model.ir.rules.map((rule, id): RuleCoverage => {
    const at = model.ruleSpans[id] ?? { file: rule.file, start: 0, end: 0 };
    return {
      rule: rule.name,
      isPack: model.packFiles.has(rule.file),
      at,
      fired: had(-1 - id, TRUE),
      conditions: (conditions[id] ?? []).map((cond) => {
        const number = traced.get(cond) ?? 0;
        const place = model.places.get(cond) ?? at;
        return {
          text: textOf(place, session),
          at: place,
          seenTrue: had(number, TRUE),
          seenFalse: had(number, FALSE),
        };
      }),
    };
  });
  return {
    own: coveredOf(rules.filter((rule) => !rule.isPack)),
    packs: coveredOf(rules.filter((rule) => rule.isPack)),
    rules,
  };
}

/** A difference means that what is measured is not what ships: a bug, and no number is worth showing. */
function mustAgree(shipped: unknown, measured: unknown, where: string): void {
  if (JSON.stringify(shipped) !== JSON.stringify(measured))
    throw new Error(`the measured code answers otherwise than the code that ships: ${where}`);
}

function takeExamples(model: Model, makeShipped: () => Sealed, makeTraced: () => Sealed): void {
  for (const { rule, event, given } of model.examples) {
    const truths = [makeShipped(), makeTraced()].map((sealed) => {
      sealed.give(given, event);
      return sealed.truthOf(rule, event);
    });
    mustAgree(truths[0], truths[1], `an example of ${model.ir.rules[rule]?.name}`);
  }
}

function takeTest(test: ModelTest, shipped: Sealed, traced: Sealed): void {
  for (const step of test.steps) {
    // Facts are gathered for the rules that are looked at, which the index makes fewer.
    const [{ facts: _, ...decided }, { facts: __, ...measured }] = [
      runStep(step, shipped).decision,
      runStep(step, traced).decision,
    ];
    mustAgree(decided, measured, `test ${test.name}`);
  }
}

function textOf({ file, start, end }: Span, session: Session): string {
  return (session.sources.get(file)?.text.slice(start, end) ?? "").replace(/\s+/g, " ").trim();
}

function coveredOf(rules: readonly RuleCoverage[]): Covered {
  const conditions = rules.flatMap((rule) => rule.conditions);
  const seen = conditions.reduce((sum, one) => sum + Number(one.seenTrue) + Number(one.seenFalse), 0);
  return {
    rules: { seen: rules.filter((rule) => rule.fired).length, total: rules.length },
    conditions: { seen, total: 2 * conditions.length },
  };
}
