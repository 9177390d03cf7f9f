// The compiler as it is installed: one built file beside the built core, away from the sources.

import { copyFileSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { packTables } from "../../src/compiler/emit/pack-tables.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds into `folder/dist` the way scripts/build.mjs does; gives the path of the compiler's module. */
export async function distCopy(folder: string): Promise<string> {
  const shared = { bundle: true, format: "esm", logLevel: "warning", outExtension: { ".js": ".mjs" } } as const;
  const outdir = join(folder, "dist");
  await build({
    ...shared,
    platform: "node",
    target: "node20",
    entryPoints: { compiler: join(root, "src/compiler/pipeline.ts") },
    external: ["esbuild", "recheck"],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    outdir,
  });
  await build({
    ...shared,
    platform: "neutral",
    target: "es2022",
    mainFields: ["module", "main"],
    entryPoints: {
      core: join(root, "src/runtime/core/index.ts"),
      linear: join(root, "src/runtime/core/linear.ts"),
      shell: join(root, "src/runtime/core/shell/index.ts"),
    },
    plugins: [packTables],
    outdir,
  });
  await build({
    ...(JSON.parse(readFileSync(join(root, "src/compiler/emit/worker-build.json"), "utf8")) as BuildOptions),
    entryPoints: { worker: join(root, "src/runtime/bundle-worker/main.ts") },
    outExtension: { ".js": ".mjs" },
    outdir,
  });
  await build({
    ...shared,
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    entryPoints: { "hook-core": join(root, "src/runtime/hook-process/hook-core.ts") },
    outdir,
  });
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return join(outdir, "compiler.mjs");
}
