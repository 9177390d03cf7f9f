// `policyc inspect`: what a policy set or a bundle says, rule by rule, in plain sentences. A bundle is verified, never run.

import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { emitManifest, type ManifestDraft } from "../../compiler/bundle/emit-manifest.ts";
import { compilerVersion } from "../../compiler/bundle/package-files.ts";
import { safeJson } from "../../compiler/diagnostics/report/visible.ts";
import { checkPolicies } from "../../compiler/index.ts";
import { readManifest } from "../../runtime/index.ts";
import { refused } from "../base/bundle-refused.ts";
import { failWith } from "../base/cli-error.ts";
import { compileOptions } from "../base/compile-options.ts";
import { findPolicies } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { withProgress } from "../show/progress.ts";
import { manifestText } from "../show/show-manifest.ts";
import { showReport } from "../show/show-report.ts";
import { type DefineVerb, formatOption, scopeOption, targetOption } from "./verb.ts";

interface InspectOptions {
  readonly format: "pretty" | "json";
  readonly color?: boolean;
  readonly scope?: string;
  readonly target?: readonly string[];
}

export const defineInspect: DefineVerb = (command, io, finish) => {
  command
    .description("Shows each rule as one sentence, with its location and effects, and what the whole set needs.")
    .argument("[paths...]", "policy files, folders or patterns (default: policies/, else *.policy), or a bundle")
    .addOption(scopeOption())
    .addOption(targetOption())
    .addOption(formatOption(["pretty", "json"]))
    .action(async (paths: string[], _: unknown, command) =>
      finish(await inspect(paths, command.optsWithGlobals(), io)),
    );
};

async function inspect(paths: readonly string[], options: InspectOptions, io: Io): Promise<Exit> {
  const [first] = paths;
  if (first !== undefined && paths.length === 1 && (await isBundle(resolve(io.cwd, first)))) {
    try {
      return show(await readManifest(resolve(io.cwd, first)), options, io);
    } catch (error) {
      return refused(error, first, io);
    }
  }
  const found = await findPolicies(paths, io);
  if (found.cliError !== undefined) return failWith(found.cliError, io);
  const result = await withProgress("compiling", io, () => checkPolicies(found.files, compileOptions(options, io)));
  if (result.model === null || result.diagnostics.some(({ severity }) => severity === "error")) {
    showReport(result, options, io);
    return exit.findings;
  }
  return show(emitManifest(result.model.ir, compilerVersion(), result.witnesses), options, io);
}

function show(manifest: ManifestDraft, options: InspectOptions, io: Io): Exit {
  io.stdout.write(options.format === "json" ? `${safeJson(manifest)}\n` : manifestText(manifest));
  return exit.clean;
}

async function isBundle(place: string): Promise<boolean> {
  return stat(join(place, "manifest.json")).then(
    (found) => found.isFile(),
    () => false,
  );
}
