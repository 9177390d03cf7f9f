// As much of a bundle as a an agent call needs: the manifest and hook.cjs, each read once, verified, and those bytes used.
// The other files are looked at only when they are needed. Synchronous, because nothing else happens meanwhile.

import { closeSync, fstatSync, lstatSync, openSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { Manifest, Scope } from "../language/contract.ts";
import { variablesIn } from "../language/fact-variables.ts";
import { isSystemError, PolicyLoadError, shown, whyOf } from "../language/load-error.ts";
import { sha256Hex } from "../language/sha256.ts";
import { lastBundle } from "../runtime/bundle/last-bundle.ts";
import { READ_PLAIN, readPiece } from "../runtime/stores/private-files.ts";
import { type BundleFolder, folderAt } from "./bundle-folder.ts";
import { readManifest } from "./light-manifest.ts";

export const HOOK_FILE = "hook.cjs";
const MANIFEST_FILE = "manifest.json";

export interface CallBundle {
  /** As it was given. */
  readonly dir: string;
  /** The folder's real path. */
  readonly folder: string;
  readonly revision: string;
  readonly scope: Scope;
  /** Of hook.cjs, verified. */
  readonly code: Buffer;
  readonly files: Manifest["files"];
  /** Variables of the environment that rules ask for. */
  readonly variables: readonly string[];
}

const MAX_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 5;

/** Throws a PolicyLoadError when the bundle is not as it was built, or not the one that is pinned. */
export function openBundle(dir: string, pin: string | null): CallBundle {
  for (let attempt = 1; ; attempt++) {
    const found = findFolder(dir);
    try {
      const bundle = readFolder(dir, found.folder, pin);
      if (attempt === ATTEMPTS || isSame(findFolder(dir), found)) return bundle;
    } catch (caught) {
      // A build that swapped its new folder in meanwhile mixes two bundles; the new one is whole.
      if (attempt === ATTEMPTS || isSame(findFolder(dir), found)) throw caught;
    }
  }
}

/** The bytes of a listed file, verified by their hash. */
export function readListed(folder: string, files: Manifest["files"], name: string): Buffer {
  const bytes = readWhole(folder, name);
  const wanted = Object.hasOwn(files, name) ? files[name] : undefined;
  if (wanted === undefined) throw new PolicyLoadError("P605", { why: `${name} is not in the manifest` });
  if (sha256Hex(bytes) !== wanted) throw new PolicyLoadError("P604", { file: shown(name) });
  return bytes;
}

function readFolder(dir: string, folder: string, pin: string | null): CallBundle {
  const { revision, scope, files, facts } = readManifest(readWhole(folder, MANIFEST_FILE), pin);
  return {
    dir,
    folder,
    revision,
    scope,
    files,
    variables: variablesIn(facts),
    code: readListed(folder, files, HOOK_FILE),
  };
}

/** What is another as soon as a file that is run is another one. */
export type Stamp = readonly (string | number)[];

/** Throws as openBundle does when there is no bundle. */
export function stampOf(dir: string): Stamp {
  const folder = lookAt(dir, (place) => realpathSync.native(place));
  const files = [MANIFEST_FILE, HOOK_FILE].flatMap((name) => {
    const { dev, ino, size, mtimeMs, ctimeMs } = lookFor(folder, name, dir);
    return [dev, ino, size, mtimeMs, ctimeMs];
  });
  return [folder, ...files];
}

function lookFor(folder: string, name: string, dir: string): Stats {
  try {
    return lstatSync(`${folder}/${name}`);
  } catch (caught) {
    const isInFile = isSystemError(caught) && caught.code === "ENOTDIR";
    throw unreadable(isInFile ? dir : name, caught);
  }
}

const isSame = (one: BundleFolder, other: BundleFolder): boolean =>
  one.inode === other.inode && one.movedMs === other.movedMs && one.folder === other.folder;

function findFolder(dir: string): BundleFolder {
  const found = lookAt(dir, folderAt);
  if (!found.isFolder) throw new PolicyLoadError("P601", { file: shown(dir), why: "it is not a folder" });
  return found;
}

/** The folder itself, or the one before it while a build replaces it. */
function lookAt<T>(dir: string, look: (place: string) => T): T {
  // Twice, because a build may finish between the two looks of the first round.
  for (const placeOf of [sameDir, lastBundle, sameDir, lastBundle]) {
    try {
      return look(placeOf(dir));
    } catch (caught) {
      if (!isSystemError(caught) || caught.code !== "ENOENT") throw unreadable(dir, caught);
    }
  }
  throw new PolicyLoadError("P601", { file: shown(dir), why: "it does not exist" });
}

const sameDir = (dir: string): string => dir;

/** Opens without following a link and without waiting, as a named pipe would make it. */
function openPlain(folder: string, name: string): number {
  try {
    return openSync(join(folder, name), READ_PLAIN);
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
    if (found.size > MAX_BYTES) throw unreadable(name, new Error("it is too large for a file of a bundle"));
    const bytes = readPiece(handle, 0, found.size);
    if (bytes.length < found.size)
      throw new PolicyLoadError("P601", { file: shown(name), why: "it changed while it was read" });
    return bytes;
  } catch (caught) {
    throw caught instanceof PolicyLoadError ? caught : unreadable(name, caught);
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

const unreadable = (file: string, caught: unknown): PolicyLoadError =>
  new PolicyLoadError("P601", { file: shown(file), why: whyOf(caught) });
