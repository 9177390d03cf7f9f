// run-hooks.mjs, part of every bundle: starts the external hooks of its rules. hook.cjs decides, and loads this when a rule asks.

import { PolicyLoadError } from "../language/load-error.ts";
import { readBundle } from "../runtime/bundle/read-bundle.ts";
import type { BundleHooks } from "../runtime/external/runner.ts";
import { startHooks } from "../runtime/load/load.ts";

export interface OpenHooksOptions {
  readonly folder: string;
  /** Of the bundle that asks: another one's hooks are not its own. */
  readonly revision: string;
  readonly workspace: string;
  /** Of whoever asks. */
  readonly environment: NodeJS.ProcessEnv;
}

export async function openHooks({ folder, revision, workspace, environment }: OpenHooksOptions): Promise<BundleHooks> {
  const bundle = await readBundle(folder);
  if (bundle.manifest.revision !== revision)
    throw new PolicyLoadError("P606", { found: bundle.manifest.revision, wanted: revision });
  const hooks = await startHooks(bundle, { workdir: workspace }, environment);
  if (hooks === null) throw new PolicyLoadError("P602", { why: "hooks.json lists no hooks" });
  return hooks;
}
