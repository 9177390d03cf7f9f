// What goes into bundles and answers calls holds of every host only the parts that it uses: the records in src/hosts/X/index.ts name all of them, and no
// bundler takes members out of an object. A part that is left out is undefined in the record, as for a host without it;
// so a table that is made of left-out parts would be empty, and a program that asks for such a table is not built.

import { basename, dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import type { HostParts } from "../../hosts/shared/host-record.ts";

type Part = keyof HostParts;

/** The file of a host's folder that holds the part, and the table of src/hosts that is made of it. */
const parts: { readonly [P in Part]: { readonly file: string; readonly tables: readonly string[] } } = {
  capabilities: { file: "capabilities.ts", tables: ["matrix.ts"] },
  signs: { file: "signs.ts", tables: ["recognise.ts"] },
  adapter: { file: "adapter.ts", tables: ["adapters.ts"] },
  serve: { file: "serve.ts", tables: ["line-servers.ts"] },
  protocol: { file: "protocol.ts", tables: ["protocols.ts"] },
  keepAlive: { file: "protocol.ts", tables: ["protocols.ts"] },
  install: { file: "install.ts", tables: ["install-agents.ts"] },
  pluginFile: { file: "plugin-file.ts", tables: ["plugin-files.ts"] },
  ruleFile: { file: "rule-file.ts", tables: ["rule-files.ts"] },
  configFile: { file: "config-file.ts", tables: ["config-files.ts"] },
  permissionFiles: { file: "permission-files.ts", tables: ["permission-files.ts"] },
};

/** What the programs use. */
const uses = {
  /** The client of the resident process, and the resident process itself, which runs the code of bundles. */
  client: [],
  /** hook.cjs. */
  answering: ["capabilities", "signs", "adapter", "serve"],
  /** What refuses where there is no bundle. */
  refusing: ["capabilities", "signs", "adapter"],
  /** run-hooks.mjs. */
  externalHooks: ["capabilities", "protocol", "keepAlive"],
} as const satisfies { readonly [program: string]: readonly Part[] };

const RECORD = /[\\/]src[\\/]hosts[\\/][^\\/]+[\\/]index\.ts$/;
const TABLE = /[\\/]src[\\/]hosts[\\/][^\\/]+\.ts$/;

/** For esbuild. */
export function hostParts(program: keyof typeof uses): Plugin {
  const used: readonly Part[] = uses[program];
  const left = (Object.keys(parts) as Part[]).filter((part) => !used.includes(part)).map((part) => parts[part]);
  const files = new Set(left.map(({ file }) => file));
  const tables = new Set(left.flatMap((part) => part.tables));
  return {
    name: "host-parts",
    setup(on) {
      on.onResolve({ filter: /^\.\/.*\.ts$/ }, ({ path, importer }) =>
        RECORD.test(importer) && files.has(basename(path))
          ? { path: join(dirname(importer), path), namespace: "left-out", sideEffects: false }
          : undefined,
      );
      on.onLoad({ filter: /.*/, namespace: "left-out" }, async ({ path }) => {
        const { metafile } = await on.esbuild.build({
          entryPoints: [path],
          format: "esm",
          metafile: true,
          write: false,
        });
        const names = Object.values(metafile.outputs).flatMap(({ exports }) => exports);
        return { contents: names.map((name) => `export const ${name} = undefined;`).join("\n") };
      });
      on.onLoad({ filter: TABLE }, ({ path }) =>
        tables.has(basename(path))
          ? { errors: [{ text: `${basename(path)} is made of parts of hosts that this program leaves out` }] }
          : undefined,
      );
    },
  };
}
