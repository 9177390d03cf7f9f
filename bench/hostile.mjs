// Texts made to be slow to read, but for commands, which bench/shell.mjs has: four times the text must not cost sixteen times.

import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { measureCpu } from "./measure.mjs";

const row = (name, value, relation, goal) => ({ name, value, unit: "x", relation, goal });
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

async function loadStages() {
  const outfile = here("node_modules/.stages/hostile.mjs");
  await build({
    entryPoints: [here("hostile-stages.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}

/** By name: what reads a text of a size. */
function readersOf({
  Session,
  parsePolicy,
  formatPolicy,
  unifiedDiff,
  argumentsPreview,
  compileGlob,
  matchGlob,
  linearRegex,
}) {
  const parse = (text) => parsePolicy({ file: "a.policy", text }, new Session());
  const lines = (word, size) => Array.from({ length: size }, (_, at) => `${word}${at}\n`).join("");
  return {
    "an unterminated string": (size) => parse(`let a = "${"\\a".repeat(size)}`),
    "mistake after mistake": (size) => parse("deny\n".repeat(size)),
    "a long chain": (size) => parse(`let a = b${" and b".repeat(size)}\n`),
    "a long list": (size) => parse(`let a = [${'"x",'.repeat(size)}]\n`),
    "odd characters": (size) => parse(`let a = ${"~$".repeat(size)}\n`),
    "a long list, formatted": (size) =>
      formatPolicy({ file: "a.policy", text: `let a = [${'"x",'.repeat(size)}]\n` }, new Session()),
    "two texts with nothing in common": (size) => unifiedDiff(lines("a", size), lines("b", size)),
    "secrets in arguments": (size) => argumentsPreview("token=".repeat(size)),
    "a glob of many stars": (size) => matchGlob(compileGlob(`${"**/*a*/".repeat(20)}b`, "path"), "aa/".repeat(size)),
    "a regex that backtracks": (size) => linearRegex(".*a.*b.*c.*d$", "s").test("abc".repeat(size)),
  };
}

const SIZE = 2000;
const TIMES = 4;

export async function hostileBench() {
  const rows = [];
  for (const [name, read] of Object.entries(readersOf(await loadStages()))) {
    const { small, large } = await measureCpu(
      { small: () => read(SIZE), large: () => read(SIZE * TIMES) },
      { rounds: 15 },
    );
    rows.push(row(`${TIMES} times the text: ${name}`, large / small, "<=", TIMES * 3));
  }
  return rows;
}
