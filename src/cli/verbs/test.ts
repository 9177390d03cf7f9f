// `policyc test`: runs the `test` blocks of a policy set against the emitted module, and measures their quality.

import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import { safeJson } from "../../compiler/diagnostics/report/visible.ts";
import { type TestResult, testPolicies } from "../../compiler/index.ts";
import { type CliError, cliError, failWith } from "../base/cli-error.ts";
import { findPolicies } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { watchRuns } from "../base/watch-runs.ts";
import { withFailedTests } from "../show/failed-tests.ts";
import { jsonTests } from "../show/json-tests.ts";
import { junitTests } from "../show/junit-tests.ts";
import { withProgress } from "../show/progress.ts";
import { coverageText, percentOf } from "../show/show-coverage.ts";
import { hardenText } from "../show/show-harden.ts";
import { mutantsText, scoreOf } from "../show/show-mutants.ts";
import { exitOf, graded, showReport } from "../show/show-report.ts";
import { testsText } from "../show/show-tests.ts";
import { addTestOptions, type TestFlags, testOptions, wrongTogether } from "./test-flags.ts";
import type { DefineVerb } from "./verb.ts";

export const defineTest: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Checks policies and runs their test blocks, each as one session without access to clock, disk and environment.",
    )
    .argument("[paths...]", "policy files, folders or patterns (default: policies/, else *.policy)");
  addTestOptions(command).action(async (paths: string[], _: unknown, command) => {
    const flags: TestFlags = command.optsWithGlobals();
    const wrong = wrongTogether(flags);
    if (wrong !== null) command.error(`error: ${wrong}`);
    finish(flags.watch ? await watchRuns(io, () => test(paths, flags, io)) : (await test(paths, flags, io)).exit);
  });
};

/** One run, and the files it read. */
interface Run {
  readonly exit: Exit;
  readonly files: readonly string[];
}

async function test(paths: readonly string[], flags: TestFlags, io: Io): Promise<Run> {
  const found = await findPolicies(paths, io);
  if (found.cliError !== undefined) return { exit: failWith(found.cliError, io), files: [] };
  const label = `testing ${counted(found.files.length, "file")}`;
  const options = testOptions(flags, io);
  const result = graded(await withProgress(label, io, () => testPolicies(found.files, options)), flags);
  const files = [...new Set([...found.files, ...result.sources.keys()])];
  return { exit: answer(result, found.files.length, flags, io), files };
}

function answer(result: TestResult, fileCount: number, flags: TestFlags, io: Io): Exit {
  const { tests, unmatched } = result;
  showFindings(result, flags, io);
  // With errors in the policies no test has run.
  if (exitOf(result) !== exit.clean && tests.cases.length === 0) return exit.findings;
  if (unmatched.length > 0) {
    for (const word of unmatched) failWith(cliError("P516", { word }), io);
    return exit.usage;
  }
  const { harden, coverage, mutate, place } = result;
  const isPlain = harden === undefined && coverage === undefined && mutate === undefined;
  const isEmpty = tests.cases.length === 0 && (isPlain || !hasOwnExamples(result));
  if (flags.format === "pretty") {
    if (tests.cases.length > 0 || isPlain)
      io.stdout.write(testsText(tests, { onlyFailures: flags.onlyFailures === true }));
    if (harden !== undefined) io.stdout.write(hardenText(harden, place));
    if (coverage !== undefined) io.stdout.write(coverageText(coverage, place));
    if (mutate !== undefined) io.stdout.write(mutantsText(mutate, place));
    if (tests.failed > 0 && (flags.coverage || flags.mutate))
      io.stdout.write("coverage and mutants are not measured while a test fails\n");
  }
  const missing = [
    ...(isEmpty ? [cliError("P806", { where: counted(fileCount, "file") })] : []),
    ...(harden?.forms === 0 ? [cliError("P520", {})] : []),
    ...(mutate?.mutants === 0 ? [cliError("P523", {})] : []),
    ...belowThreshold(result, flags),
  ];
  for (const one of missing) failWith(one, io);
  const isClean = missing.length === 0 && tests.failed === 0 && (harden?.slips.length ?? 0) === 0;
  return isClean ? exitOf(result) : exit.findings;
}

function hasOwnExamples({ model }: TestResult): boolean {
  return model?.examples.some(({ span }) => !model.packFiles.has(span.file)) === true;
}

function belowThreshold({ coverage, mutate }: TestResult, flags: TestFlags): readonly CliError[] {
  const below = (what: string, found: number, wanted: number | undefined): readonly CliError[] =>
    wanted === undefined || found >= wanted
      ? []
      : [cliError("P524", { what, found: String(found), wanted: String(wanted) })];
  return [
    ...(coverage === undefined ? [] : below("coverage of rules", percentOf(coverage.own.rules), flags.min)),
    ...(coverage === undefined ? [] : below("coverage of conditions", percentOf(coverage.own.conditions), flags.min)),
    ...(mutate === undefined ? [] : below("the mutation score", scoreOf(mutate), flags.minScore)),
  ];
}

/** What the format has to say of the policies, and, where it is not for people, of the tests. */
function showFindings(result: TestResult, flags: TestFlags, io: Io): void {
  const cases = result.tests.cases.filter((one) => !flags.onlyFailures || !one.ok);
  const shown = { ...result, tests: { ...result.tests, cases } };
  const { format } = flags;
  if (format === "json") io.stdout.write(`${safeJson(jsonTests(shown))}\n`);
  else if (format === "junit") io.stdout.write(junitTests(shown));
  else showReport(format === "pretty" ? result : withFailedTests(result), flags, io);
}
