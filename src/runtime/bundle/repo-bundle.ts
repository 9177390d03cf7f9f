// The repository's own bundle: it is found, verified and checked for trust, in this order, and skipped with an event if one of
// these fails, unless a copy of what was trusted before can decide instead. Nothing of it is imported or run here.

import { lstat } from "node:fs/promises";
import { emit, type RuntimeListener } from "../../language/events.ts";
import { isSystemError, PolicyLoadError, whyOf } from "../../language/load-error.ts";
import { lastBundle } from "./last-bundle.ts";
import { readBundle, type VerifiedBundle } from "./read-bundle.ts";
import { judgeTrust } from "./trust.ts";
import { trustedCopy } from "./trusted-copies.ts";

export interface RepoPlace {
  readonly dir: string;
  readonly workspace: string;
  readonly trustStore: string;
}

/** The bundle if it exists and is valid and trusted; otherwise the copy of what was trusted before, if there is one. */
export async function findRepoBundle(
  place: RepoPlace,
  listener: RuntimeListener | undefined,
): Promise<VerifiedBundle | null> {
  const found = await presentBundle(place, listener);
  if (found !== null) return found;
  const { workspace, dir, trustStore } = place;
  const copy = await trustedCopy(workspace, trustStore);
  if (copy !== null)
    emit(listener, { type: "repo_policy_kept", workspace, dir, revision: copy.manifest.revision, folder: copy.folder });
  return copy;
}

/** Without a folder no event is emitted. */
async function presentBundle(place: RepoPlace, listener: RuntimeListener | undefined): Promise<VerifiedBundle | null> {
  if (!(await exists(place.dir)) && !(await exists(lastBundle(place.dir)))) return null;
  const { workspace, dir, trustStore } = place;
  emit(listener, { type: "repo_policy_discovered", workspace, dir });
  let bundle: VerifiedBundle;
  try {
    bundle = await readBundle(dir);
  } catch (caught) {
    skipRepo(place, null, caught, listener);
    return null;
  }
  const { revision } = bundle.manifest;
  const trust = await judgeTrust(workspace, revision, trustStore);
  if (trust.trusted) return bundle;
  if (trust.storeProblem !== null)
    emit(listener, { type: "trust_store_invalid", path: trustStore, reason: trust.storeProblem });
  emit(listener, { type: "repo_policy_skipped", workspace, dir, revision, code: null, reason: trust.reason });
  return null;
}

/** Reports why a repository's bundle is not used; loading continues without it. */
export function skipRepo(
  { workspace, dir }: RepoPlace,
  revision: string | null,
  caught: unknown,
  listener: RuntimeListener | undefined,
): void {
  const refused = caught instanceof PolicyLoadError ? caught : new PolicyLoadError("P611", { why: whyOf(caught) });
  const { code, message: reason } = refused;
  emit(listener, { type: "repo_policy_skipped", workspace, dir, revision, code, reason });
}

/** False only when the path is absent; a path that cannot be checked counts as existing. */
async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (caught) {
    return !(isSystemError(caught) && (caught.code === "ENOENT" || caught.code === "ENOTDIR"));
  }
}
