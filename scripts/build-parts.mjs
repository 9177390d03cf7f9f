// The parts of the runtime that go into bundles, each as one file.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { notePackages } from "./notices.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
export const path = (name) => `${root}/${name}`;

export const shared = {
  bundle: true,
  format: "esm",
  target: "node20",
  logLevel: "warning",
  absWorkingDir: root,
};

const partShapes = JSON.parse(readFileSync(path("src/compiler/bundle/part-shapes.json"), "utf8"));

/** The tables of shell programs are shipped as text, of which a process reads the programs that it meets. */
export const { packTables } = await importSource("src/compiler/bundle/pack-tables.ts");
/** Each program holds the parts of hosts that it uses. */
export const { hostParts } = await importSource("src/compiler/bundle/host-parts.ts");
const { pluginFiles } = await importSource("src/hosts/plugin-files.ts");

export async function buildParts(outdir) {
  for (const [shape, core] of [
    ["module", "src/runtime/engine/index.ts"],
    ["hook", "src/service/bundle-program.ts"],
  ]) {
    await buildPart(outdir, { shape, name: "core", source: core });
    await buildPart(outdir, { shape, name: "linear", source: "src/language/linear.ts" });
    await buildPart(outdir, { shape, name: "shell", source: "src/shell/index.ts" });
  }

  // What starts external hooks goes into every bundle as it is.
  await build({
    ...JSON.parse(readFileSync(path("src/compiler/bundle/run-hooks-build.json"), "utf8")),
    entryPoints: { "run-hooks": path("src/service/open-hooks.ts") },
    plugins: [hostParts("externalHooks"), notePackages],
    outdir,
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });

  // The agents' sides of plug-ins: bundled again with the policy when one is emitted.
  for (const { module, platform } of pluginFiles.values())
    await build({
      ...shared,
      platform,
      target: "es2022",
      // Written for each bundle: see compile-plugin.ts.
      external: ["policyc:*"],
      plugins: [notePackages],
      entryPoints: { [`plugin-${module}`]: path(`src/service/plugins/${module}.ts`) },
      outdir,
      outExtension: { ".js": ".mjs" },
    });
}

/** A part of bundles, in the way of src/compiler/bundle/link-parts.ts: as one module, then as a variable. */
async function buildPart(outdir, { shape, name, source }) {
  const { shared: options, [shape]: form } = partShapes;
  // The pure parts may import nothing of Node.
  const isNeutral = name !== "core" || form.platform === "neutral";
  const module = await build({
    ...options,
    format: "esm",
    platform: isNeutral ? "neutral" : "node",
    target: isNeutral ? "es2022" : "node20",
    entryPoints: [path(source)],
    absWorkingDir: root,
    plugins: [packTables, hostParts("answering"), notePackages],
    logLevel: "warning",
  });
  await build({
    ...options,
    ...form,
    format: "iife",
    globalName: `policyc_${name}`,
    stdin: { contents: module.outputFiles[0].text, sourcefile: `${name}.mjs`, loader: "js" },
    outfile: join(outdir, `${shape}-${name}.js`),
    write: true,
    logLevel: "warning",
  });
}

/**
 * The executable, small because every agent call starts it, and what only some calls need. It carries a hash of the others, so
 * that its own hash stands for the whole program: a resident process belongs to one program.
 */
export async function buildProgram(outdir) {
  const form = { platform: "node", format: "cjs", minify: true, outExtension: { ".js": ".cjs" } };
  const options = { ...shared, ...form, outdir };
  const bare = await build({
    ...options,
    metafile: true,
    entryPoints: { "answer-bare": path("src/service/answer-bare.ts") },
    plugins: [hostParts("refusing"), notePackages],
  });
  const resident = await build({
    ...options,
    metafile: true,
    entryPoints: {
      "start-resident": path("src/service/client/start-resident.ts"),
      resident: path("src/service/resident/run-resident.ts"),
    },
    plugins: [hostParts("client"), notePackages],
  });
  const hash = createHash("sha256");
  for (const file of [bare, resident].flatMap(({ metafile }) => Object.keys(metafile.outputs)).sort())
    hash.update(readFileSync(join(root, file)));
  await build({
    ...options,
    entryPoints: { policyc: path("src/cli/start.ts") },
    plugins: [hostParts("client"), notePackages],
    banner: { js: `// program ${hash.digest("hex")}` },
  });
}

/** A module of this package that is written in TypeScript and imports only Node at run time. */
export async function importSource(name) {
  const { outputFiles } = await build({ ...shared, platform: "node", entryPoints: [path(name)], write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
