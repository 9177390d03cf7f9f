// As much of a bundle as a one-shot hook runs: the manifest and hook.cjs, each read once, hashed, and those bytes used.
// The other files are looked at only when they are needed. Synchronous, because nothing else happens meanwhile.

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Manifest, Scope } from "../contract.ts";
import { isSystemError, PolicyLoadError, shown, whyOf } from "../load-error.ts";
import { lastBundle } from "../read-bundle.ts";
import { revisionOf, revisionOfText, sha256Hex } from "../revision.ts";

export const HOOK_FILE = "hook.cjs";
/** Read and verified by hook.cjs itself, if it needs it: see open-part.ts. */
export const REST_FILE = "hook.txt";

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

const MAX_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 5;

/** Throws a PolicyLoadError when the bundle is not as it was built, or not the one that is pinned. */
export function openHookBundle(dir: string, pin: string | null): HookBundle {
  for (let attempt = 1; ; attempt++) {
    const found = findFolder(dir);
    try {
      const bundle = readFolder(dir, found, pin);
      if (attempt === ATTEMPTS || findFolder(dir).identity === found.identity) return bundle;
      if (typeof bundle.rest === "number") closeSync(bundle.rest);
    } catch (caught) {
      // A build that swapped its new folder in meanwhile mixes two bundles; the new one is whole.
      if (attempt === ATTEMPTS || findFolder(dir).identity === found.identity) throw caught;
    }
  }
}

/** The bytes of a listed file, verified. */
export function readListed(folder: string, files: Manifest["files"], name: string): Uint8Array {
  const wanted = Object.hasOwn(files, name) ? files[name] : undefined;
  if (wanted === undefined) throw new PolicyLoadError("P605", { why: `${name} is not listed` });
  const bytes = readWhole(folder, name);
  if (sha256Hex(bytes) !== wanted) throw new PolicyLoadError("P604", { file: shown(name) });
  return bytes;
}

function readFolder(dir: string, { folder, owner }: Found, pin: string | null): HookBundle {
  const text = readWhole(folder, "manifest.json").toString("utf8");
  const manifest = manifestOf(text);
  const { revision, scope, files } = manifest;
  if (pin !== null && pin !== revision) throw new PolicyLoadError("P606", { found: shownHash(revision), wanted: pin });
  if (revisionOfText(text) !== revision && revisionOf(manifest, files) !== revision)
    throw new PolicyLoadError("P604", { file: "manifest.json" });
  const code = readListed(folder, files, HOOK_FILE);
  const rest = Object.hasOwn(files, REST_FILE) ? openPlain(folder, REST_FILE) : null;
  return { dir, folder, revision, scope, files, code, rest, owner };
}

type LightManifest = Pick<Manifest, "revision" | "scope" | "files">;

/** Only what a hook uses is looked at: the revision, once it fits, says that all is as the compiler wrote it. */
function manifestOf(text: string): LightManifest {
  const value = jsonOf(text);
  const fields: { readonly [name: string]: unknown } = isObject(value) ? value : {};
  for (const name of ["format", "language", "ir"])
    if (fields[name] !== 1)
      throw new PolicyLoadError("P603", { what: name, found: shown(String(fields[name])), known: "1" });
  const { revision, scope, files } = fields;
  if (typeof revision !== "string" || !isScope(scope) || !isObject(files) || !isTexts(files))
    throw new PolicyLoadError("P602", { why: "it lacks its revision, scope or files" });
  return { ...fields, revision, scope, files };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PolicyLoadError("P602", { why: "it is not JSON" });
  }
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isScope = (value: unknown): value is Scope => value === "internal" || value === "user" || value === "repo";

const isTexts = (value: { readonly [name: string]: unknown }): value is { readonly [name: string]: string } =>
  Object.values(value).every((item) => typeof item === "string");

const shownHash = (revision: string): string => (/^[0-9a-f]{64}$/.test(revision) ? revision : shown(revision));

interface Found {
  readonly folder: string;
  readonly identity: string;
  readonly owner: number;
}

function findFolder(dir: string): Found {
  // Twice, because a build may finish between the two looks of the first round.
  for (const place of [dir, lastBundle(dir), dir, lastBundle(dir)]) {
    try {
      const folder = realpathSync.native(place);
      const found = lstatSync(folder);
      if (!found.isDirectory()) throw new PolicyLoadError("P601", { file: shown(dir), why: "it is not a folder" });
      return { folder, identity: `${found.dev} ${found.ino} ${folder}`, owner: found.uid };
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
