// Writes policy, bundle and entries: all of them or none.

import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { makeFolder } from "../../compiler/bundle/make-folder.ts";
import { type BundleFiles, writeBundle } from "../../compiler/bundle/write-bundle.ts";
import { reasonOf } from "../base/cli-error.ts";
import { replaceFile } from "../base/replace-file.ts";
import { applyChanges } from "../install/apply-changes.ts";
import { type FileRefusal, missingFolders } from "../install/config-file.ts";
import type { FileChange } from "../install/plan-changes.ts";

export interface SetupChanges {
  /** Null when the policy stays as it is. */
  readonly policy: { readonly path: string; readonly text: string; readonly before: Buffer | null } | null;
  /** Null when the bundle stays as it is. */
  readonly bundle: { readonly folder: string; readonly staged: string } | null;
  readonly entries: readonly FileChange[];
  /** The folder of backups and records. */
  readonly state: string;
}

type Undo = () => Promise<void>;

/** Null when everything was written; otherwise what could not be, and everything before it has been taken back. */
export async function carryOut(changes: SetupChanges, now: Date): Promise<FileRefusal | null> {
  const undos: Undo[] = [];
  const spare = mkdtempSync(join(tmpdir(), "policyc-setup-"));
  let path = changes.state;
  try {
    if (changes.policy !== null) {
      path = changes.policy.path;
      await putPolicy(changes.policy, undos);
    }
    if (changes.bundle !== null) {
      path = changes.bundle.folder;
      await putBundle(changes.bundle, spare, undos);
    }
    path = changes.state;
    const failed = await applyChanges(changes.entries, changes.state, now);
    if (failed === null) return null;
    await takeBack(undos);
    return failed;
  } catch (error) {
    await takeBack(undos);
    return { path, why: reasonOf(error) };
  } finally {
    rmSync(spare, { recursive: true, force: true });
  }
}

async function takeBack(undos: readonly Undo[]): Promise<void> {
  for (const undo of [...undos].reverse()) await undo();
}

async function putPolicy(policy: NonNullable<SetupChanges["policy"]>, undos: Undo[]): Promise<void> {
  const { path, text, before } = policy;
  if (before !== null) {
    await replaceFile(path, text);
    undos.push(() => replaceFile(path, before.toString("utf8")));
    return;
  }
  const folders = await missingFolders(path);
  undos.push(async () => removeEmpty(folders));
  makeFolder(dirname(path));
  writeFileSync(path, text, { flag: "wx" });
  undos.push(async () => rmSync(path, { force: true }));
}

async function putBundle(
  { folder, staged }: NonNullable<SetupChanges["bundle"]>,
  spare: string,
  undos: Undo[],
): Promise<void> {
  const folders = await missingFolders(join(folder, "manifest.json"));
  const old = join(spare, "bundle");
  const isThere = existsSync(folder);
  if (isThere) cpSync(folder, old, { recursive: true });
  undos.push(async () => {
    if (isThere) writeBundle(folder, filesIn(old));
    else rmSync(folder, { recursive: true, force: true });
    removeEmpty(folders);
  });
  writeBundle(folder, filesIn(staged));
}

function filesIn(folder: string): BundleFiles {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name.split(sep).join("/"), readFileSync(join(folder, name))]));
}

/** Those of the folders that are empty, the innermost first. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody else has put something there, or it was never made.
      return;
    }
  }
}
