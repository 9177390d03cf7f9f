// The current git branch, read from HEAD without starting git.
// A name: on that branch; `HEAD`, as git itself says, when detached; empty: no repository. undefined: it cannot be read.

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isSystemError } from "../../language/load-error.ts";

/** How far up a repository is looked for; a path is hardly ever this deep. */
const MAX_PARENTS = 256;

/** The branch of the repository that holds the folder. */
export function gitBranch(workdir: string): string | undefined {
  try {
    let folder = realpathSync.native(workdir);
    for (let up = 0; up < MAX_PARENTS; up++) {
      const gitDir = gitDirOf(folder);
      if (gitDir === undefined) return undefined;
      if (gitDir !== null) return branchOf(gitDir);
      const parent = dirname(folder);
      if (parent === folder) return "";
      folder = parent;
    }
    return undefined;
  } catch {
    return undefined;
  }
}

/** `.git` is the repository's folder, or (in worktrees and submodules) a file that names it. null: there is none here. */
function gitDirOf(folder: string): string | null | undefined {
  const path = join(folder, ".git");
  const found = statOf(path);
  if (found === null) return null;
  if (found.isDirectory()) return path;
  if (!found.isFile()) return undefined;
  const target = /^gitdir: ([^\n\r\0]+)\r?\n*$/.exec(readSmall(path) ?? "")?.[1];
  return target === undefined ? undefined : resolve(folder, target);
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (caught) {
    if (isSystemError(caught) && caught.code === "ENOENT") return null;
    throw caught;
  }
}

function branchOf(gitDir: string): string | undefined {
  const head = join(gitDir, "HEAD");
  const text = lstatSync(head).isSymbolicLink() ? `ref: ${readlinkSync(head)}` : readSmall(head);
  if (text === undefined) return undefined;
  const line = text.replace(/\s+$/, "");
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(line)) return "HEAD";
  const branch = /^ref:\s*refs\/heads\/([^\s~^:?*[\\\p{Cc}]+)$/u.exec(line)?.[1];
  // With the reftable format HEAD holds this placeholder and the branch stands in a binary table.
  return branch === ".invalid" ? undefined : branch;
}

const MAX_BYTES = 4096;

/** The text of a small regular file; undefined when it is something else. Never waits, as a named pipe would make it. */
function readSmall(path: string): string | undefined {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > MAX_BYTES) return undefined;
    const buffer = Buffer.alloc(MAX_BYTES);
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, MAX_BYTES, 0));
  } finally {
    closeSync(file);
  }
}
