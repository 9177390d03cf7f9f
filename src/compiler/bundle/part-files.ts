// The parts of the runtime that go into bundles: as the package was built with them, or as sources in a checkout.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type PartName = "core" | "linear" | "shell";

/** What a part goes into: policy.mjs or hook.cjs. */
export type ShapeName = "module" | "hook";

export interface PartFile {
  /** The finished text; null in a checkout. */
  readonly built: string | null;
  readonly source: string;
}

interface PartFiles {
  partFile(name: PartName, shape: ShapeName): PartFile;
  /** What goes into every bundle as run-hooks.mjs. */
  runHooksFiles(): PartFile;
  /** The module that stands between an agent and the policy inside its process. */
  pluginFile(name: string): string;
}

const sources: { readonly [part in PartName]: string } = {
  core: "runtime/engine/index.ts",
  linear: "language/linear.ts",
  shell: "shell/index.ts",
};

/** The core of a hook.cjs is the core with the program around it. */
const sourceOf = (name: PartName, shape: ShapeName): string =>
  name === "core" && shape === "hook" ? "service/bundle-program.ts" : sources[name];

/** Those that were built into a folder; what is not there is taken from the sources. */
export function partFiles(folder: URL): PartFiles {
  const built = (name: string): string | null => {
    const file = fileURLToPath(new URL(name, folder));
    return existsSync(file) ? file : null;
  };
  return {
    partFile: (name, shape) => ({ built: built(`${shape}-${name}.js`), source: source(sourceOf(name, shape)) }),
    runHooksFiles: () => ({ built: built("run-hooks.mjs"), source: source("service/open-hooks.ts") }),
    pluginFile: (name) => built(`plugin-${name}.mjs`) ?? source(`service/plugins/${name}.ts`),
  };
}

const source = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export const { partFile, runHooksFiles, pluginFile } = partFiles(new URL("./", import.meta.url));
