// `policyc test`: runs the `test` blocks of a policy set against the emitted module.

import { type TestReport, testPolicies } from "../compiler/index.ts";
import { jsonReport } from "../compiler/report/json.ts";
import { counted } from "../compiler/report/pretty.ts";
import { safeJson, visible } from "../compiler/report/visible.ts";
import { compileOptions } from "./compile-options.ts";
import { withFailedTests } from "./failed-tests.ts";
import { findPolicies } from "./find-policies.ts";
import { type Exit, exit, type Io } from "./io.ts";
import { withProgress } from "./progress.ts";
import { decisionText } from "./show-decision.ts";
import { exitOf, graded, type ReportOptions, showReport } from "./show-report.ts";
import { giveUp, trouble } from "./trouble.ts";
import { type AddVerb, formatOption, scopeOption, strictOption, targetOption } from "./verb.ts";

interface TestOptions extends ReportOptions {
  readonly requireTests?: boolean;
  readonly scope?: string;
  readonly target?: readonly string[];
}

export const addTest: AddVerb = (program, io, finish) => {
  program
    .command("test")
    .summary("run the tests in policies")
    .description("Checks policies and runs their test blocks, each as one session with a sealed world.")
    .argument("[paths...]", "policy files, folders or patterns (default: policies/, else *.policy)")
    .option("--require-tests", "fail when there is not a single test")
    .addOption(scopeOption())
    .addOption(targetOption())
    .addOption(formatOption())
    .addOption(strictOption())
    .action(async (paths: string[], _: unknown, command) => finish(await test(paths, command.optsWithGlobals(), io)));
};

async function test(paths: readonly string[], options: TestOptions, io: Io): Promise<Exit> {
  const found = await findPolicies(paths, io);
  if (found.trouble !== undefined) return giveUp(found.trouble, io);
  const label = `testing ${counted(found.files.length, "file")}`;
  const compile = compileOptions(options, io);
  const result = graded(await withProgress(label, io, () => testPolicies(found.files, compile)), options);
  const { tests } = result;
  if (options.format === "json") io.stdout.write(`${safeJson({ ...jsonReport(result), tests })}\n`);
  else showReport(options.format === "pretty" ? result : withFailedTests(result), options, io);
  // With errors in the policies no test has run.
  if (exitOf(result) !== exit.clean && tests.passed + tests.failed === 0) return exit.findings;
  if (options.format === "pretty") io.stdout.write(testsText(tests));
  if (tests.passed + tests.failed === 0 && options.requireTests) {
    giveUp(trouble("P806", { where: counted(found.files.length, "file") }), io);
    return exit.findings;
  }
  return tests.failed > 0 ? exit.findings : exitOf(result);
}

function testsText({ cases, passed, failed }: TestReport): string {
  return `${cases.map(caseText).join("")}${passed + failed === 0 ? "no tests" : `${passed} passed, ${failed} failed`}\n`;
}

function caseText({ name, file, line, ok, failure }: TestReport["cases"][number]): string {
  const head = `${ok ? "ok  " : "FAIL"} ${visible(name)} (${visible(file)}:${line})\n`;
  if (failure === undefined) return head;
  const got = decisionText(failure.decision).replace(/^(?=.)/gm, "    ");
  return `${head}  step ${failure.step}: expected ${visible(failure.expected)}, got\n${got}`;
}
