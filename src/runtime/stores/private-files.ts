// Files that only this user can have written: in the user's own folder, never through a link, never owned by another user.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { isSystemError, whyOf } from "../../language/load-error.ts";

export class PrivateFileError extends Error {
  override readonly name = "PrivateFileError";
}

export interface FolderCheck {
  readonly create: boolean;
  /** Others may read it; private files are in folders below, which others must not be able to replace. */
  readonly isShown?: boolean;
}

/** Checks the folder, and creates it first if requested; false when there is none. */
export function checkFolder(folder: string, options: FolderCheck): boolean {
  try {
    if (options.create) makeFolder(folder);
    const found = lstatSync(folder);
    if (!found.isDirectory()) throw new PrivateFileError(`${folder} is not a folder`);
    const why = foreignAccess(found, options.isShown ? WRITE : ANY);
    if (why !== null) throw new PrivateFileError(`${folder} ${why}`);
    return true;
  } catch (caught) {
    if (!options.create && isMissing(caught)) return false;
    throw asError(folder, caught);
  }
}

/** With its parents. Node's recursive mkdir never returns below folders that accept no files, such as `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (caught) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw caught;
  }
}

export interface OwnFile {
  readonly bytes: Buffer;
  readonly mtimeMs: number;
}

/** The whole file; null when there is none. Throws when it is not a plain file of this user alone, or too large. */
export function readOwnFile(path: string, cap: number): OwnFile | null {
  const opened = openOwnFile(path, cap);
  if (opened === null) return null;
  const { handle, size, mtimeMs } = opened;
  try {
    return { bytes: readPiece(handle, 0, size), mtimeMs };
  } catch (caught) {
    throw asError(path, caught);
  } finally {
    closeSync(handle);
  }
}

interface OpenFile {
  readonly handle: number;
  readonly size: number;
  readonly mtimeMs: number;
}

/** The same file, opened for reading piece by piece; the caller closes it. */
function openOwnFile(path: string, cap: number): OpenFile | null {
  let handle: number | null = null;
  try {
    handle = openSync(path, READ_PLAIN);
    const found = fstatSync(handle);
    if (!found.isFile()) throw new PrivateFileError(`${path} is not a regular file`);
    const why = foreignAccess(found);
    if (why !== null) throw new PrivateFileError(`${path} ${why}`);
    if (found.size > cap) throw new PrivateFileError(`${path} is too large`);
    return { handle, size: found.size, mtimeMs: found.mtimeMs };
  } catch (caught) {
    if (handle !== null) closeSync(handle);
    if (isMissing(caught)) return null;
    throw asError(path, caught);
  }
}

/** As much of the piece as there is. */
export function readPiece(handle: number, start: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(handle, bytes, length, bytes.length - length, start + length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

/** Writes a new file; throws if it exists. Leaves no file when the disk is full. */
export function writeNewFile(path: string, content: string | Uint8Array, options: { readonly sync: boolean }): void {
  const handle = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow, 0o600);
  try {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
    if (options.sync) fsyncSync(handle);
  } catch (caught) {
    rmSync(path, { force: true });
    throw caught;
  } finally {
    closeSync(handle);
  }
}

// Windows has neither.
const noFollow = constants.O_NOFOLLOW ?? 0;
const noWait = constants.O_NONBLOCK ?? 0;
/** Without following a link and without blocking on a pipe. */
export const READ_PLAIN = constants.O_RDONLY | noFollow | noWait;

interface Rights {
  readonly mask: number;
  readonly why: string;
}

const ANY: Rights = { mask: 0o077, why: "can be opened by other users; remove their permissions (chmod go=)" };
const WRITE: Rights = { mask: 0o022, why: "can be changed by other users; remove that permission (chmod go-w)" };

/** Why another user might have written it. On Windows permissions differ, but user folders are private. */
function foreignAccess(found: Stats, { mask, why }: Rights = ANY): string | null {
  const user = process.geteuid?.();
  if (user === undefined) return null;
  if (found.uid !== user) return "belongs to another user";
  return (found.mode & mask) === 0 ? null : why;
}

function isMissing(caught: unknown): boolean {
  return isSystemError(caught) && caught.code === "ENOENT";
}

function asError(path: string, caught: unknown): Error {
  return caught instanceof PrivateFileError ? caught : new PrivateFileError(`${path}: ${whyOf(caught)}`);
}
