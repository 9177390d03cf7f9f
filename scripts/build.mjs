// Builds dist/: the command line as one file, the two public modules, the engine core and the worker that go into bundles.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const path = (name) => `${root}/${name}`;

const shared = {
  bundle: true,
  format: "esm",
  target: "node20",
  logLevel: "warning",
  absWorkingDir: root,
};

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
  external: ["esbuild", "recheck"],
  outdir: path("dist"),
  outExtension: { ".js": ".mjs" },
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});

// The pure part: bundled again into every policy.mjs, so it may import nothing of Node.
await build({
  ...shared,
  platform: "neutral",
  target: "es2022",
  entryPoints: { core: path("src/runtime/core/index.ts"), linear: path("src/runtime/core/linear.ts") },
  mainFields: ["module", "main"],
  outdir: path("dist"),
  outExtension: { ".js": ".mjs" },
});

// The worker goes into every bundle as it is.
await build({
  ...JSON.parse(readFileSync(path("src/compiler/emit/worker-build.json"), "utf8")),
  entryPoints: { worker: path("src/runtime/bundle-worker/main.ts") },
  outdir: path("dist"),
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
});

// What an editor knows of the two public modules.
execFileSync(process.execPath, [path("node_modules/typescript/bin/tsc"), "-p", path("tsconfig.build.json")], {
  stdio: "inherit",
});
