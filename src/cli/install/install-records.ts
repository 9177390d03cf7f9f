// policyc's record of its changes: the original of every file, and what it created. It is in the state folder, for this
// user only. Entries can be removed without a record; with one the file gets its original bytes back.

import { createHash, randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { isList, isObject, member } from "../../hosts/shared/config.ts";
import type { Json } from "../../language/contract.ts";
import { checkFolder } from "../../runtime/stores/private-files.ts";
import { systemCode } from "../base/cli-error.ts";
import { missingFolders } from "./config-file.ts";

export interface InstallRecord {
  readonly path: string;
  /** Hash of what policyc wrote last. */
  readonly result: string;
  /** Only policyc has changed the file since: removing restores the earlier content. */
  readonly isPure: boolean;
  /** The backup that holds the original; null when there was no file. */
  readonly original: string | null;
  readonly madeFile: boolean;
  /** Members that were not there before. */
  readonly created: readonly string[];
  readonly folders: readonly string[];
}

/** Called before any change: a change that cannot be recorded is not made. The folder may also hold a bundle, so it may be readable. */
export function openRecords(state: string): void {
  checkFolder(state, { create: true, isShown: true });
  for (const name of ["installs", "backups"]) checkFolder(join(state, name), { create: true });
}

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const recordFile = (state: string, path: string): string =>
  join(state, "installs", `${hashOf(Buffer.from(path)).slice(0, 32)}.json`);

export async function readRecord(state: string, path: string): Promise<InstallRecord | null> {
  const record = await recordAt(recordFile(state, path));
  return record?.path === path ? record : null;
}

async function recordAt(file: string): Promise<InstallRecord | null> {
  try {
    const value: Json = JSON.parse(await readFile(file, "utf8"));
    const path = isObject(value) ? member(value, "path") : null;
    return isObject(value) && typeof path === "string" ? recordOf(value, path) : null;
  } catch {
    // An unreadable record is treated as lost: only the original's bytes depend on it.
    return null;
  }
}

/** The folders around a file that exist only for policyc's files: missing ones, and those created for another file. */
export async function foldersFor(path: string, state: string): Promise<readonly string[]> {
  const made = (await allRecords(state)).flatMap((record) => record.folders);
  const around = made.filter((folder) => path.startsWith(`${folder}${sep}`));
  return [...new Set([...around, ...(await missingFolders(path))])].sort((a, b) => a.length - b.length);
}

async function allRecords(state: string): Promise<readonly InstallRecord[]> {
  const folder = join(state, "installs");
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => name.endsWith(".json")).map((name) => recordAt(join(folder, name))),
  );
  return found.filter((record) => record !== null);
}

function recordOf(value: { readonly [key: string]: Json }, path: string): InstallRecord | null {
  const { result, isPure, original, madeFile, created, folders } = value;
  const isTexts = (list: Json | undefined): list is readonly string[] =>
    isList(list) && list.every((item) => typeof item === "string");
  if (typeof isPure !== "boolean") return null;
  if (typeof result !== "string" || typeof madeFile !== "boolean" || !isTexts(created) || !isTexts(folders))
    return null;
  if (original !== null && typeof original !== "string") return null;
  // A backup is a name, never a path.
  if (original !== null && original !== basename(original)) return null;
  return { path, result, isPure, original, madeFile, created, folders };
}

export async function writeRecord(state: string, record: InstallRecord): Promise<void> {
  const file = recordFile(state, record.path);
  const fresh = `${file}.${randomUUID()}.new`;
  await writeNew(fresh, Buffer.from(`${JSON.stringify(record, null, 2)}\n`));
  await rename(fresh, file);
}

export async function dropRecord(state: string, path: string): Promise<void> {
  await rm(recordFile(state, path), { force: true });
}

/** Stores a copy and returns its name. */
export async function backUp(state: string, path: string, bytes: Uint8Array, now: Date): Promise<string> {
  const stamp = now.toISOString().replace(/[-:]/g, "").replace(/\..*/, "Z");
  for (let count = 1; ; count++) {
    const name = `${stamp}-${hashOf(Buffer.from(path)).slice(0, 8)}-${count}-${basename(path)}`;
    try {
      await writeNew(join(state, "backups", name), bytes);
      return name;
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
}

/** The bytes of a backup; null when it is gone. */
export async function readBackup(state: string, name: string): Promise<Buffer | null> {
  try {
    return await readFile(join(state, "backups", name));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
