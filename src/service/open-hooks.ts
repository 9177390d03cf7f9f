// run-hooks.mjs, part of every bundle: starts the external hooks of its rules. hook.cjs loads it when a rule needs a hook.

import { PolicyLoadError, shortRevision } from "../language/load-error.ts";
import { readBundle } from "../runtime/bundle/read-bundle.ts";
import type { BundleHooks } from "../runtime/external/runner.ts";
import { startHooks } from "../runtime/load/load.ts";

export interface OpenHooksOptions {
  readonly folder: string;
  /** The revision of the deciding bundle; hooks of another revision are not used. */
  readonly revision: string;
  readonly workspace: string;
  /** The caller's environment. */
  readonly environment: NodeJS.ProcessEnv;
}

export async function openHooks({ folder, revision, workspace, environment }: OpenHooksOptions): Promise<BundleHooks> {
  const bundle = await readBundle(folder);
  if (bundle.manifest.revision !== revision)
    throw new PolicyLoadError("P606", {
      found: shortRevision(bundle.manifest.revision),
      wanted: shortRevision(revision),
    });
  const hooks = await startHooks(bundle, { workdir: workspace }, environment);
  if (hooks === null) throw new PolicyLoadError("P602", { why: "hooks.json lists no hooks" });
  return hooks;
}
