// `policyc emit` for native rule files: the part of the policies that the agent's own rules can express, besides the hook.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { plainRules } from "../../compiler/emit/plain-rules.ts";
import { checkPolicies } from "../../compiler/index.ts";
import { type RuleFile, writeRuleFile } from "../../hosts/shared/rule-file.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { compileOptions } from "../base/compile-options.ts";
import { findPolicies } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { withProgress } from "../show/progress.ts";
import { showReport } from "../show/show-report.ts";

export interface EmittedRules {
  readonly text: string;
  /** Its content, for the line that announces the file. */
  readonly what: string;
  readonly next: readonly string[];
  /** Rules that it does not contain. */
  readonly left: readonly string[];
}

/** The file, or the exit code after its error has been printed. */
export async function emitRules(file: RuleFile, paths: readonly string[], io: Io): Promise<EmittedRules | Exit> {
  const found = await findPolicies(paths, io);
  if (found.cliError !== undefined) return failWith(found.cliError, io);
  const result = await withProgress("compiling", io, () => checkPolicies(found.files, compileOptions({}, io)));
  if (result.model === null || result.diagnostics.some(({ severity }) => severity === "error")) {
    showReport(result, { format: "pretty" }, io);
    return exit.findings;
  }
  const { text, included, unfit } = writeRuleFile(file, plainRules(result.model.ir));
  const left = unfit.map(({ name, at, why }) => `${name} (${at}): ${why}`);
  if (included.length === 0) {
    const why = left.length === 0 ? "there are none" : "each of them needs the hook";
    const { text: told } = cliError("P881", { file: file.name, why });
    const lines = left.map((rule) => `  ${visible(rule)}\n`).join("");
    return failWith({ text: `${told.trimEnd()}\n${lines}`, exit: exit.findings }, io);
  }
  const rules = included.length === 1 ? "1 rule" : `${included.length} rules`;
  return { text, what: `${rules}, ${left.length} need the hook`, next: file.next, left };
}
