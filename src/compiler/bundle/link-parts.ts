// Generated code and the parts of the runtime that it uses, as one file. A part has the same text for every policy, so it is
// made when the package is built and stands in front as it is; only the generated code goes through esbuild each time.
// Reproducible: nothing of the machine, the folder or the clock goes in, and a part has the same text however it is found.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BuildOptions, BuildResult, Plugin } from "esbuild";
import { hostParts } from "./host-parts.ts";
import { loadEsbuild } from "./load-esbuild.ts";
import { packTables } from "./pack-tables.ts";
import { type PartName, partFile, type ShapeName } from "./part-files.ts";
import shapes from "./part-shapes.json" with { type: "json" };

export interface Linking {
  readonly shape: ShapeName;
  readonly policyTs: string;
  /** What is exported; without it, what the policy exports. It may import `policyc:policy`. */
  readonly entry?: string;
}

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
  const parts = await Promise.all(used.map((name) => linkedPart(name, linking.shape)));
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
      ...shapes[shape],
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

/** Found once per process, and the same object each time. */
const linkedPart: (name: PartName, shape: ShapeName) => Promise<LinkedPart> = (() => {
  const found = new Map<string, Promise<LinkedPart>>();
  return (name, shape) => {
    const key = `${shape} ${name}`;
    const part = found.get(key) ?? findPart(name, shape);
    found.set(key, part);
    return part;
  };
})();

async function findPart(name: PartName, shape: ShapeName): Promise<LinkedPart> {
  const { built, source } = partFile(name, shape);
  const text = built === null ? await makePart(name, shape, source) : readFileSync(built, "utf8");
  return { variable: variableOf(name), text };
}

/** In a checkout a part is made in the way of scripts/build-parts.mjs: first as one module, then as a variable. */
async function makePart(name: PartName, shape: ShapeName, source: string): Promise<string> {
  // The other parts are made for any platform.
  const isNeutral = name !== "core" || shapes[shape].platform === "neutral";
  const module = await build({
    format: "esm",
    platform: isNeutral ? "neutral" : "node",
    target: isNeutral ? "es2022" : "node20",
    entryPoints: [source],
    // Files are named in comments, from the root of the checkout on.
    absWorkingDir: fileURLToPath(new URL("../../..", import.meta.url)),
    plugins: [packTables, hostParts("answering")],
  });
  const made = await build({
    ...shapes[shape],
    format: "iife",
    globalName: variableOf(name),
    stdin: { contents: textOf(module), sourcefile: `${name}.mjs`, loader: "js" },
  });
  return textOf(made);
}

async function build(options: object): Promise<BuildResult> {
  return loadEsbuild().build({ ...shapes.shared, ...options } as BuildOptions);
}

function textOf({ outputFiles }: BuildResult): string {
  const text = outputFiles?.[0]?.text;
  if (text === undefined) throw new Error("esbuild gave no output");
  return text;
}
