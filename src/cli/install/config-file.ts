// Reads and writes an agent's configuration: never through a link, never over a concurrent change, completely or not at all.

import { constants } from "node:fs";
import { access, link, lstat, mkdir, open, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { reasonOf, systemCode } from "../base/cli-error.ts";

export interface AgentFile {
  readonly path: string;
  /** Null when there is none. */
  readonly bytes: Buffer | null;
  readonly mode: number;
}

export interface FileRefusal {
  readonly path: string;
  readonly why: string;
}

export const isRefusal = (value: object): value is FileRefusal => "why" in value;

const MAX_BYTES = 16 * 1024 * 1024;

/** The file, or why it cannot be edited. `root` is the project or the home folder; no path component below it may be a link. */
export async function readConfigFile(path: string, root: string): Promise<AgentFile | FileRefusal> {
  try {
    const linked = await linkOnTheWay(path, root);
    if (linked !== null)
      return {
        path,
        why: `\`${linked}\` is a symbolic link; use the real path, or replace the link with a regular file`,
      };
    const found = await lstat(path);
    if (!found.isFile()) return { path, why: "it is not a regular file" };
    if (found.size > MAX_BYTES) return { path, why: "it is larger than 16 MiB" };
    return { path, bytes: await readFile(path), mode: found.mode & 0o7777 };
  } catch (error) {
    return systemCode(error) === "ENOENT" ? { path, bytes: null, mode: 0o644 } : { path, why: reasonOf(error) };
  }
}

/** The first part of the path below the root that is a link; null when there is none. */
async function linkOnTheWay(path: string, root: string): Promise<string | null> {
  const inside = relative(root, path);
  const parts = inside.startsWith("..")
    ? [path]
    : inside.split(sep).map((_part, at, all) => join(root, ...all.slice(0, at + 1)));
  for (const part of parts) {
    try {
      if ((await lstat(part)).isSymbolicLink()) return part;
    } catch (error) {
      if (systemCode(error) === "ENOENT") return null;
      throw error;
    }
  }
  return null;
}

/** Why the file cannot be written, checked before any change; null when it can. */
export async function whyNotWritable({ path, bytes, mode }: AgentFile): Promise<string | null> {
  try {
    // A new file would replace one that its owner has made read-only.
    if (bytes !== null && (mode & 0o222) === 0) return "it is read-only";
    if (bytes !== null) await access(path, constants.W_OK);
    let folder = dirname(path);
    while (!(await isThere(folder))) folder = dirname(folder);
    if (!(await stat(folder)).isDirectory()) return `\`${folder}\` is not a folder`;
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** UTF-8 text of a file including its byte order mark; null for anything else. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Folders that must be created for the file, outermost first. */
export async function missingFolders(path: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let folder = dirname(path); !(await isThere(folder)); folder = dirname(folder)) missing.unshift(folder);
  return missing;
}

/** Replaces what was read by the content. Throws a system error; returns false when the file has changed since. */
export async function writeConfigFile(before: AgentFile, after: Buffer, mode: number): Promise<boolean> {
  const { path } = before;
  await mkdir(dirname(path), { recursive: true });
  const fresh = join(dirname(path), `.${basename(path)}.${process.pid}.new`);
  try {
    const handle = await open(fresh, "wx", mode & 0o777);
    try {
      await handle.writeFile(after);
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await isUnchanged(before))) return false;
    // Does not overwrite a file that has appeared meanwhile: linking fails where a rename would succeed.
    if (before.bytes === null) await link(fresh, path);
    else await rename(fresh, path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(fresh, { force: true });
  }
}

/** Removes the file and those of the folders that are empty afterwards. */
export async function removeConfigFile(before: AgentFile, folders: readonly string[]): Promise<boolean> {
  if (!(await isUnchanged(before))) return false;
  await rm(before.path, { force: true });
  for (const folder of [...folders].reverse()) {
    try {
      await rmdir(folder);
    } catch (error) {
      // Others use the folder: it stays, and so do its parents.
      if (systemCode(error) === null) throw error;
      return true;
    }
  }
  return true;
}

async function isUnchanged({ path, bytes }: AgentFile): Promise<boolean> {
  try {
    const found = await lstat(path);
    return bytes !== null && found.isFile() && bytes.equals(await readFile(path));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return bytes === null;
    throw error;
  }
}
