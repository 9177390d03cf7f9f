// A compiler that writes the tables of shell programs into bundles as plain code, to compare packed tables with.

import { cpSync, rmSync, symlinkSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { path, shared } from "../scripts/build-parts.mjs";

/** Runs `use` with the folder of the compiler, then removes it. */
export async function withPlainTables(use) {
  const folder = await mkdtemp(join(tmpdir(), "policyc-bench-plain-"));
  try {
    const dist = join(folder, "dist");
    cpSync(path("dist"), dist, { recursive: true });
    cpSync(path("package.json"), join(folder, "package.json"));
    symlinkSync(path("node_modules"), join(folder, "node_modules"));
    await build({
      ...shared,
      platform: "neutral",
      target: "es2022",
      entryPoints: { shell: path("src/shell/index.ts") },
      mainFields: ["module", "main"],
      outdir: dist,
      outExtension: { ".js": ".mjs" },
    });
    return await use(dist);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
