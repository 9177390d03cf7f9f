// Builds dist/: the executable and the command line behind it, the two public modules with their types, the parts that go into
// bundles, and the licences of all packages within.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { buildHere } from "./build-native.mjs";
import { buildParts, buildProgram, packTables, path, shared } from "./build-parts.mjs";
import { bundledTypesOf } from "./declarations.mjs";
import { notePackages, writeNotices } from "./notices.mjs";

// Files of an earlier build must not become part of this one.
rmSync(path("dist"), { recursive: true, force: true });
await buildParts(path("dist"));

const modules = {
  ...shared,
  platform: "node",
  external: ["esbuild"],
  plugins: [packTables, notePackages],
  minify: true,
  // Its other form finds its own parts at run time, where they are not.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  outdir: path("dist"),
  outExtension: { ".js": ".mjs" },
  write: false,
};

/** What a file begins with if it holds CommonJS modules. Most of those that a verb loads hold none, and it takes them time. */
const REQUIRE = `import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);`;

async function buildModules(options) {
  const { outputFiles } = await build({ ...modules, ...options });
  for (const { path, text } of outputFiles) {
    const [, shebang = "", code] = /^(#![^\n]*\n)?([\s\S]*)$/.exec(text) ?? [];
    writeFileSync(path, code.includes("typeof require") ? `${shebang}${REQUIRE}\n${code}` : text);
  }
}

// A verb loads its own code only. The public modules are files of their own: code that they shared with verbs would cut the
// code of verbs into more files, and each takes time to load.
await buildModules({
  entryPoints: { cli: path("src/cli/main.ts") },
  splitting: true,
  chunkNames: "[name]-[hash]",
});
await buildModules({
  entryPoints: {
    compiler: path("src/compiler/index.ts"),
    runtime: path("src/runtime/index.ts"),
    // The thread of worker mode; the runtime starts it from its own folder.
    "worker-entry": path("src/runtime/thread/worker-entry.ts"),
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

// What an editor knows of the two public modules: a file for each, with what is public.
const declarations = mkdtempSync(join(tmpdir(), "policyc-types-"));
try {
  const tsc = path("node_modules/typescript/bin/tsc");
  const words = [tsc, "-p", path("tsconfig.build.json"), "--outDir", declarations];
  execFileSync(process.execPath, words, { stdio: "inherit" });
  for (const entry of ["compiler", "runtime"])
    writeFileSync(path(`dist/${entry}.d.ts`), bundledTypesOf(join(declarations, "src", entry, "index.d.ts")));
} finally {
  rmSync(declarations, { recursive: true, force: true });
}

const check = (...entries) =>
  execFileSync(process.execPath, [path("dist/policyc.cjs"), "check", ...entries], {
    cwd: path(""),
    stdio: ["ignore", "ignore", "inherit"],
  });

// The examples of every shipped pack run once, here: see src/compiler/trial/proven-packs.ts.
check("policies/std", "policies/shell");
const hashes = {};
for (const folder of ["std", "shell", "profile"])
  for (const name of readdirSync(path(`policies/${folder}`)).sort()) {
    const text = readFileSync(path(`policies/${folder}/${name}`));
    hashes[`${folder}/${name}`] = createHash("sha256").update(text).digest("hex");
  }
writeFileSync(path("dist/proven-packs.json"), `${JSON.stringify(hashes, null, 2)}\n`);
// Each by itself: a policy uses one profile.
for (const name of readdirSync(path("policies/profile"))) check(`policies/profile/${name}`);

const problem = buildHere();
if (problem !== null) console.log(`build: without the native client policyc-hook, which is optional: ${problem}`);
