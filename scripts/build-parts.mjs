// The parts of the runtime that go into bundles, each as one file.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
export const path = (name) => `${root}/${name}`;

export const shared = {
  bundle: true,
  format: "esm",
  target: "node20",
  logLevel: "warning",
  absWorkingDir: root,
};

export async function buildParts(outdir) {
  const { packTables } = await importSource("src/compiler/bundle/pack-tables.ts");
  const { hostParts } = await importSource("src/compiler/bundle/host-parts.ts");
  const { pluginFiles } = await importSource("src/hosts/plugin-files.ts");

  // The pure part: bundled again into every policy.mjs, so it may import nothing of Node.
  await build({
    ...shared,
    platform: "neutral",
    target: "es2022",
    entryPoints: {
      core: path("src/runtime/engine/index.ts"),
      linear: path("src/language/linear.ts"),
      shell: path("src/shell/index.ts"),
    },
    plugins: [packTables],
    mainFields: ["module", "main"],
    outdir,
    outExtension: { ".js": ".mjs" },
  });

  // What starts external hooks goes into every bundle as it is.
  await build({
    ...JSON.parse(readFileSync(path("src/compiler/bundle/run-hooks-build.json"), "utf8")),
    entryPoints: { "run-hooks": path("src/service/open-hooks.ts") },
    plugins: [hostParts("externalHooks")],
    outdir,
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });

  // The program around the rules, which goes into every hook.cjs.
  await build({
    ...shared,
    platform: "node",
    entryPoints: { "bundle-program": path("src/service/bundle-program.ts") },
    plugins: [hostParts("answering")],
    mainFields: ["module", "main"],
    outdir,
    outExtension: { ".js": ".mjs" },
  });

  // The agents' sides of plug-ins: bundled again with the policy when one is emitted.
  for (const { module, platform } of pluginFiles.values())
    await build({
      ...shared,
      platform,
      target: "es2022",
      // Written for each bundle: see compile-plugin.ts.
      external: ["policyc:*"],
      entryPoints: { [`plugin-${module}`]: path(`src/service/plugins/${module}.ts`) },
      outdir,
      outExtension: { ".js": ".mjs" },
    });
}

/**
 * The executable, small because every agent call starts it, and what only some calls need. It carries a hash of the others, so
 * that its own hash stands for the whole program: a resident process belongs to one program.
 */
export async function buildProgram(outdir) {
  const options = { ...shared, platform: "node", format: "cjs", minify: true, outdir, outExtension: { ".js": ".cjs" } };
  const { hostParts } = await importSource("src/compiler/bundle/host-parts.ts");
  const bare = await build({
    ...options,
    metafile: true,
    entryPoints: { "answer-bare": path("src/service/answer-bare.ts") },
    plugins: [hostParts("refusing")],
  });
  const resident = await build({
    ...options,
    metafile: true,
    entryPoints: {
      "start-resident": path("src/service/client/start-resident.ts"),
      resident: path("src/service/resident/run-resident.ts"),
    },
    plugins: [hostParts("client")],
  });
  const hash = createHash("sha256");
  for (const file of [bare, resident].flatMap(({ metafile }) => Object.keys(metafile.outputs)).sort())
    hash.update(readFileSync(join(root, file)));
  await build({
    ...options,
    entryPoints: { policyc: path("src/cli/start.ts") },
    plugins: [hostParts("client")],
    banner: { js: `// program ${hash.digest("hex")}` },
  });
}

/** A module of ours that is written in TypeScript and imports nothing but Node at run time. */
export async function importSource(name) {
  const { outputFiles } = await build({ ...shared, platform: "node", entryPoints: [path(name)], write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
