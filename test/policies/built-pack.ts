// Shipped packs as bundles: each is built once for all tests of a run, by the process that first asks for it.

import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { buildBundle } from "../../src/compiler/index.ts";
import { packsDir, root } from "../docs/workspace.ts";

const WAIT_MS = 50;

/** The folder of a pack's bundle, which nobody may change. */
export async function builtPack(name: string): Promise<string> {
  const parts = process.env.POLICYC_TEST_PARTS;
  if (parts === undefined) throw new Error("test/parts/setup.mjs has not run");
  const folder = join(parts, "packs");
  mkdirSync(folder, { recursive: true });
  const outDir = join(folder, name.replace("/", "-"));
  // A bundle is moved into its place as a whole.
  while (!existsSync(outDir)) {
    if (!isFirst(`${outDir}.lock`)) {
      await new Promise((done) => setTimeout(done, WAIT_MS));
      continue;
    }
    const { revision } = await buildBundle([`policies/${name}.policy`], { cwd: root, packsDir, outDir });
    rmdirSync(`${outDir}.lock`);
    if (revision === null) throw new Error(`${name} cannot be built`);
  }
  return outDir;
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
