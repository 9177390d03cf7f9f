// Whether a bundle is trusted in a workspace. Trust is tied to the workspace's real path and to the bundle's revision.

import { lstat, realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { whyOf } from "../../language/load-error.ts";
import { readTrustStore } from "./trust-store.ts";

export type Trust =
  | { readonly trusted: true; readonly workspace: string }
  | {
      readonly trusted: false;
      readonly reason: string;
      /** What is wrong with the store itself; null when it is sound. */
      readonly storeProblem: string | null;
    };

/** Checks one bundle. Never throws. Nothing is cached, so a removed workspace is untrusted at the next check. */
export async function judgeTrust(workspace: string, revision: string, store: string): Promise<Trust> {
  const found = await realWorkspace(workspace);
  if ("why" in found) return untrusted(`workspace cannot be resolved: ${found.why}`);
  // A link can be changed while the policy runs; the user confirmed the folder under its own name.
  if (await isLink(workspace)) return untrusted("workspace is a symbolic link; open the folder it points to");
  const reading = await readTrustStore(store);
  if (!reading.ok) return { trusted: false, reason: "workspace is not trusted", storeProblem: reading.reason };
  const entries = reading.entries.filter((entry) => resolve(entry.path) === found.real);
  if (entries.some((entry) => entry.revision === revision)) return { trusted: true, workspace: found.real };
  if (entries.length === 0) return untrusted("workspace is not trusted");
  if (entries.every((entry) => entry.revision === null))
    return untrusted("workspace is trusted only by its path; trust must name a revision");
  return untrusted("bundle has changed since it was trusted");
}

const untrusted = (reason: string): Trust => ({ trusted: false, reason, storeProblem: null });

/** The real path of a workspace, links resolved. */
export async function realWorkspace(workspace: string): Promise<{ readonly real: string } | { readonly why: string }> {
  try {
    const real = await realpath(workspace);
    return (await stat(real)).isDirectory() ? { real } : { why: "it is not a folder" };
  } catch (caught) {
    return { why: whyOf(caught) };
  }
}

async function isLink(workspace: string): Promise<boolean> {
  try {
    // resolve() removes a final slash, which would follow the link.
    return (await lstat(resolve(workspace))).isSymbolicLink();
  } catch {
    return true;
  }
}
