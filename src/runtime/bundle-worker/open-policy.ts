// The bundle that the worker lies in, verified and loaded, with its sessions in files.

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { loadPolicy, readManifest } from "../load.ts";
import type { LoadedPolicy } from "../loaded-policy.ts";
import { fileStore } from "../stores/file.ts";
import type { Invocation } from "./arguments.ts";

/** What is left for everything but the hooks, so that a hook that is late fails as its rule says. */
const MARGIN_MS = 300;

/** Rejects with an Error in words for the user. `limitMs` is the time there is for one decision. */
export async function openPolicy(
  folder: string,
  options: Invocation["options"],
  limitMs: number,
): Promise<LoadedPolicy> {
  if ("error" in options) throw new Error(options.error);
  const { state, deadlineMs: _, ...given } = options;
  const { revision, counters } = await readManifest(folder);
  const deadlineMs = Math.max(1, Math.round(limitMs - MARGIN_MS));
  const stateFolder = state ?? join(homedir(), ".policyc", "state", revision);
  // Waiting blocks the thread, so that no timer could answer meanwhile; both looks at the state fit into the time.
  const store = fileStore({ folder: stateFolder, counters, patienceMs: deadlineMs / 2 });
  const policy = await loadPolicy(folder, { ...given, ...projectFolder(options.target), store, deadlineMs });
  // Counters and folder are those of the first look.
  if (policy.revision === revision) return policy;
  await policy.close();
  throw new Error("the bundle was replaced while it was loaded");
}

/** Claude Code tells its hooks in the environment; the others in the payload. */
function projectFolder(target: string): { readonly workdir?: string } {
  const workdir = target === "claude-code" ? process.env.CLAUDE_PROJECT_DIR : undefined;
  return workdir !== undefined && isAbsolute(workdir) ? { workdir } : {};
}
