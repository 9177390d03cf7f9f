// Writes an ignis hooks.json with a bundle as its hook. It does not use ignis's sandbox, which would hide the bundle from its worker.

import type { Json } from "../../language/contract.ts";
import { type InstalledBundle, WORKER_TIMEOUT_MS, workerCommand } from "../install/installed-bundle.ts";
import { ignis } from "./capabilities.ts";

export function writeIgnisConfig(bundle: InstalledBundle): Json {
  const { points } = bundle;
  const entry = { argv: workerCommand(bundle, ignis.name), timeout_ms: WORKER_TIMEOUT_MS, sandbox: false };
  return { hooks: Object.fromEntries(points.map((point) => [ignis.points[point]?.event ?? point, [entry]])) };
}
