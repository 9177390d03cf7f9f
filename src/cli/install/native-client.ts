// The native client of this machine, if there is one that runs.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cliEntry } from "./cli-entry.ts";

const FILE = process.platform === "win32" ? "policyc-hook.exe" : "policyc-hook";
const PLATFORM = `${process.platform}-${process.arch}`;
const PATIENCE_MS = 2000;

/** Its absolute path; null when there is none, or it does not run here. */
export function nativeClient(): string | null {
  const places = [join(dirname(cliEntry()), "native", PLATFORM, FILE), inPackage()];
  return places.find((place) => place !== null && existsSync(place) && runs(place)) ?? null;
}

function inPackage(): string | null {
  try {
    return createRequire(cliEntry()).resolve(`policyc-hook-${PLATFORM}/${FILE}`);
  } catch {
    return null;
  }
}

const runs = (path: string): boolean =>
  spawnSync(path, ["--version"], { timeout: PATIENCE_MS, stdio: "ignore" }).status === 0;
