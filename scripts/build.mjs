// Builds dist/: the command line and its fast start, the two public modules, the engine core and the programs that go
// into bundles.

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { build } from "esbuild";
import { buildHere } from "./build-native.mjs";
import { buildParts, buildProgram, packTables, path, shared } from "./build-parts.mjs";
import { notePackages, writeNotices } from "./notices.mjs";

// What an earlier build left must not be taken for a part of this one.
rmSync(path("dist"), { recursive: true, force: true });
await buildParts(path("dist"));

await build({
  ...shared,
  platform: "node",
  entryPoints: {
    cli: path("src/cli/main.ts"),
    compiler: path("src/compiler/index.ts"),
    runtime: path("src/runtime/index.ts"),
    // The thread of worker mode: the runtime starts it from beside itself.
    "worker-entry": path("src/runtime/thread/worker-entry.ts"),
  },
  // A verb loads its own code only.
  splitting: true,
  chunkNames: "[name]-[hash]",
  external: ["esbuild"],
  plugins: [packTables, notePackages],
  minify: true,
  // Its other form finds its own parts at run time, where they are not.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  outdir: path("dist"),
  outExtension: { ".js": ".mjs" },
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});

// Judges regular expressions. Its build in pure JavaScript is 3 MB, which are loaded by those who need them.
await build({
  ...shared,
  platform: "node",
  format: "cjs",
  entryPoints: { recheck: "recheck/lib/browser.js" },
  plugins: [notePackages],
  outdir: path("dist"),
  outExtension: { ".js": ".cjs" },
});

await buildProgram(path("dist"));
writeNotices(path(""), path("dist/THIRD-PARTY-NOTICES"));

// What an editor knows of the two public modules.
execFileSync(process.execPath, [path("node_modules/typescript/bin/tsc"), "-p", path("tsconfig.build.json")], {
  stdio: "inherit",
});

const problem = buildHere();
if (problem !== null) console.log(`build: without the native client policyc-hook, which is optional: ${problem}`);
