// The parts of the runtime that go into bundles: as the package was built with them, or as sources in a checkout.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface CoreFiles {
  readonly core: string;
  readonly linear: string;
  readonly shell: string;
}

export interface WorkerFiles {
  /** The finished file; null in a checkout. */
  readonly built: string | null;
  readonly source: string;
}

interface PartFiles {
  /** The pure part of the runtime, which goes into every bundle. */
  coreFiles(): CoreFiles;
  /** The same with the process around one decision, which goes into every hook.cjs. */
  hookFiles(): CoreFiles;
  /** The entry that goes into every bundle as worker.mjs. */
  workerFiles(): WorkerFiles;
  /** The module that stands between an agent and the policy inside its process. */
  pluginFile(name: string): string;
}

/** Those that were built into a folder; what is not there is taken from the sources. */
export function partFiles(folder: URL): PartFiles {
  const built = (name: string): string | null => {
    const file = fileURLToPath(new URL(name, folder));
    return existsSync(file) ? file : null;
  };
  const coreFiles = (): CoreFiles => ({
    core: built("core.mjs") ?? source("core/index.ts"),
    linear: built("linear.mjs") ?? source("core/linear.ts"),
    shell: built("shell.mjs") ?? source("core/shell/index.ts"),
  });
  return {
    coreFiles,
    hookFiles: () => ({ ...coreFiles(), core: built("hook-core.mjs") ?? source("hook-process/hook-core.ts") }),
    workerFiles: () => ({ built: built("worker.mjs"), source: source("bundle-worker/main.ts") }),
    pluginFile: (name) => built(`plugin-${name}.mjs`) ?? source(`../plugins/${name}.ts`),
  };
}

const source = (name: string): string => fileURLToPath(new URL(`../../runtime/${name}`, import.meta.url));

export const { coreFiles, hookFiles, workerFiles, pluginFile } = partFiles(new URL("./", import.meta.url));
