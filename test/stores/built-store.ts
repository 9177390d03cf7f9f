// The file store as one module that child processes can run, and folders that are gone afterwards.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

export function temporaryFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-store-")));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Puts `store.mjs` into the folder. */
export async function buildStore(folder: string): Promise<string> {
  const outfile = join(folder, "store.mjs");
  await build({
    entryPoints: [join(root, "src/runtime/stores/file.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outfile,
    logLevel: "warning",
  });
  return outfile;
}
