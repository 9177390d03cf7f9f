// Everything a test run found, for programs: the report of the policies, then `tests`, `harden`, `coverage` and `mutate`.

import { jsonReport } from "../../compiler/diagnostics/report/json.ts";
import type { TestResult } from "../../compiler/index.ts";
import type { Span } from "../../compiler/ir/ast.ts";
import { percentOf } from "./show-coverage.ts";
import { scoreOf } from "./show-mutants.ts";

export function jsonTests(result: TestResult): { readonly [key: string]: unknown } {
  const { tests, harden, coverage, mutate, place } = result;
  /** `at` as file, line and column. */
  const placed = <T extends { readonly at: Span }>({ at, ...rest }: T) => ({ ...rest, file: at.file, ...place(at) });
  return {
    ...jsonReport(result),
    tests,
    ...(harden && { harden: { ...harden, slips: harden.slips.map(placed) } }),
    ...(coverage && {
      coverage: {
        own: withPercent(coverage.own),
        packs: withPercent(coverage.packs),
        rules: coverage.rules.map((rule) => ({ ...placed(rule), conditions: rule.conditions.map(placed) })),
      },
    }),
    ...(mutate && { mutate: { ...mutate, score: scoreOf(mutate), survivors: mutate.survivors.map(placed) } }),
  };
}

type Coverage = NonNullable<TestResult["coverage"]>;

function withPercent({ rules, conditions }: Coverage["own"]): { readonly [key: string]: unknown } {
  return {
    rules: { ...rules, percent: percentOf(rules) },
    conditions: { ...conditions, percent: percentOf(conditions) },
  };
}
