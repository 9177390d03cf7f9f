// The public API of the compiler; re-exports only.

export type { PolicyFile } from "./ast.ts";
export type { Code } from "./catalogue.ts";
export type { Ir } from "./ir.ts";
export type { Model } from "./model.ts";
export {
  type BuildResult,
  buildBundle,
  type CheckResult,
  type CompileOptions,
  checkPolicies,
  type TestResult,
  testPolicies,
} from "./pipeline.ts";
export type { TestCase, TestReport } from "./run-tests.ts";
export { type Diagnostic, Session } from "./session.ts";
export type { Place, Source } from "./source.ts";
export { formatPolicy } from "./syntax/format.ts";
/** Lexes and parses one text, without what it uses: for tools that read policies. */
export { parsePolicy } from "./syntax/parse.ts";
