// The parts of the runtime that go into bundles: as the package was built with them, or as sources in a checkout.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface CoreFiles {
  readonly core: string;
  readonly linear: string;
  readonly shell: string;
}

export interface RunHooksFiles {
  /** The finished file; null in a checkout. */
  readonly built: string | null;
  readonly source: string;
}

interface PartFiles {
  /** The pure part of the runtime, which goes into every bundle. */
  coreFiles(): CoreFiles;
  /** The same with the program around it, which goes into every hook.cjs. */
  hookFiles(): CoreFiles;
  /** What goes into every bundle as run-hooks.mjs. */
  runHooksFiles(): RunHooksFiles;
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
    core: built("core.mjs") ?? source("runtime/engine/index.ts"),
    linear: built("linear.mjs") ?? source("language/linear.ts"),
    shell: built("shell.mjs") ?? source("shell/index.ts"),
  });
  return {
    coreFiles,
    hookFiles: () => ({ ...coreFiles(), core: built("bundle-program.mjs") ?? source("service/bundle-program.ts") }),
    runHooksFiles: () => ({ built: built("run-hooks.mjs"), source: source("service/open-hooks.ts") }),
    pluginFile: (name) => built(`plugin-${name}.mjs`) ?? source(`service/plugins/${name}.ts`),
  };
}

const source = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export const { coreFiles, hookFiles, runHooksFiles, pluginFile } = partFiles(new URL("./", import.meta.url));
