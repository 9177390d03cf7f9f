// As much of a bundle as a one-shot hook runs: the manifest and hook.cjs, each read once, verified, and those bytes used.
// The other files are looked at only when they are needed. Synchronous, because nothing else happens meanwhile.

import { closeSync, fstatSync, openSync } from "node:fs";
import type { Manifest, Scope } from "../contract.ts";
import { lastBundle } from "../last-bundle.ts";
import { sha256Hex } from "../late-crypto.ts";
import { isSystemError, PolicyLoadError, shown, whyOf } from "../load-error.ts";
import { inFolder } from "../plain-paths.ts";
import { fillFrom, READ_PLAIN } from "../stores/private-files.ts";
import { type BundleFolder, folderAt } from "./bundle-folder.ts";
import { pinned, readManifest } from "./hook-manifest.ts";
import type { KeptBundle } from "./kept-bundle.ts";
import { type ModuleCode, moduleRoom } from "./module-code.ts";
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
  /** Of hook.cjs, verified. */
  readonly code: ModuleCode;
  /** The rest of the code: the opened file, or its bytes. Null in bundles that have none. */
  readonly rest: number | Uint8Array | null;
  readonly files: Manifest["files"];
}

/** A bundle with what it was verified by. */
export interface OpenedBundle extends HookBundle {
  readonly found: BundleFolder;
  readonly manifest: Buffer;
  /** What an earlier hook has kept of this very bundle. */
  readonly kept: KeptBundle | null;
}

const MAX_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 5;

/**
 * Throws a PolicyLoadError when the bundle is not as it was built, or not the one that is pinned. What is kept may be of any
 * bundle: it is compared.
 */
export function openHookBundle(dir: string, pin: string | null, kept: KeptBundle | null = null): OpenedBundle {
  for (let attempt = 1; ; attempt++) {
    const found = findFolder(dir);
    try {
      const bundle = readFolder(dir, found, pin, kept);
      if (attempt === ATTEMPTS || isSame(findFolder(dir), found)) return bundle;
      if (typeof bundle.rest === "number") closeSync(bundle.rest);
    } catch (caught) {
      // A build that swapped its new folder in meanwhile mixes two bundles; the new one is whole.
      if (attempt === ATTEMPTS || isSame(findFolder(dir), found)) throw caught;
    }
  }
}

/** The bytes of a listed file, verified by their hash. */
export function readListed(folder: string, files: Manifest["files"], name: string): Buffer {
  const { bytes } = readWhole(folder, name, plainRoom);
  verify(bytes, files, name);
  return bytes;
}

function verify(bytes: Buffer, files: Manifest["files"], name: string): void {
  const wanted = Object.hasOwn(files, name) ? files[name] : undefined;
  if (wanted === undefined) throw new PolicyLoadError("P605", { why: `${name} is not listed` });
  if (sha256Hex(bytes) !== wanted) throw new PolicyLoadError("P604", { file: shown(name) });
}

function readFolder(dir: string, found: BundleFolder, pin: string | null, given: KeptBundle | null): OpenedBundle {
  const { folder } = found;
  const { bytes: manifest } = readWhole(folder, MANIFEST_FILE, plainRoom);
  const known = given?.isSame(MANIFEST_FILE, manifest) === true ? given : null;
  const { revision, scope, files } = known === null ? readManifest(manifest, pin) : pinned(known.manifest, pin);
  const code = readWhole(folder, HOOK_FILE, moduleRoom);
  const kept = known?.isSame(HOOK_FILE, code.bytes) === true ? known : null;
  if (kept === null) verify(code.bytes, files, HOOK_FILE);
  const rest = Object.hasOwn(files, REST_FILE) ? openPlain(folder, REST_FILE) : null;
  return { dir, folder, revision, scope, files, code, rest, found, manifest, kept };
}

const isSame = (one: BundleFolder, other: BundleFolder): boolean =>
  one.inode === other.inode && one.movedMs === other.movedMs && one.folder === other.folder;

function findFolder(dir: string): BundleFolder {
  // Twice, because a build may finish between the two looks of the first round.
  for (const place of [dir, lastBundle(dir), dir, lastBundle(dir)]) {
    try {
      const found = folderAt(place);
      if (!found.isFolder) throw new PolicyLoadError("P601", { file: shown(dir), why: "it is not a folder" });
      return found;
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
    return openSync(inFolder(folder, name), READ_PLAIN);
  } catch (caught) {
    throw unreadable(name, caught);
  }
}

/** Memory for a file. */
interface Room {
  readonly bytes: Buffer;
}

const plainRoom = (size: number): Room => ({ bytes: Buffer.allocUnsafe(size) });

function readWhole<R extends Room>(folder: string, name: string, roomFor: (size: number) => R): R {
  let handle: number | null = null;
  try {
    handle = openPlain(folder, name);
    const found = fstatSync(handle);
    if (!found.isFile()) throw new PolicyLoadError("P605", { why: `${shown(name)} is not a regular file` });
    if (found.size > MAX_BYTES) throw unreadable(name, new Error("it is larger than a bundle's file may be"));
    const room = roomFor(found.size);
    if (fillFrom(handle, 0, room.bytes) < found.size)
      throw new PolicyLoadError("P601", { file: shown(name), why: "it changed while it was read" });
    return room;
  } catch (caught) {
    throw caught instanceof PolicyLoadError ? caught : unreadable(name, caught);
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

const unreadable = (file: string, caught: unknown): PolicyLoadError =>
  new PolicyLoadError("P601", { file: shown(file), why: whyOf(caught) });
