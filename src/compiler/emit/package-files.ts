// Where the files of this package are: in a checkout (src/compiler/emit) or beside the built module (dist).

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface CoreFiles {
  readonly core: string;
  readonly linear: string;
}

/** The pure part of the runtime, which goes into every bundle. */
export function coreFiles(): CoreFiles {
  const built = { core: pathTo("core.mjs"), linear: pathTo("linear.mjs") };
  if (existsSync(built.core)) return built;
  return { core: pathTo("../../runtime/core/index.ts"), linear: pathTo("../../runtime/core/linear.ts") };
}

export interface WorkerFiles {
  /** The finished file; null in a checkout. */
  readonly built: string | null;
  readonly source: string;
}

/** The entry that goes into every bundle as worker.mjs. */
export function workerFiles(): WorkerFiles {
  const built = pathTo("worker.mjs");
  return { built: existsSync(built) ? built : null, source: pathTo("../../runtime/bundle-worker/main.ts") };
}

/** The version of the compiler, as its package states it. */
export function compilerVersion(): string {
  for (const place of ["../package.json", "../../../package.json"]) {
    const file = pathTo(place);
    if (!existsSync(file)) continue;
    const { name, version } = JSON.parse(readFileSync(file, "utf8")) as { name?: unknown; version?: unknown };
    if (name === "policyc" && typeof version === "string") return version;
  }
  throw new Error("policyc's package.json was not found beside the compiler");
}

const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
