// `policyc check`: reports everything the compiler finds in a policy set, examples included; writes nothing.

import { jsonReport } from "../../compiler/diagnostics/report/json.ts";
import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import { safeJson } from "../../compiler/diagnostics/report/visible.ts";
import { checkPolicies, describeRules } from "../../compiler/index.ts";
import { failWith } from "../base/cli-error.ts";
import { compileOptions } from "../base/compile-options.ts";
import { findPolicies } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { countRules } from "../show/count-rules.ts";
import { withProgress } from "../show/progress.ts";
import { exitOf, graded, type ReportOptions, showReport } from "../show/show-report.ts";
import { witnessesText } from "../show/show-witnesses.ts";
import { type DefineVerb, formatOption, scopeOption, strictOption, targetOption } from "./verb.ts";

interface CheckOptions extends ReportOptions {
  readonly scope?: string;
  readonly target?: readonly string[];
  readonly witness?: boolean;
}

export const defineCheck: DefineVerb = (command, io, finish) => {
  command
    .description("Finds mistakes in policies, runs the examples of every rule, and proves that every rule can fire.")
    .argument("[paths...]", "policy files, folders or patterns (default: policies/, else *.policy)")
    .option("--witness", "show an event on which each rule fires")
    .addOption(scopeOption())
    .addOption(targetOption())
    .addOption(formatOption())
    .addOption(strictOption())
    .action(async (paths: string[], _: unknown, command) => finish(await check(paths, command.optsWithGlobals(), io)));
};

async function check(paths: readonly string[], options: CheckOptions, io: Io): Promise<Exit> {
  const found = await findPolicies(paths, io);
  if (found.cliError !== undefined) return failWith(found.cliError, io);
  const label = `checking ${counted(found.files.length, "file")}`;
  const result = graded(
    await withProgress(label, io, () => checkPolicies(found.files, compileOptions(options, io))),
    options,
  );
  if (options.witness && options.format === "json") {
    io.stdout.write(`${safeJson({ ...jsonReport(result), rules: describeRules(result) })}\n`);
    return exitOf(result);
  }
  showReport(result, options, io);
  if (options.witness && options.format === "pretty") io.stdout.write(witnessesText(describeRules(result)));
  const status = exitOf(result);
  if (status === exit.clean && options.format === "pretty") {
    const rules = countRules(result.model?.ir.rules.map((rule) => rule.file) ?? []);
    io.stdout.write(`${counted(found.files.length, "file")}, ${rules}: no errors\n`);
  }
  return status;
}
