// `policyc build`: check, then write the bundle. With an error nothing is written and the old bundle stays.

import { resolve } from "node:path";
import { leftOutOf } from "../../compiler/bundle/emit-manifest.ts";
import { jsonReport } from "../../compiler/diagnostics/report/json.ts";
import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import { safeJson } from "../../compiler/diagnostics/report/visible.ts";
import { buildBundle, checkPolicies } from "../../compiler/index.ts";
import { shortRevision } from "../../language/load-error.ts";
import { cliError, failWith, reasonOf, systemCode } from "../base/cli-error.ts";
import { compileOptions } from "../base/compile-options.ts";
import { findPolicies, shownPath } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { bundleBelow } from "../base/project-places.ts";
import { type InstalledUse, usesOfBundle } from "../install/installed-uses.ts";
import { countRules } from "../show/count-rules.ts";
import { withProgress } from "../show/progress.ts";
import { leftOutLines } from "../show/show-manifest.ts";
import { exitOf, graded, type ReportOptions, showReport } from "../show/show-report.ts";
import { type DefineVerb, formatOption, scopeOption, strictOption, targetOption } from "./verb.ts";

interface BuildOptions extends ReportOptions {
  readonly out?: string;
  readonly scope?: string;
  readonly target?: readonly string[];
  readonly run?: boolean;
}

export const defineBuild: DefineVerb = (command, io, finish) => {
  command
    .description("Checks policies and compiles them into a bundle that a runtime loads.")
    .argument("[paths...]", "policy files, folders or patterns (default: policies/, else *.policy)")
    .option("-o, --out <folder>", "the folder for the bundle (default: .policyc/bundle)")
    .addOption(scopeOption())
    .addOption(targetOption())
    .option("--no-run", "refuse rules that start external programs")
    .addOption(formatOption())
    .addOption(strictOption())
    .action(async (paths: string[], _: unknown, command) => finish(await build(paths, command.optsWithGlobals(), io)));
};

async function build(paths: readonly string[], options: BuildOptions, io: Io): Promise<Exit> {
  const found = await findPolicies(paths, io);
  if (found.cliError !== undefined) return failWith(found.cliError, io);
  const outDir = options.out === undefined ? bundleBelow(io.cwd) : resolve(io.cwd, options.out);
  const uses = await usesOfBundle(outDir, io);
  const compile = { ...compileOptions({ ...options, ...targetsOf(options, uses) }, io), outDir };
  const label = `building ${counted(found.files.length, "file")}`;
  try {
    const result = await withProgress(label, io, async () => {
      // Under --strict a warning must prevent the bundle, so warnings are checked first.
      const checked = options.strict ? graded(await checkPolicies(found.files, compile), options) : null;
      if (checked !== null && exitOf(checked) !== exit.clean) return { ...checked, revision: null };
      return buildBundle(found.files, compile);
    });
    const leftOut = result.revision === null || result.model === null ? {} : leftOutOf(result.model.ir);
    if (options.format === "json") io.stdout.write(`${safeJson({ ...jsonReport(result), ...leftOut })}\n`);
    else showReport(result, options, io);
    if (result.revision === null) return exit.findings;
    if (options.format === "pretty") {
      const rules = countRules(result.model?.ir.rules.map((rule) => rule.file) ?? []);
      io.stdout.write(`${shownPath(outDir, io) || "."}: ${rules}, revision ${shortRevision(result.revision)}\n`);
      for (const line of leftOutLines(leftOut.leftOut)) io.stdout.write(`${line}\n`);
      io.stdout.write(useText(uses, result.revision, options));
    }
    return exitOf(result);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return failWith(cliError("P804", { path: shownPath(outDir, io) || ".", why: reasonOf(error) }), io);
  }
}

/** Without `--target`, the agents that use this bundle must be able to enforce it, in addition to those that the policy names. */
function targetsOf({ target }: BuildOptions, uses: readonly InstalledUse[]): Pick<BuildOptions, "target"> {
  return target !== undefined || uses.length === 0 ? {} : { target: agentsOf(uses) };
}

const agentsOf = (uses: readonly InstalledUse[]): readonly string[] => [
  ...new Set(uses.map(({ description }) => description.agent)),
];

/** Which installed agents the bundle was built for, and which of them refuse it because they name another revision. */
function useText(uses: readonly InstalledUse[], revision: string, { target }: BuildOptions): string {
  const old = agentsOf(uses.filter((use) => use.revision !== revision));
  return [
    ...(uses.length === 0 || target !== undefined ? [] : [`built for ${agentsOf(uses).join(", ")}, installed here\n`]),
    ...(old.length === 0
      ? []
      : [
          `not in use yet: run \`policyc install --all\`, since the entries of ${old.join(", ")} name another revision\n`,
        ]),
  ].join("");
}
