// run-hooks.mjs: what starts external hooks, as one file, the same in every bundle. Built with the package; made here in a checkout.
// Reproducible: minified text holds no paths, and both ways use the options of run-hooks-build.json.

import { readFileSync } from "node:fs";
import type { BuildOptions } from "esbuild";
import { hostParts } from "./host-parts.ts";
import { loadEsbuild } from "./load-esbuild.ts";
import { runHooksFiles } from "./part-files.ts";
import options from "./run-hooks-build.json" with { type: "json" };

/** The bytes of run-hooks.mjs, made once per process. */
export const runHooksBytes: () => Promise<Uint8Array> = once(async () => {
  const { built, source } = runHooksFiles();
  if (built !== null) return readFileSync(built);
  const { build } = loadEsbuild();
  const made = await build({
    ...(options as BuildOptions),
    entryPoints: [source],
    plugins: [hostParts("externalHooks")],
    write: false,
    logLevel: "silent",
  });
  const [file] = made.outputFiles ?? [];
  if (file === undefined) throw new Error("esbuild gave no output");
  return file.contents;
});

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
