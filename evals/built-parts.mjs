// Parts of policyc that its packages do not export: the reader of recorded calls, and the rules for Codex.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../", import.meta.url));

function newFolder() {
  mkdirSync(join(root, ".policyc"), { recursive: true });
  return mkdtempSync(join(root, ".policyc/evals-part-"));
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true });

export async function loadLineReader() {
  const folder = newFolder();
  try {
    const outfile = join(folder, "read-line.mjs");
    await build({
      entryPoints: [join(root, "src/cli/replay/read-line.ts")],
      ...{ outfile, bundle: true, platform: "node", format: "esm", logLevel: "silent" },
    });
    return (await import(pathToFileURL(outfile))).lineReader;
  } finally {
    remove(folder);
  }
}

export function codexRules(policy) {
  const folder = newFolder();
  try {
    writeFileSync(join(folder, "evals.policy"), policy);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, "dist/policyc.cjs"), "emit", "codex-rules", "evals.policy"],
      { cwd: folder, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(stderr);
    return stdout;
  } finally {
    remove(folder);
  }
}
