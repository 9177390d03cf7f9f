// `policyc check`: reports everything the compiler finds in a policy set, examples included; writes nothing without --fix.

import { jsonReport } from "../../compiler/diagnostics/report/json.ts";
import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import { safeJson } from "../../compiler/diagnostics/report/visible.ts";
import { type CheckResult, checkPolicies, describeRules, type FixResult, fixPolicies } from "../../compiler/index.ts";
import { type CliError, cliError, failWith } from "../base/cli-error.ts";
import { compileOptions } from "../base/compile-options.ts";
import { findPolicies } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { fixesJson, fixesText } from "../fix/show-fixes.ts";
import { writeFixes } from "../fix/write-fixes.ts";
import { countRules } from "../show/count-rules.ts";
import { withProgress } from "../show/progress.ts";
import { exitOf, graded, type ReportOptions, showReport } from "../show/show-report.ts";
import { witnessesText } from "../show/show-witnesses.ts";
import { type DefineVerb, formatOption, scopeOption, strictOption, targetOption } from "./verb.ts";

interface CheckOptions extends ReportOptions {
  readonly scope?: string;
  readonly target?: readonly string[];
  readonly witness?: boolean;
  readonly fix?: boolean;
}

export const defineCheck: DefineVerb = (command, io, finish) => {
  command
    .description("Finds mistakes in policies, runs the examples of every rule, and proves that every rule can fire.")
    .argument("[paths...]", "policy files, folders or patterns (default: policies/, else *.policy)")
    .option("--witness", "show an event on which each rule fires")
    .option(
      "--fix",
      "apply the fixes that are printed, and say what changed; a fix that could make a rule less strict is left to you",
    )
    .addOption(scopeOption())
    .addOption(targetOption())
    .addOption(formatOption())
    .addOption(strictOption())
    .action(async (paths: string[], _: unknown, command) => finish(await check(paths, command.optsWithGlobals(), io)));
};

async function check(paths: readonly string[], options: CheckOptions, io: Io): Promise<Exit> {
  const found = await findPolicies(paths, io);
  if (found.cliError !== undefined) return failWith(found.cliError, io);
  const checked = await checkOrFix(found.files, options, io);
  if (checked.cliError !== undefined) return failWith(checked.cliError, io);
  const { fixes } = checked;
  const result = graded(checked.result, options);
  if (options.format === "json" && (options.witness || fixes !== null)) {
    const more = { ...(fixes && fixesJson(fixes)), ...(options.witness && { rules: describeRules(result) }) };
    io.stdout.write(`${safeJson({ ...jsonReport(result), ...more })}\n`);
    return exitOf(result);
  }
  if (fixes !== null) (options.format === "pretty" ? io.stdout : io.stderr).write(fixesText(fixes));
  showReport(result, options, io);
  if (options.witness && options.format === "pretty") io.stdout.write(witnessesText(describeRules(result)));
  const status = exitOf(result);
  if (status === exit.clean && options.format === "pretty") {
    const rules = countRules(result.model?.ir.rules.map((rule) => rule.file) ?? []);
    io.stdout.write(`${counted(found.files.length, "file")}, ${rules}: no errors\n`);
  }
  return status;
}

type Checked =
  | { readonly result: CheckResult; readonly fixes: FixResult | null; readonly cliError?: never }
  | { readonly cliError: CliError };

/** Checks the files; with `--fix` the result is that of the files as they were written. */
async function checkOrFix(files: readonly string[], options: CheckOptions, io: Io): Promise<Checked> {
  const compile = compileOptions(options, io);
  const label = `checking ${counted(files.length, "file")}`;
  if (!options.fix) {
    return { result: await withProgress(label, io, () => checkPolicies(files, compile)), fixes: null };
  }
  const fixes = await withProgress(label, io, () => fixPolicies(files, compile));
  if (fixes.broken !== null) {
    io.stderr.write(cliError("P290", { path: fixes.broken }).text);
    return { result: fixes.first, fixes: null };
  }
  const failure = await writeFixes(fixes, io);
  return failure === null ? { result: fixes.result, fixes } : { cliError: failure };
}
