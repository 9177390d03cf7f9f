// Opens the part of a bundle that an agent call needs: the manifest and hook.cjs. Each is read once and verified, and exactly
// those bytes are used. Other files are read on demand. Synchronous, because the process has nothing else to do.

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
  /** The path as the caller wrote it. */
  readonly dir: string;
  /** The folder's real path. */
  readonly folder: string;
  readonly revision: string;
  readonly scope: Scope;
  /** The verified bytes of hook.cjs. */
  readonly code: Buffer;
  readonly files: Manifest["files"];
  /** The environment variables that rules read. */
  readonly variables: readonly string[];
}

const MAX_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 5;

/** Throws a PolicyLoadError when the bundle was changed after the build, or is not the pinned one. */
export function openBundle(dir: string, pin: string | null): CallBundle {
  for (let attempt = 1; ; attempt++) {
    const found = findFolder(dir);
    try {
      const bundle = readFolder(dir, found.folder, pin);
      if (attempt === ATTEMPTS || isSame(findFolder(dir), found)) return bundle;
    } catch (caught) {
      // A build may have replaced the folder meanwhile, so that files of two bundles were read; the new folder is complete.
      if (attempt === ATTEMPTS || isSame(findFolder(dir), found)) throw caught;
    }
  }
}

/** The bytes of a listed file, verified by their hash. */
export function readListed(folder: string, files: Manifest["files"], name: string): Buffer {
  const bytes = readWhole(folder, name);
  const expected = Object.hasOwn(files, name) ? files[name] : undefined;
  if (expected === undefined) throw new PolicyLoadError("P605", { why: `${name} is not in the manifest` });
  if (sha256Hex(bytes) !== expected) throw new PolicyLoadError("P604", { file: shown(name) });
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

/** Changes whenever the manifest or hook.cjs changes or is replaced. */
export type Stamp = readonly (string | number)[];

/** Throws like openBundle when there is no bundle. */
export function stampOf(dir: string): Stamp {
  const folder = atFolder(dir, (place) => realpathSync.native(place));
  const files = [MANIFEST_FILE, HOOK_FILE].flatMap((name) => {
    const { dev, ino, size, mtimeMs, ctimeMs } = statFile(folder, name, dir);
    return [dev, ino, size, mtimeMs, ctimeMs];
  });
  return [folder, ...files];
}

function statFile(folder: string, name: string, dir: string): Stats {
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
  const found = atFolder(dir, folderAt);
  if (!found.isFolder) throw new PolicyLoadError("P601", { file: shown(dir), why: "it is not a folder" });
  return found;
}

/** Applies `look` to the folder, or to its predecessor while a build is replacing it. */
function atFolder<T>(dir: string, look: (place: string) => T): T {
  // Twice, because a build may finish between the two attempts of the first round.
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

/** Opens without following a link and without blocking on a named pipe. */
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
