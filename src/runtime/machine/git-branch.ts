// The current git branch, read from HEAD without starting git.
// A name: on that branch; `HEAD`, as git itself says, when detached; empty: no repository.

import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isSystemError } from "../../language/load-error.ts";
import { type FactFound, found, undetermined } from "./fact-found.ts";
import { readSmall } from "./read-small.ts";

/** How far up a repository is looked for; a path is hardly ever this deep. */
const MAX_PARENTS = 256;
const MAX_BYTES = 4096;

/** The branch of the repository that holds the folder. */
export function gitBranch(workdir: string): FactFound {
  const gitDir = gitDirFor(workdir);
  return typeof gitDir === "string" ? branchOf(gitDir) : (gitDir ?? found(""));
}

/** The repository's folder; null outside of one, or why it cannot be determined. */
export function gitDirFor(workdir: string): string | null | { readonly why: string } {
  try {
    let folder = realpathSync.native(workdir);
    for (let up = 0; up < MAX_PARENTS; up++) {
      const gitDir = gitDirOf(folder);
      if (gitDir !== null) return gitDir;
      const parent = dirname(folder);
      if (parent === folder) return null;
      folder = parent;
    }
    return { why: "the folder is too deep" };
  } catch {
    return { why: "the folder cannot be read" };
  }
}

/** `.git` is the repository's folder, or (in worktrees and submodules) a file that names it. null: there is none here. */
function gitDirOf(folder: string): string | null | { readonly why: string } {
  const path = join(folder, ".git");
  const stats = statOf(path);
  if (stats === null) return null;
  if (stats.isDirectory()) return path;
  const text = stats.isFile() ? readSmall(path, MAX_BYTES) : undefined;
  const target = /^gitdir: ([^\n\r\0]+)\r?\n*$/.exec(text ?? "")?.[1];
  return target === undefined ? { why: "`.git` is neither a folder nor names one" } : resolve(folder, target);
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (caught) {
    if (isSystemError(caught) && caught.code === "ENOENT") return null;
    throw caught;
  }
}

/** The branch that HEAD of a repository names. */
export function branchOf(gitDir: string): FactFound {
  const line = headOf(gitDir);
  if (line === undefined) return undetermined("HEAD of the repository cannot be read");
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(line)) return found("HEAD");
  const branch = /^ref:\s*refs\/heads\/([^\s~^:?*[\\\p{Cc}]+)$/u.exec(line)?.[1];
  if (branch === undefined) return undetermined("HEAD of the repository names no branch");
  // With the reftable format HEAD holds this placeholder and the branch is in a binary table.
  return branch === ".invalid" ? undetermined("the repository has the reftable format") : found(branch);
}

function headOf(gitDir: string): string | undefined {
  try {
    const head = join(gitDir, "HEAD");
    const text = lstatSync(head).isSymbolicLink() ? `ref: ${readlinkSync(head)}` : readSmall(head, MAX_BYTES);
    return text?.replace(/\s+$/, "");
  } catch {
    return undefined;
  }
}
