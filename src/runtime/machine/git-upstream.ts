// The upstream of the current branch, `origin/main`, read from HEAD and the repository's configuration without starting git.
// Empty: outside a repository, on no branch, or on one without an upstream.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { isAbsent } from "../../language/load-error.ts";
import { type FactFound, found, undetermined } from "./fact-found.ts";
import { branchOf, gitDirFor } from "./git-branch.ts";
import { type GitConfigSetting, gitSettings } from "./git-config.ts";
import { readSmall } from "./read-small.ts";

/** A configuration with thousands of branches is still smaller. */
const MAX_BYTES = 1 << 20;
const MAX_LINK_BYTES = 4096;

export function gitUpstream(workdir: string): FactFound {
  const gitDir = gitDirFor(workdir);
  if (typeof gitDir !== "string") return gitDir ?? found("");
  const branch = branchOf(gitDir);
  if ("why" in branch) return branch;
  return branch.value === "HEAD" ? found("") : upstreamOf(branch.value, gitDir);
}

function upstreamOf(branch: string, gitDir: string): FactFound {
  const settings = settingsOf(gitDir);
  if ("why" in settings) return settings;
  const of = (key: string): readonly string[] =>
    settings.all
      .filter((one) => one.section === "branch" && one.subsection === branch && one.key === key)
      .map(({ value }) => value);
  const remote = of("remote").at(-1);
  const merges = of("merge");
  const [merge] = merges;
  if (remote === undefined || remote === "" || merge === undefined) return found("");
  if (merges.length > 1) return undetermined(`branch ${branch} has several upstreams`);
  const name = /^refs\/heads\/(.+)$/.exec(merge)?.[1];
  if (name === undefined) return undetermined(`the upstream of ${branch} is no branch`);
  return found(remote === "." ? name : `${remote}/${name}`);
}

/** What all worktrees share comes first, and what one of them has of its own last. */
function settingsOf(gitDir: string): { readonly all: readonly GitConfigSetting[] } | { readonly why: string } {
  const shared = commonDir(gitDir);
  if (shared === undefined) return { why: "`commondir` of the repository cannot be read" };
  const common = settingsIn(join(shared, "config"));
  const isOn = common?.some(
    ({ section, key, value }) =>
      section === "extensions" && key === "worktreeconfig" && /^(?:true|yes|on|1|)$/i.test(value),
  );
  const own = isOn === true ? settingsIn(join(gitDir, "config.worktree")) : [];
  if (common === null || own === null) return { why: "the configuration of the repository cannot be read" };
  const all = [...common, ...own];
  // Included files may set anything, under conditions of their own.
  return all.some(({ section }) => section === "include" || section === "includeif")
    ? { why: "the configuration of the repository includes other files" }
    : { all };
}

function commonDir(gitDir: string): string | undefined {
  const link = join(gitDir, "commondir");
  if (!existsSync(link)) return gitDir;
  try {
    const target = readSmall(link, MAX_LINK_BYTES)?.replace(/\r?\n*$/, "");
    return target === undefined || target === "" || /[\0\n]/.test(target) ? undefined : resolve(gitDir, target);
  } catch {
    return undefined;
  }
}

/** None when there is no such file; null when it cannot be read or has an error. */
function settingsIn(path: string): readonly GitConfigSetting[] | null {
  try {
    const text = readSmall(path, MAX_BYTES);
    return text === undefined ? null : gitSettings(text);
  } catch (caught) {
    return isAbsent(caught) ? [] : null;
  }
}
