// Copies of the bundles that were trusted, beside the trust store: a repository's bundle that is later damaged, replaced or
// deleted must not end what it forbade. The copy decides until the new content is confirmed, or the trust removed.

import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { readBundle, type VerifiedBundle } from "./read-bundle.ts";
import { realWorkspace } from "./trust.ts";
import { readTrustStore } from "./trust-store.ts";

const copiesOf = (store: string): string => join(dirname(resolve(store)), "trusted");

/** Copies a verified bundle; an existing copy of the revision stays. */
export async function keepTrustedCopy(store: string, { folder, manifest }: VerifiedBundle): Promise<void> {
  const place = join(copiesOf(store), manifest.revision);
  if ((await copyOf(store, manifest.revision)) !== null) return;
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  const fresh = `${place}.${process.pid}`;
  try {
    await rm(place, { recursive: true, force: true });
    await cp(folder, fresh, { recursive: true });
    await rename(fresh, place);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Removes the copies that no workspace trusts any more. */
export async function dropTrustedCopies(store: string): Promise<void> {
  const reading = await readTrustStore(store);
  if (!reading.ok) return;
  const kept = new Set(reading.entries.map(({ revision }) => revision));
  const copies = await readdir(copiesOf(store)).catch(() => []);
  for (const name of copies)
    if (!kept.has(name)) await rm(join(copiesOf(store), name), { recursive: true, force: true });
}

/** The copy of what the user trusted last in a workspace; null when there is none. */
export async function trustedCopy(workspace: string, store: string): Promise<VerifiedBundle | null> {
  const found = await realWorkspace(workspace);
  const reading = await readTrustStore(store);
  if ("why" in found || !reading.ok) return null;
  const entry = reading.entries.findLast(({ path }) => resolve(path) === found.real);
  return entry === undefined || entry.revision === null ? null : copyOf(store, entry.revision);
}

/** A copy counts only if it is still what its name says. */
async function copyOf(store: string, revision: string): Promise<VerifiedBundle | null> {
  if (!/^[0-9a-f]{64}$/.test(revision)) return null;
  try {
    const bundle = await readBundle(join(copiesOf(store), revision));
    return bundle.manifest.revision === revision ? bundle : null;
  } catch {
    return null;
  }
}
