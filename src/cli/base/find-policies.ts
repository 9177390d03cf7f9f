// Turns the paths of a command line into policy files. Nothing is silently skipped:
// a path without a file, a folder without a policy and a folder that cannot be read are all errors.

import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { expandGlob } from "../../compiler/analyse/types/glob-patterns.ts";
import { didYouMean } from "../../compiler/diagnostics/suggest.ts";
import { compileGlob, matchGlob } from "../../language/glob.ts";
import { type CliError, cliError, reasonOf, systemCode } from "./cli-error.ts";
import type { Io } from "./io.ts";

export type FoundPolicies =
  | { readonly files: readonly string[]; readonly cliError?: never }
  | { readonly files?: never; readonly cliError: CliError };

/** Folders with third-party files, which are never part of a policy set. */
const FOREIGN: ReadonlySet<string> = new Set(["node_modules", ".git"]);
const WILD = /[*?[\]{}]/;

/** Sorted, without duplicates, relative to the working folder with forward slashes. */
export async function findPolicies(paths: readonly string[], io: Io): Promise<FoundPolicies> {
  const files = new Set<string>();
  const given = paths.length > 0 ? paths : await defaultPaths(io);
  if (given.length === 0) {
    return {
      cliError: cliError("P801", {
        where: "there is no `policies` folder and no *.policy file here; `policyc init` writes a first policy",
      }),
    };
  }
  for (const path of given) {
    const found = await filesAt(path, io);
    if (found.cliError !== undefined) return found;
    for (const file of found.files) files.add(file);
  }
  return { files: [...files].sort() };
}

async function defaultPaths(io: Io): Promise<readonly string[]> {
  if ((await kindOf(join(io.cwd, "policies"))) === "folder") return ["policies"];
  return (await readdir(io.cwd)).filter((name) => name.endsWith(".policy"));
}

async function filesAt(path: string, io: Io): Promise<FoundPolicies> {
  const place = resolve(io.cwd, path);
  try {
    const kind = await kindOf(place);
    if (kind === "file") return { files: [shownPath(place, io)] };
    if (kind === "folder") {
      const files = (await walk(place)).filter((file) => file.endsWith(".policy")).map((file) => shownPath(file, io));
      return files.length > 0
        ? { files }
        : {
            cliError: cliError("P801", {
              where: `no *.policy file below \`${path}\`; name the folder with your policies, or write one with \`policyc init\``,
            }),
          };
    }
    const files = WILD.test(path) ? await filesLike(path, io) : [];
    return files.length > 0 ? { files } : { cliError: cliError("P802", { path, hint: await hintFor(path, io) }) };
  } catch (error) {
    return { cliError: cliError("P803", { path, why: reasonOf(error) }) };
  }
}

/** Relative to the working folder, forward slashes. */
export function shownPath(place: string, io: Io): string {
  return relative(io.cwd, place).split(sep).join("/");
}

async function kindOf(place: string): Promise<"file" | "folder" | "nothing"> {
  try {
    return (await stat(place)).isDirectory() ? "folder" : "file";
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return "nothing";
    throw error;
  }
}

/** Files that match a pattern which the shell did not expand; the walk starts at the last folder without wildcards. */
async function filesLike(pattern: string, io: Io): Promise<readonly string[]> {
  const parts = pattern.split("/");
  const wild = parts.findIndex((part) => WILD.test(part));
  const base = resolve(io.cwd, parts.slice(0, wild).join("/") || (pattern.startsWith("/") ? "/" : "."));
  if ((await kindOf(base)) !== "folder") return [];
  const expanded = expandGlob(parts.slice(wild).join("/"));
  if ("error" in expanded) return [];
  const globs = expanded.globs.map((glob) => compileGlob(glob, "name"));
  return (await walk(base))
    .filter((file) => globs.some((glob) => matchGlob(glob, relative(base, file).split(sep).join("/"))))
    .map((file) => shownPath(file, io));
}

/** Every file below a folder; links are followed, and each real folder is visited once. */
async function walk(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const seen = new Set<string>();
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const real = await realpath(folder);
    if (seen.has(real)) continue;
    seen.add(real);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const place = join(folder, entry.name);
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await kindOf(place)) === "folder");
      if (!isFolder) files.push(place);
      else if (!FOREIGN.has(entry.name)) waiting.push(place);
    }
  }
  return files;
}

/** The policy that was perhaps meant, or what there is instead. */
async function hintFor(path: string, io: Io): Promise<string> {
  const place = resolve(io.cwd, path);
  if ((await kindOf(`${place}.policy`)) === "file") return `; did you mean \`${path}.policy\`?`;
  const folder = dirname(place);
  const [near = "", ...more] = await policiesIn([folder, io.cwd, join(io.cwd, "policies")], io);
  const named = didYouMean(
    basename(path),
    [near, ...more].map((file) => basename(file)),
  );
  const meant = [near, ...more].find((file) => basename(file) === named);
  if (meant !== undefined && meant !== "") return `; did you mean \`${meant}\`?`;
  return near === "" ? "; `policyc init` writes a first policy" : `; there is \`${near}\``;
}

/** Policies in these folders themselves. */
async function policiesIn(folders: readonly string[], io: Io): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.sort()) if (name.endsWith(".policy")) found.add(shownPath(join(folder, name), io));
  }
  return [...found];
}
