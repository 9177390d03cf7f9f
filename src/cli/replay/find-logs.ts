// Turns the log arguments of a command line into files. A path without a file, a folder without a log and an unreadable
// folder are errors; links below a folder are reported and not followed, since logs come from other people.

import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { expandGlob } from "../../compiler/analyse/types/glob-patterns.ts";
import { compileGlob, matchGlob } from "../../language/glob.ts";
import { type CliError, cliError, reasonOf, systemCode } from "../base/cli-error.ts";
import { shownPath } from "../base/find-policies.ts";
import type { Io } from "../base/io.ts";

export interface LogFile {
  /** Absolute. */
  readonly place: string;
  /** As displayed: relative to the working folder if below it. */
  readonly name: string;
  readonly sizeBytes: number;
}

export type FoundLogs =
  | { readonly logs: readonly LogFile[]; readonly links: readonly string[]; readonly cliError?: never }
  | { readonly cliError: CliError };

const WILD = /[*?[\]{}]/;
const LOG = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;

/** In the order given, those of a folder by name; each file once. */
export async function findLogs(paths: readonly string[], io: Io): Promise<FoundLogs> {
  const places = new Map<string, LogFile>();
  const links: string[] = [];
  for (const path of paths) {
    const found = await logsAt(path, io, links);
    if ("exit" in found) return { cliError: found };
    for (const log of found) if (!places.has(log.place)) places.set(log.place, log);
  }
  return { logs: [...places.values()], links };
}

async function logsAt(path: string, io: Io, links: string[]): Promise<readonly LogFile[] | CliError> {
  const place = resolve(io.cwd, path);
  try {
    const found = await statOf(place);
    if (found?.isDirectory() === true) {
      const files = (await filesBelow(place, io, links)).filter((file) => LOG.test(file));
      return files.length > 0 ? logsOf(files, io) : cliError("P541", { path });
    }
    // A device may have no end.
    if (found !== null && !found.isFile() && !found.isFIFO())
      return cliError("P803", { path, why: "it is neither a file nor a pipe" });
    if (found !== null) return logsOf([place], io);
    const like = WILD.test(path) ? await filesLike(path, io, links) : [];
    return like.length > 0 ? logsOf(like, io) : cliError("P802", { path, hint: "" });
  } catch (error) {
    return cliError("P803", { path, why: reasonOf(error) });
  }
}

async function statOf(place: string) {
  try {
    return await stat(place);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

const logsOf = (files: readonly string[], io: Io): Promise<LogFile[]> =>
  Promise.all(
    files.map(async (place) => {
      const inside = shownPath(place, io);
      return { place, name: inside.startsWith("..") ? place : inside, sizeBytes: (await stat(place)).size };
    }),
  );

/** Files that fit a pattern which the shell did not expand. */
async function filesLike(pattern: string, io: Io, links: string[]): Promise<readonly string[]> {
  const parts = pattern.split("/");
  const wild = parts.findIndex((part) => WILD.test(part));
  const base = resolve(io.cwd, parts.slice(0, wild).join("/") || (pattern.startsWith("/") ? "/" : "."));
  const expanded = expandGlob(parts.slice(wild).join("/"));
  if ("error" in expanded || (await statOf(base))?.isDirectory() !== true) return [];
  const globs = expanded.globs.map((glob) => compileGlob(glob, "name"));
  const below = (file: string): string => relative(base, file).split(sep).join("/");
  return (await filesBelow(base, io, links)).filter((file) => globs.some((glob) => matchGlob(glob, below(file))));
}

async function filesBelow(root: string, io: Io, links: string[]): Promise<readonly string[]> {
  const files: string[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const place = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(place);
      else if (entry.isFile()) files.push(place);
      else if (isLogLink(entry)) links.push(shownPath(place, io));
    }
  }
  return files.sort();
}

/** Links to folders have no file extension, so all of them are reported. */
const isLogLink = (entry: Dirent): boolean =>
  entry.isSymbolicLink() && (LOG.test(entry.name) || !entry.name.includes("."));
