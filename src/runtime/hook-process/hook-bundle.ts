// As much of a bundle as a one-shot hook runs: the manifest and hook.cjs, each read once, verified, and those bytes used.
// The other files are looked at only when they are needed. Synchronous, because nothing else happens meanwhile.

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Manifest, Scope } from "../contract.ts";
import { lastBundle } from "../last-bundle.ts";
import { sha256Hex } from "../late-crypto.ts";
import { isSystemError, PolicyLoadError, shown, whyOf } from "../load-error.ts";
import { pinned, readManifest } from "./hook-manifest.ts";
import type { BundleFolder, KeptBundle } from "./kept-bundle.ts";
import { REST_FILE } from "./rest-pieces.ts";

export const HOOK_FILE = "hook.cjs";
export const MANIFEST_FILE = "manifest.json";

export interface HookBundle {
  /** As it was given. */
  readonly dir: string;
  /** The folder's real path. */
  readonly folder: string;
  readonly revision: string;
  readonly scope: Scope;
  /** The verified bytes of hook.cjs. */
  readonly code: Uint8Array;
  /** The rest of the code: the opened file, or its bytes. Null in bundles that have none. */
  readonly rest: number | Uint8Array | null;
  readonly files: Manifest["files"];
  /** The user that the folder belongs to; null where it is not known. */
  readonly owner: number | null;
}

/** A bundle with what it was verified by. */
export interface OpenedBundle extends HookBundle, BundleFolder {
  readonly manifest: Buffer;
  /** What an earlier hook has kept of this very bundle. */
  readonly kept: KeptBundle | null;
}

type FindKept = (found: BundleFolder) => KeptBundle | null;

const MAX_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 5;

/** Throws a PolicyLoadError when the bundle is not as it was built, or not the one that is pinned. */
export function openHookBundle(dir: string, pin: string | null, findKept: FindKept = () => null): OpenedBundle {
  for (let attempt = 1; ; attempt++) {
    const found = findFolder(dir);
    try {
      const bundle = readFolder(dir, found, pin, findKept(found));
      if (attempt === ATTEMPTS || isSame(findFolder(dir), found)) return bundle;
      if (typeof bundle.rest === "number") closeSync(bundle.rest);
    } catch (caught) {
      // A build that swapped its new folder in meanwhile mixes two bundles; the new one is whole.
      if (attempt === ATTEMPTS || isSame(findFolder(dir), found)) throw caught;
    }
  }
}

/** The bytes of a listed file, verified by their hash or by what is known of it. */
export function readListed(
  folder: string,
  files: Manifest["files"],
  name: string,
  kept: KeptBundle | null = null,
): Uint8Array {
  const wanted = Object.hasOwn(files, name) ? files[name] : undefined;
  if (wanted === undefined) throw new PolicyLoadError("P605", { why: `${name} is not listed` });
  const bytes = readWhole(folder, name);
  if (kept?.isSame(name, bytes) !== true && sha256Hex(bytes) !== wanted)
    throw new PolicyLoadError("P604", { file: shown(name) });
  return bytes;
}

function readFolder(
  dir: string,
  { folder, inode, owner }: Found,
  pin: string | null,
  kept: KeptBundle | null,
): OpenedBundle {
  const bytes = readWhole(folder, MANIFEST_FILE);
  const isKept = kept?.isSame(MANIFEST_FILE, bytes) === true;
  const { revision, scope, files } = isKept ? pinned(kept.manifest, pin) : readManifest(bytes, pin);
  const code = readListed(folder, files, HOOK_FILE, isKept ? kept : null);
  const rest = Object.hasOwn(files, REST_FILE) ? openPlain(folder, REST_FILE) : null;
  return { dir, folder, inode, owner, revision, scope, files, code, rest, manifest: bytes, kept: isKept ? kept : null };
}

interface Found {
  readonly folder: string;
  readonly inode: string;
  /** When it was last moved: a number that a removed folder had is soon that of a new one. */
  readonly movedMs: number;
  readonly owner: number;
}

const isSame = (one: Found, other: Found): boolean =>
  one.inode === other.inode && one.movedMs === other.movedMs && one.folder === other.folder;

function findFolder(dir: string): Found {
  // Twice, because a build may finish between the two looks of the first round.
  for (const place of [dir, lastBundle(dir), dir, lastBundle(dir)]) {
    try {
      const folder = realpathSync.native(place);
      const found = lstatSync(folder);
      if (!found.isDirectory()) throw new PolicyLoadError("P601", { file: shown(dir), why: "it is not a folder" });
      return { folder, inode: `${found.dev}-${found.ino}`, movedMs: found.ctimeMs, owner: found.uid };
    } catch (caught) {
      if (isSystemError(caught) && caught.code === "ENOENT") continue;
      throw caught instanceof PolicyLoadError ? caught : unreadable(dir, caught);
    }
  }
  throw new PolicyLoadError("P601", { file: shown(dir), why: "it does not exist" });
}

/** Opens without following a link and without waiting, as a named pipe would make it. */
function openPlain(folder: string, name: string): number {
  try {
    return openSync(join(folder, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (caught) {
    throw unreadable(name, caught);
  }
}

function readWhole(folder: string, name: string): Buffer {
  let handle: number | null = null;
  try {
    handle = openPlain(folder, name);
    const found = fstatSync(handle);
    if (!found.isFile()) throw new PolicyLoadError("P605", { why: `${shown(name)} is not a regular file` });
    if (found.size > MAX_BYTES) throw unreadable(name, new Error("it is larger than a bundle's file may be"));
    const bytes = Buffer.allocUnsafe(found.size);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(handle, bytes, length, bytes.length - length, null);
      if (read === 0) throw new PolicyLoadError("P601", { file: shown(name), why: "it changed while it was read" });
      length += read;
    }
    return bytes;
  } catch (caught) {
    throw caught instanceof PolicyLoadError ? caught : unreadable(name, caught);
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

const unreadable = (file: string, caught: unknown): PolicyLoadError =>
  new PolicyLoadError("P601", { file: shown(file), why: whyOf(caught) });
