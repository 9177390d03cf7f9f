// Builds and loads a policy of the given text in a temporary folder.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
export const dist = (name, folder = join(root, "dist")) => import(pathToFileURL(join(folder, name)).href);

/** Runs `use` with the bundle's folder, then removes it. `compiler`: the folder of another one than ours. */
export async function withBundle(text, use, compiler = undefined) {
  const { buildBundle } = await dist("compiler.mjs", compiler);
  const folder = await mkdtemp(join(tmpdir(), "policyc-bench-"));
  try {
    await writeFile(join(folder, "bench.policy"), text);
    const outDir = join(folder, "bundle");
    const built = await buildBundle(["bench.policy"], { cwd: folder, packsDir: join(root, "policies"), outDir });
    if (built.revision === null)
      throw new Error(
        built.diagnostics
          .slice(0, 5)
          .map((one) => `${one.code} ${one.message}`)
          .join("\n"),
      );
    return await use(outDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function loadBundle(folder) {
  const { loadPolicy } = await dist("runtime.mjs");
  return loadPolicy(folder);
}

/** The bundle's own module, without the loader: what a plug-in host imports. */
export async function importModule(folder) {
  return import(pathToFileURL(join(folder, "policy.mjs")).href);
}
