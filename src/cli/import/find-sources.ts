// Where people keep permissions: in the project, in the home folder, on the machine. Finds the files and reads them.

import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import type { PermissionSource } from "../../compiler/import/permissions/import-permissions.ts";
import { permissionFiles } from "../../hosts/permission-files.ts";
import type { PermissionFile, PermissionLevel } from "../../hosts/shared/permissions/permission.ts";
import { type CliError, cliError, reasonOf, systemCode } from "../base/cli-error.ts";
import { shownPath } from "../base/find-policies.ts";
import type { Io } from "../base/io.ts";

export interface FoundFile {
  /** Absolute. */
  readonly place: string;
  readonly kind: PermissionFile;
  readonly level: PermissionLevel;
}

const LARGEST_BYTES = 4 * 1024 * 1024;
const levels: readonly PermissionLevel[] = ["project", "user", "managed"];

export const homeOf = (io: Io): string => resolve(io.cwd, io.env.HOME ?? homedir());

/** Every file that there is, of one agent or of all. */
export function findFiles(io: Io, from: string | undefined): readonly FoundFile[] {
  const kinds = permissionFiles.filter((kind) => from === undefined || kind.from === from);
  const found = levels.flatMap((level) =>
    kinds.flatMap((kind) =>
      kind.places[level].flatMap((pattern) =>
        filesAt(placeOf(pattern, level, io)).map((place) => ({ place, kind, level })),
      ),
    ),
  );
  // In the home folder itself, the files of the user and of the project are the same.
  return found.filter(({ place }, at) => found.findIndex((other) => other.place === place) === at);
}

function placeOf(pattern: string, level: PermissionLevel, io: Io): string {
  if (level === "managed") return pattern;
  return join(level === "project" ? io.cwd : homeOf(io), ...pattern.split("/"));
}

function filesAt(pattern: string): readonly string[] {
  const name = basename(pattern);
  if (!name.includes("*")) return isFile(pattern) ? [pattern] : [];
  const folder = dirname(pattern);
  try {
    return readdirSync(folder)
      .filter((file) => fits(file, name))
      .sort()
      .map((file) => join(folder, file))
      .filter(isFile);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

function fits(name: string, pattern: string): boolean {
  const [before = "", after = ""] = pattern.split("*");
  return name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** The kind of a file that was named; null when its name does not say it. */
export function kindOf(place: string, from: string | undefined, io: Io): FoundFile | null {
  const kinds = permissionFiles.filter((kind) => from === undefined || kind.from === from);
  for (const level of levels)
    for (const kind of kinds)
      for (const pattern of kind.places[level])
        if (sameFile(place, placeOf(pattern, level, io))) return { place, kind, level };
  const alike = (kind: PermissionFile): boolean =>
    levels.some((level) => kind.places[level].some((pattern) => sameTail(place, pattern)));
  const byName = kinds.find(alike) ?? kinds.find((kind) => place.endsWith(".rules") && kind.syntax === "starlark");
  const kind = byName ?? (from === undefined ? undefined : (kinds.find((one) => hasSyntax(place, one)) ?? kinds[0]));
  return kind === undefined ? null : { place, kind, level: "project" };
}

const sameFile = (place: string, pattern: string): boolean =>
  dirname(place) === dirname(pattern) &&
  (basename(pattern).includes("*") ? fits(basename(place), basename(pattern)) : basename(place) === basename(pattern));

/** The last folder and the name. */
function sameTail(place: string, pattern: string): boolean {
  const name = basename(pattern);
  const fitsName = name.includes("*") ? fits(basename(place), name) : basename(place) === name;
  const isTelling = name.includes("*") && !name.startsWith("*");
  return fitsName && (isTelling || basename(dirname(place)) === basename(dirname(pattern)));
}

const extensions: { readonly [S in PermissionFile["syntax"]]: string } = {
  json: ".json",
  jsonc: ".json",
  toml: ".toml",
  starlark: ".rules",
  "front-matter": ".md",
};

const hasSyntax = (place: string, { syntax }: PermissionFile): boolean => place.endsWith(extensions[syntax]);

/** Relative to the working folder, or from the home folder. */
function shownFile(place: string, io: Io): string {
  const shown = shownPath(place, io);
  const home = `${homeOf(io)}${sep}`;
  if (!shown.startsWith("..") && !isAbsolute(shown)) return shown;
  return place.startsWith(home) ? `~/${place.slice(home.length).split(sep).join("/")}` : place;
}

export async function readSource(file: FoundFile, io: Io): Promise<PermissionSource | CliError> {
  const shown = shownFile(file.place, io);
  const text = await readText(file.place, shown);
  return typeof text === "string" ? { file: shown, text, kind: file.kind, level: file.level } : text;
}

/** The text of a file that is a file, UTF-8 and not too large. */
export async function readText(place: string, shown: string): Promise<string | CliError> {
  const refuse = (why: string): CliError => cliError("P803", { path: shown, why });
  try {
    const found = statSync(place);
    if (found.isDirectory()) return refuse("it is a folder");
    if (!found.isFile()) return refuse("it is not a regular file");
    if (found.size > LARGEST_BYTES) return refuse("it is larger than 4 MiB");
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(place));
  } catch (error) {
    return refuse(error instanceof TypeError ? "it is not UTF-8 text" : reasonOf(error));
  }
}
