// The installed program that decides. Write access to it would control decisions. It is found by the running file, never by
// the environment, which the agent's session sets.

import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";

/** Next to every other program file of policyc. */
const PROGRAM = "policyc.cjs";
const CLIENT_PACKAGE = `policyc-hook-${process.platform}-${process.arch}`;

/**
 * Paths for `is policyc`: what runs us, the package of `file` with its native client, and the packages of the project.
 * `file` is a file of ours as it was started; null when none is known.
 */
export function ownProgram(file: string | null, workdir: string): readonly string[] {
  return [process.execPath, ...(file === null ? [] : packageOf(file, workdir)), ...packagesIn(workdir)];
}

/** The file that this process was started with. */
export const startedFile = (): string | null => process.argv[1] ?? null;

const packagesIn = (folder: string): readonly string[] =>
  ["policyc", CLIENT_PACKAGE].map((name) => join(join(folder, "node_modules"), name));

/** Nothing for a file that is not of our package: a bundle's worker, or a program that has the runtime built into it. */
function packageOf(file: string, workdir: string): readonly string[] {
  const folder = dirname(realOf(file));
  if (!existsSync(join(folder, PROGRAM))) return [];
  if (basename(folder) !== "dist") return [file, join(folder, PROGRAM)];
  const root = dirname(folder);
  // Developers of policyc may change its source, but not the program that decides meanwhile.
  const isWhole = isPackage(root) && !isInside(root, realOf(workdir));
  return [file, isWhole ? root : folder, join(dirname(root), CLIENT_PACKAGE)];
}

/** As given where it cannot be found. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A folder that merely holds a copy of `dist` is somebody else's. */
function isPackage(root: string): boolean {
  const file = join(root, "package.json");
  try {
    // A named pipe would block.
    return statSync(file).isFile() && JSON.parse(readFileSync(file, "utf8")).name === "policyc";
  } catch {
    return false;
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return !way.startsWith("..") && !isAbsolute(way);
}
