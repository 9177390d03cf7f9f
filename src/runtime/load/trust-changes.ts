// Writes the trust store: atomically, readable and writable by its owner only, one writer at a time.

import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { readTrustStore, type TrustEntry, unsafeFolder } from "../bundle/trust-store.ts";
import { LockError, withLockAsync } from "../stores/lock.ts";

/** Why the store was not changed; the message is one sentence without a full stop. */
export class TrustStoreError extends Error {
  override readonly name = "TrustStoreError";
}

/** Records a workspace with the only revision trusted there from now on. */
export async function addTrust(store: string, path: string, revision: string, now: number): Promise<TrustEntry> {
  const entry = { path, revision, added: new Date(now).toISOString() };
  await change(store, (entries) => [...entries.filter((one) => one.path !== path), entry]);
  return entry;
}

/** Removes a workspace; false when it was not in the store. */
export async function removeTrust(store: string, path: string): Promise<boolean> {
  const before = await readTrustStore(store);
  if (!before.ok && before.kind === "missing") return false;
  let found = false;
  await change(store, (entries) => {
    found = entries.some((one) => one.path === path);
    return found ? entries.filter((one) => one.path !== path) : null;
  });
  return found;
}

const PATIENCE_MS = 5000;

/** Reports a lock that stays taken as a TrustStoreError. */
async function locked(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await withLockAsync(path, PATIENCE_MS, work);
  } catch (caught) {
    throw caught instanceof LockError ? new TrustStoreError(caught.message) : caught;
  }
}

type Change = (entries: readonly TrustEntry[]) => readonly TrustEntry[] | null;

async function change(store: string, next: Change): Promise<void> {
  const path = resolve(store);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unsafe = await unsafeFolder(dirname(path));
  if (unsafe !== null) throw new TrustStoreError(`trust store permissions unsafe: ${unsafe}`);
  await locked(`${path}.lock`, async () => {
    const reading = await readTrustStore(path);
    // A damaged store is left for its owner to inspect; overwriting it would also lose what was trusted.
    if (!reading.ok && reading.kind === "invalid") throw new TrustStoreError(reading.reason);
    const entries = next(reading.ok ? reading.entries : []);
    if (entries !== null) await replace(path, storeText(entries));
  });
}

function storeText(entries: readonly TrustEntry[]): string {
  const workspaces = entries.map((entry) => (entry.revision === null ? entry.path : entry));
  return `${JSON.stringify({ version: 1, workspaces }, null, 2)}\n`;
}

/** INVARIANT: this process holds the lock, so no other one uses the name of the new file. */
async function replace(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`;
  await rm(fresh, { force: true });
  try {
    const handle = await open(fresh, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.chmod(0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, path);
  } catch (caught) {
    await rm(fresh, { force: true });
    throw caught;
  }
  await syncFolder(dirname(path));
}

/** A rename is durable only after its folder is synced; some file systems do not support that. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch {
    // The new store is in place; only a crash of the whole machine could still lose it.
  }
}
