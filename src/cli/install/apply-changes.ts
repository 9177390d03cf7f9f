// Applies planned changes: a backup of each file, the file itself, then the record. Problems are detected before the first change.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { PrivateFileError } from "../../runtime/stores/private-files.ts";
import { reasonOf } from "../base/cli-error.ts";
import { unifiedDiff } from "../show/line-diff.ts";
import { type FileRefusal, removeConfigFile, textOf, whyNotWritable, writeConfigFile } from "./config-file.ts";
import { backUp, dropRecord, openRecords, writeRecord } from "./install-records.ts";
import type { FileChange } from "./plan-changes.ts";

/** The first file that cannot be written; null when all can. */
export async function firstUnwritable(changes: readonly FileChange[]): Promise<FileRefusal | null> {
  for (const { file } of changes) {
    const why = await whyNotWritable(file);
    if (why !== null) return { path: file.path, why };
  }
  return null;
}

const LARGEST_SHOWN = 256 * 1024;

/** The change as `diff -u` shows it. */
export function changeText({ file, after }: FileChange, shown: (path: string) => string): string {
  const name = shown(file.path);
  const from = file.bytes === null ? "/dev/null" : name;
  const to = after === null ? "/dev/null" : name;
  const size = Math.max(file.bytes?.length ?? 0, after?.length ?? 0);
  // A module generated from a bundle is not reviewed line by line; its first line says what it is.
  if (size > LARGEST_SHOWN)
    return [`--- ${from}`, `+++ ${to}`, `${after?.length ?? 0} bytes`, ""].map(visible).join("\n");
  const text = (bytes: Buffer | null): string => (bytes === null ? "" : (textOf(bytes) ?? ""));
  const lines = unifiedDiff(text(file.bytes), text(after)).split("\n");
  return [`--- ${from}`, `+++ ${to}`, ...lines].map(visible).join("\n");
}

/** Applies the changes in order; stops at the first failure and keeps the changes made before it. */
export async function applyChanges(
  changes: readonly FileChange[],
  state: string,
  now: Date,
): Promise<FileRefusal | null> {
  try {
    openRecords(state);
  } catch (error) {
    if (!(error instanceof PrivateFileError)) throw error;
    return { path: changes[0]?.file.path ?? state, why: error.message };
  }
  for (const change of changes) {
    const { file } = change;
    try {
      const why = await applyOne(change, state, now);
      if (why !== null) return { path: file.path, why };
    } catch (error) {
      return { path: file.path, why: reasonOf(error) };
    }
  }
  return null;
}

async function applyOne(change: FileChange, state: string, now: Date): Promise<string | null> {
  const { file, after, record } = change;
  const backup = file.bytes === null ? null : await backUp(state, file.path, file.bytes, now);
  const isDone =
    after === null ? await removeConfigFile(file, record.folders) : await writeConfigFile(file, after, change.mode);
  if (!isDone) return "it was changed in the meantime; nothing was done, run the command again";
  if (change.isRemoval) await dropRecord(state, file.path);
  else await writeRecord(state, change.keepsOriginal ? { ...record, original: backup } : record);
  return null;
}
