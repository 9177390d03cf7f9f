// The public API of the compiler; re-exports only.

export type { ConditionAccount, RuleAccount } from "./account.ts";
export type { PolicyFile } from "./ast.ts";
export type { Code } from "./catalogue.ts";
export type { CoverageReport, Covered, RuleCoverage } from "./coverage.ts";
export { describeRules, type RuleDescription } from "./describe-rules.ts";
export type { FormSlip, HardenReport } from "./harden.ts";
export type { Ir } from "./ir.ts";
export type { Model } from "./model.ts";
export type { MutateReport, Survivor } from "./mutate.ts";
export {
  analysePolicies,
  type BuildResult,
  buildBundle,
  type CheckResult,
  type CompileOptions,
  checkPolicies,
  type TestOptions,
  type TestResult,
  testPolicies,
} from "./pipeline.ts";
export type { TestCase, TestReport } from "./run-tests.ts";
export { type Diagnostic, Session } from "./session.ts";
export type { Place, Source } from "./source.ts";
export { formatPolicy } from "./syntax/format.ts";
/** Lexes and parses one text, without what it uses: for tools that read policies. */
export { parsePolicy } from "./syntax/parse.ts";
