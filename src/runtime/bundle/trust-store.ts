// The trust store: which bundle the user has confirmed for which workspace. It is read and checked here; trust-changes.ts
// writes it. Write access to this file decides which code runs, so a store that others can write is not used.

import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Json } from "../../language/contract.ts";
import { isSystemError, shown, whyOf } from "../../language/load-error.ts";
import { parseStrictJson } from "../../language/strict-json.ts";

/** One confirmed bundle. */
export interface TrustEntry {
  /** The workspace's real path. */
  readonly path: string;
  /** Null: written without one; such an entry trusts nothing. */
  readonly revision: string | null;
  /** When it was confirmed, RFC 3339; empty when that is not known. */
  readonly added: string;
}

export type TrustReading =
  | { readonly ok: true; readonly entries: readonly TrustEntry[] }
  | { readonly ok: false; readonly kind: "missing" | "empty" | "invalid"; readonly reason: string };

const MAX_BYTES = 1024 * 1024;

/** `~/.policyc/trust.json`. */
export function defaultTrustStore(home: string = homedir()): string {
  return join(home, ".policyc", "trust.json");
}

/** Reads the store. Never throws: every defect is returned as a reason. */
export async function readTrustStore(path: string): Promise<TrustReading> {
  try {
    const unsafe = await unsafeFolder(dirname(resolve(path)));
    if (unsafe !== null) return invalid(`permissions unsafe: ${unsafe}`);
    return await readFile(path);
  } catch (caught) {
    if (isSystemError(caught) && (caught.code === "ENOENT" || caught.code === "ENOTDIR"))
      return { ok: false, kind: "missing", reason: "trust store is missing" };
    if (isSystemError(caught) && (caught.code === "ELOOP" || caught.code === "EMLINK"))
      return invalid("permissions unsafe: trust store is a symbolic link");
    return invalid(`cannot be read: ${whyOf(caught)}`);
  }
}

async function readFile(path: string): Promise<TrustReading> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Without following a link and without blocking on a named pipe.
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const unsafe = await unsafeFile(handle);
    if (unsafe !== null) return invalid(unsafe);
    return parseStore(await handle.readFile());
  } finally {
    await handle.close();
  }
}

const invalid = (what: string): TrustReading => ({ ok: false, kind: "invalid", reason: `trust store ${what}` });

const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;

async function unsafeFile(handle: FileHandle): Promise<string | null> {
  const found = await handle.stat();
  if (!found.isFile()) return "is not a regular file";
  if (found.size > MAX_BYTES) return "is larger than 1 MiB";
  const why = writableByOthers(found) ?? foreignOwner(found);
  return why === null ? null : `permissions unsafe: trust store ${why}`;
}

/**
 * Why a folder is not a safe place for the store, or null. A world-writable folder further up lets another user replace
 * this folder, unless it is sticky like /tmp.
 */
export async function unsafeFolder(folder: string): Promise<string | null> {
  const found = await lstat(folder);
  if (found.isSymbolicLink()) return "its folder is a symbolic link";
  const why = writableByOthers(found) ?? foreignOwner(found);
  if (why !== null) return `its folder ${why}`;
  for (let up = dirname(folder); ; up = dirname(up)) {
    const { mode } = await lstat(up);
    if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0 && !(await lstat(up)).isSymbolicLink())
      return "a folder above it is world-writable";
    if (up === dirname(up)) return null;
  }
}

interface Ownership {
  readonly mode: number;
  readonly uid: number;
}

function writableByOthers({ mode }: Ownership): string | null {
  if ((mode & OTHERS_WRITE) !== 0) return "is world-writable";
  return (mode & GROUP_WRITES) !== 0 ? "is group-writable" : null;
}

/** Root can write everywhere anyway. Without user ids (Windows) there is nothing to compare. */
function foreignOwner({ uid }: Ownership): string | null {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === 0 ? null : "belongs to another user";
}

/** The entries of a store's text; one defect anywhere makes the whole store invalid. */
function parseStore(bytes: Uint8Array): TrustReading {
  if (bytes.every((byte) => byte <= 0x20)) return { ok: false, kind: "empty", reason: "trust store is empty" };
  const parsed = parseStrictJson(bytes);
  if ("error" in parsed) return invalid(`json is invalid: ${parsed.error}`);
  const store = parsed.value;
  if (!isObject(store)) return invalid("json is invalid: it is not an object");
  const { version = null, workspaces = null } = store;
  if (workspaces === null) return invalid("workspaces field is required");
  if (version !== null && typeof version !== "number") return invalid("json is invalid: version is not a number");
  if (version !== 1) return invalid("version must be 1");
  const unknown = Object.keys(store).find((key) => key !== "version" && key !== "workspaces");
  if (unknown !== undefined) return invalid(`json is invalid: ${shown(unknown)} is not a known field`);
  if (!Array.isArray(workspaces)) return invalid("json is invalid: workspaces is not a list");
  return readEntries(workspaces);
}

function readEntries(items: readonly Json[]): TrustReading {
  const entries: TrustEntry[] = [];
  for (const [at, item] of items.entries()) {
    const entry = readEntry(item);
    if (typeof entry !== "string") entries.push(entry);
    else return invalid(entry.startsWith("workspace path") ? entry : `json is invalid: workspaces[${at}] ${entry}`);
  }
  return { ok: true, entries };
}

/** A plain string is a path in the format of NeoCode's store; it is read so that the user learns why it trusts nothing. */
function readEntry(item: Json): TrustEntry | string {
  if (typeof item === "string") return pathFault(item) ?? { path: item, revision: null, added: "" };
  if (!isObject(item)) return "is not an object with path, revision and added";
  const { path, revision, added, ...more } = item;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) return `has ${shown(unknown)}, which is not a known field`;
  if (typeof path !== "string") return "has no path";
  if (typeof revision !== "string" || !/^[0-9a-f]{64}$/.test(revision))
    return "has no revision of 64 hexadecimal digits";
  if (typeof added !== "string" || Number.isNaN(Date.parse(added))) return "has no date in added";
  return pathFault(path) ?? { path, revision, added };
}

function pathFault(path: string): string | null {
  if (!isAbsolute(path)) return "workspace path is invalid: path must be absolute";
  return path.includes("\0") ? "workspace path is invalid: path contains a null character" : null;
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
