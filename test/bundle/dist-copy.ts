// The compiler as it is installed: one built file beside the built core, away from the sources.

import { execFileSync } from "node:child_process";
import { copyFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

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
  const parts = pathToFileURL(join(root, "scripts/build-parts.mjs")).href;
  const script = `import { buildParts } from ${JSON.stringify(parts)}; await buildParts(process.argv[1]);`;
  execFileSync(process.execPath, ["--input-type=module", "-e", script, outdir], { stdio: "inherit" });
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return join(outdir, "compiler.mjs");
}
