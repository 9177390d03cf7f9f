// The bundle that the worker lies in, verified and loaded, with its sessions in files.

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { loadPolicy, readManifest } from "../load.ts";
import { PolicyLoadError, whyOf } from "../load-error.ts";
import type { LoadedPolicy } from "../loaded-policy.ts";
import { fileStore } from "../stores/file.ts";
import type { Invocation } from "./arguments.ts";

/** Rejects with an Error in words for the user. */
export async function openPolicy(folder: string, options: Invocation["options"]): Promise<LoadedPolicy> {
  if ("error" in options) throw new Error(options.error);
  const { state, deadlineMs, ...loadOptions } = options;
  const { revision, counters } = await readManifest(folder);
  const store = fileStore({ folder: state ?? join(homedir(), ".policyc", "state", revision), counters });
  const policy = await loadPolicy(folder, { ...loadOptions, ...projectFolder(options.target), store });
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

/** Why there is no decision, as told to whoever asked. */
export function failureText(caught: unknown): string {
  if (caught instanceof PolicyLoadError) return `policyc: ${caught.code}: ${caught.message}`;
  return `policyc: ${caught instanceof Error && caught.message !== "" ? caught.message.slice(0, 400) : whyOf(caught)}`;
}
