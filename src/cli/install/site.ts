// The places of an installation on this machine: project, home folder, and how their paths are shown.

import { homedir } from "node:os";
import { relative, resolve, sep } from "node:path";
import type { InstallPlace, Site } from "../../hosts/install/agent.ts";
import type { Io } from "../base/io.ts";

export const homeOf = (io: Io): string => io.env.HOME || homedir();

export function siteOf(place: InstallPlace, io: Io): Site {
  return { place, project: io.cwd, home: homeOf(io), env: io.env, isWindows: process.platform === "win32" };
}

/** Relative below the project, with `~` below the home folder, else as it is. */
export function placeText(path: string, io: Io): string {
  const inside = (folder: string): string | null => {
    const rest = relative(folder, path);
    return rest === "" || rest.startsWith("..") || resolve(rest) === rest ? null : rest.split(sep).join("/");
  };
  const home = inside(homeOf(io));
  return inside(io.cwd) ?? (home === null ? path : `~/${home}`);
}
