// Generated code and the parts of the runtime that it uses, as one file. A part has the same text for every policy, so it is
// made once per process and stands in front as it is; only the generated code goes through esbuild each time.
// Reproducible: nothing of the machine, the folder or the clock goes in, and a part has the same text however it is found.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { hostParts } from "./host-parts.ts";
import { packTables } from "./pack-tables.ts";
import type { CoreFiles } from "./part-files.ts";

type PartName = keyof CoreFiles;

/** What kind of file it becomes. */
export type Shape = Pick<BuildOptions, "format" | "platform" | "target" | "minify" | "globalName">;

export interface Linking {
  readonly shape: Shape;
  readonly files: CoreFiles;
  readonly policyTs: string;
  /** What is exported; without it, what the policy exports. It may import `policyc:policy`. */
  readonly entry?: string;
}

const shared = {
  bundle: true,
  write: false,
  legalComments: "none",
  sourcemap: false,
  logLevel: "silent",
  tsconfigRaw: {},
  mainFields: ["module", "main"] as string[],
} as const;

/** A policy as code, in the order in which it stands in a file. */
export interface LinkedPolicy {
  readonly parts: readonly LinkedPart[];
  /** The code, which wants each part in its variable. */
  readonly rules: string;
}

export interface LinkedPart {
  /** What its text declares. */
  readonly variable: string;
  readonly text: string;
}

export async function linkParts(linking: Linking): Promise<LinkedPolicy> {
  const { rules, used } = await linkRules(linking);
  const parts = await Promise.all(used.map((name) => linkedPart(name, linking.files[name], linking.shape)));
  return { parts, rules };
}

export const textOfLinked = ({ parts, rules }: LinkedPolicy): string =>
  [...parts.map(({ text }) => text), rules].join("");

interface LinkedRules extends Pick<LinkedPolicy, "rules"> {
  readonly used: readonly PartName[];
}

async function linkRules({ shape, policyTs, entry = policyTs }: Linking): Promise<LinkedRules> {
  const used = new Set<PartName>();
  const rules = textOf(
    await build({
      ...shared,
      ...shape,
      stdin: { contents: entry, sourcefile: "policy.ts", loader: "ts" },
      plugins: [partsPlugin(policyTs, `${entry}\n${policyTs}`, used)],
    }),
  );
  return { rules, used: [...used].sort() };
}

/** The variable that holds what a part exports. */
const variableOf = (name: PartName): string => `policyc_${name}`;

/** Notes the parts that the code imports, and takes what it imports out of their variables, once. */
function partsPlugin(policyTs: string, code: string, used: Set<PartName>): Plugin {
  return {
    name: "policyc",
    setup(on) {
      on.onResolve({ filter: /.*/ }, ({ path }) =>
        /^policyc:(?:policy|core|linear|shell)$/.test(path)
          ? { path: path.slice("policyc:".length), namespace: "policyc", sideEffects: false }
          : { errors: [{ text: "generated code imports only the core" }] },
      );
      on.onLoad({ filter: /.*/, namespace: "policyc" }, ({ path }) => {
        if (path === "policy") return { contents: policyTs, loader: "ts" };
        const name = path as PartName;
        used.add(name);
        return { contents: `export const { ${importedFrom(name, code)} } = ${variableOf(name)};`, loader: "js" };
      });
    },
  };
}

/** What the code imports from a part, or exports of it. */
function importedFrom(name: PartName, code: string): string {
  const names = new Set<string>();
  for (const [, list = "", from] of code.matchAll(/^\s*(?:im|ex)port \{([^}]*)\} from "policyc:(\w+)";$/gm))
    if (from === name) for (const one of list.split(",")) names.add(one.trim());
  return [...names].filter((one) => one !== "").join(", ");
}

/** Made once per process, and the same object each time. */
const linkedPart: (name: PartName, file: string, shape: Shape) => Promise<LinkedPart> = (() => {
  const made = new Map<string, Promise<LinkedPart>>();
  return (name, file, shape) => {
    const key = `${file} ${JSON.stringify(shape)}`;
    const part = made.get(key) ?? makePart(name, file, shape);
    made.set(key, part);
    return part;
  };
})();

async function makePart(name: PartName, file: string, shape: Shape): Promise<LinkedPart> {
  // The other parts are made for any platform.
  const contents = await moduleText(file, name === "core" ? shape.platform : "neutral");
  const variable = variableOf(name);
  const made = await build({
    ...shared,
    ...shape,
    format: "iife",
    globalName: variable,
    stdin: { contents, sourcefile: `${name}.mjs`, loader: "js" },
  });
  return { variable, text: textOf(made) };
}

/** A part as one module: as the package was built with it, or made in the same way in a checkout. */
async function moduleText(file: string, platform: Shape["platform"]): Promise<string> {
  if (file.endsWith(".mjs")) return readFileSync(file, "utf8");
  return textOf(
    await build({
      ...shared,
      format: "esm",
      target: platform === "neutral" ? "es2022" : "node20",
      ...(platform !== undefined && { platform }),
      entryPoints: [file],
      // Files are named in comments, from the root of the checkout on.
      absWorkingDir: fileURLToPath(new URL("../../..", import.meta.url)),
      plugins: [packTables, hostParts("answering")],
    }),
  );
}

function textOf(result: { readonly outputFiles: readonly { readonly text: string }[] }): string {
  const text = result.outputFiles[0]?.text;
  if (text === undefined) throw new Error("esbuild gave no output");
  return text;
}
