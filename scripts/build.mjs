// Builds dist/: the command line and its fast start, the two public modules, the engine core and the programs that go
// into bundles.

import { execFileSync } from "node:child_process";
import { build } from "esbuild";
import { buildHere } from "./build-native.mjs";
import { buildParts, path, shared } from "./build-parts.mjs";

await buildParts(path("dist"));

await build({
  ...shared,
  platform: "node",
  entryPoints: {
    cli: path("src/cli/main.ts"),
    compiler: path("src/compiler/index.ts"),
    runtime: path("src/runtime/index.ts"),
    // The thread of worker mode: the runtime starts it from beside itself.
    "worker-entry": path("src/runtime/worker-entry.ts"),
  },
  external: ["esbuild", "recheck", "@modelcontextprotocol/sdk"],
  // Its other form finds its own parts at run time, where they are not.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  outdir: path("dist"),
  outExtension: { ".js": ".mjs" },
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});

// The executable, started at every call of a tool, so small and CommonJS; and what only some of those calls need.
await build({
  ...shared,
  platform: "node",
  format: "cjs",
  minify: true,
  entryPoints: {
    policyc: path("src/cli/start.ts"),
    "launch-hook": path("src/runtime/hook-process/launch.ts"),
    "bare-hook": path("src/runtime/hook-process/bare-hook.ts"),
    "resident-hook": path("src/runtime/hook-process/resident-hook.ts"),
    "keep-bundle": path("src/runtime/hook-process/keep-bundle.ts"),
  },
  outdir: path("dist"),
  outExtension: { ".js": ".cjs" },
});

// What an editor knows of the two public modules.
execFileSync(process.execPath, [path("node_modules/typescript/bin/tsc"), "-p", path("tsconfig.build.json")], {
  stdio: "inherit",
});

const problem = buildHere();
if (problem !== null) console.log(`build: without the native client policyc-hook, which is optional: ${problem}`);
