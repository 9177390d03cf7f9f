// Writes a picoclaw configuration with a bundle as its process hook, called before all others.

import type { Json } from "../../language/contract.ts";
import { type InstalledBundle, WORKER_TIMEOUT_MS, workerCommand } from "../install/installed-bundle.ts";
import { picoclaw } from "./capabilities.ts";
import { watchedPoints } from "./event-kinds.ts";

const watched: ReadonlySet<string> = new Set(watchedPoints.values());

export function writePicoclawConfig(bundle: InstalledBundle): Json {
  const { points } = bundle;
  const eventsOf = (isWatched: boolean): readonly string[] =>
    points.filter((point) => watched.has(point) === isWatched).map((point) => picoclaw.points[point]?.event ?? point);
  const process = {
    enabled: true,
    priority: -1000,
    transport: "stdio",
    command: workerCommand(bundle, picoclaw.name),
    observe: eventsOf(true),
    intercept: eventsOf(false),
  };
  return {
    hooks: {
      enabled: true,
      defaults: { interceptor_timeout_ms: WORKER_TIMEOUT_MS },
      processes: { policyc: process },
    },
  };
}
