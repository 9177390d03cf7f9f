// Extracts the files of a git revision into a separate folder. The repository's index and working tree are not touched, and
// none of its hooks runs.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const exec = promisify(execFile);

export interface GitTree {
  /** The folder that the path of the revision is relative to. */
  readonly root: string;
  readonly path: string;
  remove(): Promise<void>;
}

/** `REV:path` from the root of the repository, `REV:./path` from the working folder, as git itself reads them. */
export async function checkOut(
  revision: string,
  path: string,
  cwd: string,
): Promise<GitTree | { readonly why: string }> {
  if (revision === "" || revision.startsWith("-")) return { why: "this is not a revision" };
  const folder = await mkdtemp(join(tmpdir(), "policyc-diff-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const git = (...args: readonly string[]): Promise<{ readonly stdout: string }> =>
    // Links become plain files, so that nothing outside of the tree is read through them.
    exec("git", ["-c", "core.symlinks=false", "-c", "core.hooksPath=/dev/null", ...args], {
      cwd,
      env: { ...process.env, GIT_INDEX_FILE: join(folder, "index"), LC_ALL: "C" },
      maxBuffer: 1 << 24,
    });
  try {
    const [{ stdout: prefix }, { stdout: top }] = await Promise.all([
      git("rev-parse", "--show-prefix"),
      git("rev-parse", "--show-toplevel"),
    ]);
    const { stdout: tree } = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{tree}`);
    await git("read-tree", tree.trim());
    const root = join(folder, "tree");
    await git("-C", top.trim(), "checkout-index", "--all", "--force", `--prefix=${root}/`);
    const isHere = /^\.\.?(?:\/|$)/.test(path);
    return { root, path: isHere ? join(prefix.trim(), path) || "." : path || ".", remove };
  } catch (error) {
    await remove();
    return { why: whyOf(error) };
  }
}

function whyOf(error: unknown): string {
  const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: unknown };
  if (code === "ENOENT") return "git is not installed";
  const [line = ""] = typeof stderr === "string" ? stderr.trim().split("\n") : [];
  return line === "" ? "there is no such revision" : line.replace(/^(?:fatal|error): /, "");
}
