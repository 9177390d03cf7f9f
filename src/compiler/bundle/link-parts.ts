// Generated code and the parts of the runtime that it uses, as one file. A part has the same text for every policy, so it is
// made when the package is built and stands in front as it is.
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
  readonly policyTs: string;
  /** What is exported. It may import `policyc:policy`. */
  readonly entry: string;
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

/** Generated code that esbuild compiles, behind the parts that it uses. */
export async function linkParts(linking: Linking, shape: ShapeName): Promise<LinkedPolicy> {
  const { rules, used } = await linkRules(linking, shape);
  return { parts: await linkedParts(used, shape), rules };
}

export const linkedParts = (names: readonly PartName[], shape: ShapeName): Promise<readonly LinkedPart[]> =>
  Promise.all(names.map((name) => linkedPart(name, shape)));

export const textOfLinked = ({ parts, rules }: LinkedPolicy): string =>
  [...parts.map(({ text }) => text), rules].join("");

interface LinkedRules extends Pick<LinkedPolicy, "rules"> {
  readonly used: readonly PartName[];
}

async function linkRules({ policyTs, entry }: Linking, shape: ShapeName): Promise<LinkedRules> {
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
export const variableOf = (name: PartName): string => `policyc_${name}`;

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
      const imported = importedNames(code);
      on.onLoad({ filter: /.*/, namespace: "policyc" }, ({ path }) => {
        if (path === "policy") return { contents: policyTs, loader: "ts" };
        const name = path as PartName;
        used.add(name);
        const names = [...(imported.get(name) ?? [])].join(", ");
        return { contents: `export const { ${names} } = ${variableOf(name)};`, loader: "js" };
      });
    },
  };
}

/** What the code imports from each part, or exports of it. */
export function importedNames(code: string): ReadonlyMap<PartName, ReadonlySet<string>> {
  const found = new Map<PartName, Set<string>>();
  for (const [, list = "", from] of code.matchAll(
    /^\s*(?:im|ex)port \{([^}]*)\} from "policyc:(core|linear|shell)";$/gm,
  )) {
    const names = found.get(from as PartName) ?? new Set();
    for (const one of list.split(",")) names.add(one.trim());
    found.set(from as PartName, names);
  }
  return found;
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
