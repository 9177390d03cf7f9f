// Reads a bundle from disk: each file once, checked against its hash; nothing is run here.
// The result is bytes in memory, so a file that is replaced later has no effect.

import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Json, Manifest } from "../../language/contract.ts";
import { isSystemError, PolicyLoadError, shown, whyOf } from "../../language/load-error.ts";
import { checkHooksFile, checkManifest } from "../../language/manifest.ts";
import { revisionOf } from "../../language/revision.ts";
import { sha256Hex } from "../../language/sha256.ts";
import { parseStrictJson } from "../../language/strict-json.ts";
import { lastBundle } from "./last-bundle.ts";

export interface VerifiedBundle {
  readonly manifest: Manifest;
  /** Every listed file by name, except those that are only for review. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** External hooks, as text to show; empty when there are none. */
  readonly hooks: readonly string[];
  /** The folder's real path. */
  readonly folder: string;
}

const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/** Checked like the others, but not stored: they are larger than the module and never run. */
const FOR_REVIEW: readonly string[] = ["policy.ts", "ir.json"];

const ATTEMPTS = 5;

/** Reads and verifies every file of the bundle; throws a PolicyLoadError at the first difference from the build. */
export async function readBundle(dir: string): Promise<VerifiedBundle> {
  for (let attempt = 1; ; attempt++) {
    const found = await findFolder(dir);
    try {
      return await readFolder(found.folder);
    } catch (caught) {
      // A build may have replaced the folder meanwhile, so that files of two bundles were read; the new folder is complete.
      const isSwapped = (await findFolder(dir)).identity !== found.identity;
      if (!isSwapped || attempt === ATTEMPTS) throw caught;
    }
  }
}

async function readFolder(folder: string): Promise<VerifiedBundle> {
  const manifest = checkManifest(jsonOf(await readWhole(folder, "manifest.json", MAX_MANIFEST_BYTES), ""));
  await checkListing(folder, manifest);

  const files = new Map<string, Uint8Array>();
  const hashes: { [name: string]: string } = Object.create(null);
  let total = 0;
  for (const [name, expected] of Object.entries(manifest.files)) {
    const bytes = await readWhole(folder, name, Math.min(MAX_FILE_BYTES, MAX_TOTAL_BYTES - total));
    total += bytes.length;
    const found = sha256Hex(bytes);
    if (found !== expected) throw new PolicyLoadError("P604", { file: shown(name) });
    hashes[name] = found;
    if (!FOR_REVIEW.includes(name)) files.set(name, bytes);
  }
  if (revisionOf(manifest, hashes) !== manifest.revision) throw new PolicyLoadError("P604", { file: "manifest.json" });

  const hooks = checkHooksFile(jsonOf(files.get("hooks.json") ?? new Uint8Array(), "hooks.json: "));
  return { manifest, files, hooks, folder };
}

function jsonOf(bytes: Uint8Array, prefix: string): Json {
  const parsed = parseStrictJson(bytes);
  if ("error" in parsed) throw new PolicyLoadError("P602", { why: `${prefix}${parsed.error}` });
  return parsed.value;
}

interface Found {
  readonly folder: string;
  /** Differs for another folder, and for the same one after it was moved. */
  readonly identity: string;
}

/** The folder itself may be a link (such as `current`, to a release); nothing inside it may be one. */
async function findFolder(dir: string): Promise<Found> {
  // Twice, because a build may finish between the two attempts of the first round.
  const places = [dir, lastBundle(dir), dir, lastBundle(dir)];
  for (const place of places) {
    const found = await folderAt(place, dir);
    if (found !== null) return found;
  }
  throw new PolicyLoadError("P601", { file: shown(dir), why: "it does not exist" });
}

/** The real folder at a place; null when there is nothing. */
async function folderAt(place: string, dir: string): Promise<Found | null> {
  try {
    const folder = await realpath(place);
    const found = await lstat(folder, { bigint: true });
    // With the time, because the system soon reuses the inode of a removed folder.
    const { dev, ino, ctimeNs } = found;
    if (found.isDirectory()) return { folder, identity: `${dev} ${ino} ${ctimeNs} ${folder}` };
  } catch (caught) {
    if (isSystemError(caught) && caught.code === "ENOENT") return null;
    throw new PolicyLoadError("P601", { file: shown(dir), why: whyOf(caught) });
  }
  throw new PolicyLoadError("P601", { file: shown(dir), why: "it is not a folder" });
}

/** Compares the content of the folder with the manifest. */
async function checkListing(folder: string, manifest: Manifest): Promise<void> {
  const missing = new Set(["manifest.json", ...Object.keys(manifest.files)]);
  const parents = new Set<string>([""]);
  for (const name of missing)
    for (let at = name.indexOf("/"); at !== -1; at = name.indexOf("/", at + 1)) parents.add(name.slice(0, at));

  const pending = [""];
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    for (const entry of await entriesOf(folder, parent)) {
      const name = parent === "" ? entry.name : `${parent}/${entry.name}`;
      if (entry.isFile() && missing.delete(name)) continue;
      if (entry.isDirectory() && parents.has(name)) pending.push(name);
      else throw new PolicyLoadError("P605", { why: unexpectedEntry(name, entry, missing) });
    }
  }
  for (const name of missing) throw new PolicyLoadError("P605", { why: `${shown(name)} is missing` });
}

interface Entry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

function unexpectedEntry(name: string, entry: Entry, missing: ReadonlySet<string>): string {
  if (entry.isSymbolicLink()) return `${shown(name)} is a symbolic link`;
  return missing.has(name) ? `${shown(name)} is not a regular file` : `${shown(name)} is not in the manifest`;
}

async function entriesOf(folder: string, parent: string): Promise<readonly Entry[]> {
  try {
    return await readdir(join(folder, parent), { withFileTypes: true });
  } catch (caught) {
    throw new PolicyLoadError("P601", { file: shown(parent === "" ? "the bundle" : parent), why: whyOf(caught) });
  }
}

/** Opens without following a link and without blocking on a named pipe, then reads at most `cap` bytes. */
async function readWhole(folder: string, name: string, cap: number): Promise<Uint8Array> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = await handle.stat();
    if (!found.isFile()) throw new PolicyLoadError("P605", { why: `${shown(name)} is not a regular file` });
    if (found.size > cap) throw tooLarge(name);
    const bytes = await readUpTo(handle, found.size);
    if (bytes === null) throw new PolicyLoadError("P601", { file: shown(name), why: "it changed while it was read" });
    return bytes;
  } catch (caught) {
    if (caught instanceof PolicyLoadError) throw caught;
    throw new PolicyLoadError("P601", { file: shown(name), why: whyOf(caught) });
  } finally {
    await handle?.close();
  }
}

/** Exactly `size` bytes, or null when the file has become shorter or longer. */
async function readUpTo(handle: FileHandle, size: number): Promise<Uint8Array | null> {
  const buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length <= size) {
    const { bytesRead } = await handle.read(buffer, length, size + 1 - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length === size ? buffer.subarray(0, size) : null;
}

function tooLarge(name: string): PolicyLoadError {
  return new PolicyLoadError("P601", { file: shown(name), why: "it is too large for a file of a bundle" });
}
