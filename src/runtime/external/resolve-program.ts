// Finds a hook's program once, when the policy is loaded. Only root and the current user may be able to write it, and it must
// be outside the workspace: otherwise the agent could choose the program that judges it.

import { accessSync, constants, lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, parse, relative, sep } from "node:path";
import { isSystemError, PolicyLoadError, shown, whyOf } from "../../language/load-error.ts";

export interface ProgramSearch {
  /** Folders to look in, in the form of the variable PATH. Relative ones are passed over. */
  readonly path: string;
  /** The project's folder; a file system's root counts as none, since it contains everything. */
  readonly workspace: string | null;
  /** For messages. */
  readonly rule: string;
}

/** The absolute path to start, or a PolicyLoadError that says what is wrong. */
export function resolveProgram(program: string, search: ProgramSearch): string {
  const refuse = (code: "P630" | "P631", why: string): PolicyLoadError =>
    new PolicyLoadError(code, { program: shown(program), rule: search.rule, why });
  if (program === "" || program.includes("\0")) throw refuse("P630", "it is not a file name");
  // Batch files are read by cmd.exe, which takes arguments apart once more.
  if (/\.(?:cmd|bat)$/i.test(program)) throw refuse("P631", "arguments cannot be passed to batch files safely");

  if (isAbsolute(program)) {
    const why = missing(program);
    if (why !== null) throw refuse("P630", why);
    const danger = dangerOf(program, search.workspace);
    if (danger !== null) throw refuse("P631", danger);
    return program;
  }
  if (/[/\\]/.test(program)) throw refuse("P630", "it is a relative path");

  let danger: string | null = null;
  for (const candidate of candidates(program, search.path)) {
    if (missing(candidate) !== null) continue;
    const found = dangerOf(candidate, search.workspace);
    if (found === null) return candidate;
    danger ??= found;
  }
  if (danger !== null) throw refuse("P631", danger);
  throw refuse("P630", "it is not in any folder of PATH");
}

function candidates(program: string, path: string): readonly string[] {
  const names = process.platform === "win32" && !/\.\w+$/.test(program) ? [`${program}.exe`] : [program];
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => names.map((name) => join(folder, name)));
}

function missing(path: string): string | null {
  try {
    if (!statSync(path).isFile()) return "it is not a file";
    accessSync(path, constants.X_OK);
    return null;
  } catch (caught) {
    return isSystemError(caught) && caught.code === "EACCES" ? "it is not executable" : whyOf(caught);
  }
}

/** Why a program must not be run. Checks the path as found and, behind links, the file itself. */
function dangerOf(path: string, workspace: string | null): string | null {
  try {
    const real = realpathSync(path);
    for (const place of new Set([path, real])) {
      if (workspace !== null && isInside(place, workspace)) return "it is inside the workspace";
      const folder = dirname(place);
      const danger =
        writableBy(place, statSync(place)) ?? writableBy(folder, statSync(folder)) ?? ancestorDanger(folder);
      if (danger !== null) return danger;
    }
    return null;
  } catch (caught) {
    return whyOf(caught);
  }
}

const GROUP_OR_OTHERS = 0o022;
const OTHERS = 0o002;
const STICKY = 0o1000;

function writableBy(place: string, found: Stats): string | null {
  const user = process.getuid?.();
  // On Windows permissions work differently, and this check does not apply.
  if (user === undefined) return null;
  if (found.uid !== 0 && found.uid !== user) return `${shown(place)} belongs to another user`;
  if ((found.mode & GROUP_OR_OTHERS) !== 0) return `other users can write to ${shown(place)}`;
  return null;
}

/** Further up only folders where everyone could replace the folder below: world-writable without the sticky bit. */
function ancestorDanger(folder: string): string | null {
  if (process.getuid === undefined) return null;
  for (let at = dirname(folder); ; at = dirname(at)) {
    const { mode } = lstatSync(at);
    if ((mode & OTHERS) !== 0 && (mode & STICKY) === 0 && !lstatSync(at).isSymbolicLink())
      return `other users can write to ${shown(at)}`;
    if (at === dirname(at)) return null;
  }
}

function isInside(path: string, workspace: string): boolean {
  const real = realFolder(workspace);
  return [workspace, real].some((folder) => folder !== parse(folder).root && isBelow(path, folder));
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
