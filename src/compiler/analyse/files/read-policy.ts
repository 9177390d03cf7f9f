// Policy files on disk: which files the entries mean, and their text, which must be valid UTF-8.

import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Session } from "../../diagnostics/session.ts";
import type { Source } from "../../diagnostics/source.ts";
import { isPackFile } from "./packs.ts";

const EXTENSION = ".policy";
/** What no policy is kept in; the packs of an installed policyc lie below the first. */
const skippedFolders: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** The files the entries stand for, absolute; a folder means every policy below it, sorted. */
export function entryFiles(entries: readonly string[], cwd: string, session: Session): readonly string[] {
  const files: string[] = [];
  if (entries.length === 0) session.report("P202", { file: ".", start: 0, end: 0 }, { entry: "nothing" });
  for (const entry of entries) {
    const path = resolve(cwd, entry);
    const span = { file: slashes(entry), start: 0, end: 0 };
    try {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found === undefined) session.report("P201", span, { file: entry, why: "there is no such file or folder" });
      else if (!found.isDirectory()) files.push(path);
      else {
        const below = policiesBelow(path);
        if (below.length === 0) session.report("P202", span, { entry });
        for (const file of below) files.push(file);
      }
    } catch (error) {
      session.report("P201", span, { file: entry, why: reasonOf(error) });
    }
  }
  return files;
}

function policiesBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!skippedFolders.has(entry.name)) waiting.push(path);
      } else if (entry.name.endsWith(EXTENSION) && isFile(path)) found.push(path);
    }
  }
  return found.sort((a, b) => (a < b ? -1 : 1));
}

export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** One name for a file, however it is reached. */
export function identityOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether a file really is in one of the folders, links followed: a policy takes nothing from elsewhere on the machine. */
export function isWithin(path: string, folders: readonly string[]): boolean {
  const real = identityOf(path);
  return folders.some((folder) => {
    const way = relative(identityOf(folder), real);
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  });
}

/** Packs by their own name, everything else relative to the working folder: the same on every machine. */
export function sourceName(path: string, cwd: string, packsDir: string): string {
  const inPacks = relative(identityOf(packsDir), identityOf(path));
  if (inPacks !== "" && !inPacks.startsWith("..") && !isAbsolute(inPacks)) return slashes(inPacks);
  const name = slashes(relative(cwd, path));
  // A folder `std` of the project must not pass for the packs.
  return isPackFile(name) ? `./${name}` : name;
}

const slashes = (path: string): string => path.split(sep).join("/");

/** The text of a file, from `texts` where that has it, or null after a report. */
export function readSource(
  path: string,
  file: string,
  session: Session,
  texts: ReadonlyMap<string, string> = new Map(),
): Source | null {
  const given = texts.get(file);
  if (given !== undefined) return { file, text: given };
  let bytes: Buffer;
  try {
    // A device or a pipe may never end.
    if (statSync(path).isFile()) bytes = readFileSync(path);
    else {
      session.report("P201", { file, start: 0, end: 0 }, { file, why: "it is not a regular file" });
      return null;
    }
  } catch (error) {
    session.report("P201", { file, start: 0, end: 0 }, { file, why: reasonOf(error) });
    return null;
  }
  try {
    return { file, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder("utf-8").decode(bytes);
    const start = Math.max(0, text.indexOf("\ufffd"));
    session.addSource({ file, text });
    session.report("P203", { file, start, end: start + 1 }, { file });
    return null;
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "EISDIR") return "it is a folder";
  return code === "ENOENT" ? "there is no such file" : `it cannot be opened (${code || "unknown reason"})`;
}
