// The public API of the compiler; re-exports only.

export type { CoverageReport, Covered, RuleCoverage } from "./coverage/coverage.ts";
export type { Code } from "./diagnostics/catalogue.ts";
export { type Diagnostic, Session } from "./diagnostics/session.ts";
export type { Place, Source } from "./diagnostics/source.ts";
export type { AppliedFix, FixResult } from "./fix/fix-policies.ts";
export { formatPolicy } from "./format/format.ts";
export type { FormSlip, HardenReport } from "./harden/harden.ts";
export type { PolicyFile } from "./ir/ast.ts";
export type { Ir } from "./ir/ir.ts";
export type { Model } from "./ir/model.ts";
export type { MutateReport, Survivor } from "./mutate/mutate.ts";
/** Lexes and parses one text, without what it uses: for tools that read policies. */
export { parsePolicy } from "./parse/parse.ts";
export {
  analysePolicies,
  type BuildResult,
  buildBundle,
  type CheckResult,
  type CompileOptions,
  checkPolicies,
  fixPolicies,
  type TestOptions,
  type TestResult,
  testPolicies,
} from "./pipeline.ts";
export { describeRules, type RuleDescription } from "./sentence/describe-rules.ts";
export type { ConditionAccount, RuleAccount } from "./trial/account.ts";
export type { TestCase, TestFailure, TestReport } from "./trial/run-tests.ts";
