// Locates the native client of this platform: next to the built program in a checkout, else in the platform's
// package, which npm installs next to ours or above it. policyc works without it.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cliEntry } from "./cli-entry.ts";

const RUN_MS = 2000;

const fileName = process.platform === "win32" ? "policyc-hook.exe" : "policyc-hook";
const platform = `${process.platform}-${process.arch}`;

/** The client's path, if it runs here; null otherwise. `dist` is the built program's folder. */
export function nativeClient(dist = dirname(cliEntry())): string | null {
  return candidates(dist).find((file) => existsSync(file) && isRunning(file)) ?? null;
}

function candidates(dist: string): readonly string[] {
  const packaged = packageFolder(dist);
  return [join(dist, "native", platform, fileName), ...(packaged === null ? [] : [join(packaged, fileName)])];
}

function packageFolder(dist: string): string | null {
  try {
    return dirname(createRequire(join(dist, "policyc.cjs")).resolve(`policyc-hook-${platform}/package.json`));
  } catch {
    return null;
  }
}

/** A client for another system is a file too, so existence is not enough. */
function isRunning(file: string): boolean {
  const { status, stdout } = spawnSync(file, ["--version"], { timeout: RUN_MS, encoding: "utf8", stdio: "pipe" });
  return status === 0 && stdout.startsWith("policyc-hook ");
}
