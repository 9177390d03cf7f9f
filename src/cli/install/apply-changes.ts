// Applies planned changes: a backup of each file, the file itself, then the record. Problems are detected before the first change.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { PrivateFileError } from "../../runtime/stores/private-files.ts";
import { reasonOf } from "../base/cli-error.ts";
import { unifiedDiff } from "../show/line-diff.ts";
import {
  type FileRefusal,
  missingFolders,
  removeConfigFile,
  textOf,
  whyNotWritable,
  writeConfigFile,
} from "./config-file.ts";
import { backUp, dropRecord, openRecords, readRecord, writeRecord } from "./install-records.ts";
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

/** Applies the changes in order, all or none: after a failure those made before it are undone. */
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
  const undos: Undo[] = [];
  for (const change of changes) {
    const { path } = change.file;
    const why = await whyNot(() => applyOne(change, state, now, undos));
    if (why !== null) return { path, why: [why, ...(await undoAll(undos))].join("; ") };
  }
  return null;
}

/** Takes back one step; why that is not possible, or null. */
type Undo = () => Promise<string | null>;

async function whyNot(step: Undo): Promise<string | null> {
  try {
    return await step();
  } catch (error) {
    return reasonOf(error);
  }
}

/** The last step first; what could not be taken back, as sentences. */
async function undoAll(undos: readonly Undo[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const undo of [...undos].reverse()) {
    const why = await whyNot(undo);
    if (why !== null) left.push(why);
  }
  return left;
}

async function applyOne(change: FileChange, state: string, now: Date, undos: Undo[]): Promise<string | null> {
  const { file, after, record } = change;
  const earlier = await readRecord(state, file.path);
  const folders = await missingFolders(file.path);
  const backup = file.bytes === null ? null : await backUp(state, file.path, file.bytes, now);
  const isDone =
    after === null ? await removeConfigFile(file, record.folders) : await writeConfigFile(file, after, change.mode);
  if (!isDone) return "it was changed in the meantime; nothing was done, run the command again";
  undos.push(async () =>
    (await restore(change, folders)) ? null : `\`${file.path}\` was changed again and could not be restored`,
  );
  undos.push(async () => {
    if (earlier === null) await dropRecord(state, file.path);
    else await writeRecord(state, earlier);
    return null;
  });
  if (change.isRemoval) await dropRecord(state, file.path);
  else await writeRecord(state, change.keepsOriginal ? { ...record, original: backup } : record);
  return null;
}

/** Puts the file back as it was before the change; false when somebody else has changed it since. */
function restore({ file, after, mode }: FileChange, folders: readonly string[]): Promise<boolean> {
  const now = { path: file.path, bytes: after, mode };
  return file.bytes === null ? removeConfigFile(now, folders) : writeConfigFile(now, file.bytes, file.mode);
}
