// policy.ts to policy.mjs: one pure ES module with the engine core inside, by esbuild.
// Reproducible: nothing of the machine, the folder or the clock goes in, and the core has the same text however it is found.

import { build, type Plugin } from "esbuild";
import { coreFiles } from "./package-files.ts";

const shared = {
  bundle: true,
  write: false,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  mainFields: ["module", "main"] as string[],
  legalComments: "none",
  sourcemap: false,
  logLevel: "silent",
} as const;

export async function compileModule(policyTs: string): Promise<string> {
  return textOf(
    await build({
      ...shared,
      stdin: { contents: policyTs, sourcefile: "policy.ts", loader: "ts" },
      plugins: [corePlugin],
      tsconfigRaw: {},
    }),
  );
}

/** `policyc:core` and `policyc:linear`; anything else that generated code might import is an internal error. */
const corePlugin: Plugin = {
  name: "policyc",
  setup(on) {
    on.onResolve({ filter: /.*/ }, ({ path }) =>
      path === "policyc:core" || path === "policyc:linear"
        ? { path: path.slice("policyc:".length), namespace: "policyc", sideEffects: false }
        : { errors: [{ text: "generated code imports only the core" }] },
    );
    on.onLoad({ filter: /.*/, namespace: "policyc" }, async ({ path }) => {
      const files = coreFiles();
      return { contents: await coreText(path === "core" ? files.core : files.linear), loader: "js" };
    });
  },
};

/** The core as one module, so that its own file names do not show in the bundle. */
async function coreText(file: string): Promise<string> {
  return textOf(await build({ ...shared, entryPoints: [file], tsconfigRaw: {} }));
}

function textOf(result: { readonly outputFiles: readonly { readonly text: string }[] }): string {
  const text = result.outputFiles[0]?.text;
  if (text === undefined) throw new Error("esbuild gave no output");
  return text;
}
