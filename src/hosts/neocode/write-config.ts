// Writes a NeoCode configuration with a bundle as its hook: one command hook per point, failing closed where it can block.

import type { Json, Point } from "../../language/contract.ts";
import { type InstalledBundle, WORKER_TIMEOUT_MS, workerCommand } from "../install/installed-bundle.ts";
import { neocode } from "./capabilities.ts";

export function writeNeocodeConfig(bundle: InstalledBundle): Json {
  const { scope, points } = bundle;
  const item = (point: Point): Json => ({
    id: `policyc-${point.replaceAll("_", "-")}`,
    point,
    kind: "command",
    mode: "sync",
    // Runs before other hooks: the first block skips all later hooks.
    priority: 1000,
    timeout_sec: WORKER_TIMEOUT_MS / 1000,
    failure_policy: neocode.points[point]?.effects.block === undefined ? "warn_only" : "fail_closed",
    params: { command: workerCommand(bundle, neocode.name) },
  });
  const hooks = { items: points.map(item) };
  return scope === "repo" ? { hooks } : { runtime: { hooks } };
}
