// Builds dist/: the command line and its fast start, the two public modules, the engine core and the programs that go
// into bundles.

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { build } from "esbuild";
import { buildHere } from "./build-native.mjs";
import { buildParts, buildProgram, importSource, path, shared } from "./build-parts.mjs";

const { hostParts } = await importSource("src/compiler/bundle/host-parts.ts");

// What an earlier build left must not be taken for a part of this one.
rmSync(path("dist"), { recursive: true, force: true });
await buildParts(path("dist"));

// Each with the parts of hosts that it uses.
await buildModules({ cli: path("src/cli/main.ts") }, []);
await buildModules({ compiler: path("src/compiler/index.ts") }, [hostParts("compiling")]);
await buildModules({ runtime: path("src/runtime/index.ts") }, [hostParts("externalHooks")]);
// The runtime starts it from beside itself.
await buildModules({ "worker-entry": path("src/runtime/thread/worker-entry.ts") }, [hostParts("thread")]);

await buildProgram(path("dist"));

// What an editor knows of the two public modules.
execFileSync(process.execPath, [path("node_modules/typescript/bin/tsc"), "-p", path("tsconfig.build.json")], {
  stdio: "inherit",
});

const problem = buildHere();
if (problem !== null) console.log(`build: without the native client policyc-hook, which is optional: ${problem}`);

function buildModules(entryPoints, plugins) {
  return build({
    ...shared,
    platform: "node",
    entryPoints,
    plugins,
    external: ["esbuild", "recheck", "@modelcontextprotocol/sdk"],
    // Its other form finds its own parts at run time, where they are not.
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    outdir: path("dist"),
    outExtension: { ".js": ".mjs" },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
}
