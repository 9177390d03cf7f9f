// Builds the policy beside the project first: what does not compile, or what a person does not want, leaves no trace.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildBundle } from "../../compiler/index.ts";
import type { Manifest } from "../../language/contract.ts";
import { readManifest } from "../../runtime/index.ts";
import { failWith } from "../base/cli-error.ts";
import { compileOptions } from "../base/compile-options.ts";
import { findPolicies } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { POLICY_FILE } from "../base/project-places.ts";
import { withProgress } from "../show/progress.ts";
import { showReport } from "../show/show-report.ts";
import { policyFor, profileOf } from "./profiles.ts";

export type PolicyPlan =
  | { readonly kind: "kept"; readonly files: readonly string[]; readonly profile: string | null }
  | { readonly kind: "written"; readonly profile: string; readonly before: Buffer | null };

/** The policies that are there, `missing` when there are none, or the exit code after the reason was printed. */
export async function existingPolicy(io: Io): Promise<(PolicyPlan & { kind: "kept" }) | "missing" | Exit> {
  const { files, cliError } = await findPolicies([], io);
  if (cliError !== undefined) return cliError.text.startsWith("error[P801]") ? "missing" : failWith(cliError, io);
  const [first] = files;
  const isOurs = files.length === 1 && first === POLICY_FILE;
  return { kind: "kept", files, profile: isOurs ? profileOf(readFileSync(join(io.cwd, POLICY_FILE), "utf8")) : null };
}

/** A policy that setup wrote and nobody changed may get another profile; any other one is kept. */
export function withProfile(existing: PolicyPlan & { kind: "kept" }, wanted: string | undefined, io: Io): PolicyPlan {
  if (wanted === undefined || existing.profile === null || existing.profile === wanted) return existing;
  return { kind: "written", profile: wanted, before: readFileSync(join(io.cwd, POLICY_FILE)) };
}

export interface StagedBundle {
  /** The bundle, outside of the project. */
  readonly bundle: string;
  readonly manifest: Manifest;
}

/** Gives the staged bundle to `work` and removes it afterwards. */
export async function withStaged(
  plan: PolicyPlan,
  targets: readonly string[],
  io: Io,
  work: (staged: StagedBundle) => Promise<Exit>,
): Promise<Exit> {
  const folder = mkdtempSync(join(tmpdir(), "policyc-setup-"));
  try {
    const bundle = join(folder, "bundle");
    const cwd = plan.kind === "kept" ? io.cwd : folder;
    if (plan.kind === "written") {
      mkdirSync(dirname(join(folder, POLICY_FILE)));
      writeFileSync(join(folder, POLICY_FILE), policyFor(plan.profile));
    }
    const files = plan.kind === "kept" ? plan.files : [POLICY_FILE];
    const options = { ...compileOptions({ target: targets }, { ...io, cwd }), outDir: bundle };
    const result = await withProgress("building the policy", io, () => buildBundle(files, options));
    if (result.revision === null) {
      showReport(result, { format: "pretty" }, io);
      return exit.findings;
    }
    return await work({ bundle, manifest: await readManifest(bundle) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
