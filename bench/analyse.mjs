// What the analyses cost: the checks of the whole rule set and a witness for every rule, against everything else that a
// compile does. Each figure is a process of its own. First, planted mistakes must be found, and nothing else.

import { execFile } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { median } from "./measure.mjs";
import { planted, variedRules } from "./varied-rules.mjs";

const run = promisify(execFile);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const ROUNDS = 3;

const row = (name, value, relation, goal) => ({ name, value, unit: "x", relation, goal });

export async function analyseBench() {
  const stages = await buildStages();
  const ask = async (count) =>
    JSON.parse((await run(process.execPath, [here("analyse-probe.mjs"), stages, String(count)])).stdout);
  await assertRight(stages);
  const small = [];
  for (let round = 0; round < ROUNDS; round++) small.push(await ask(1000));
  const large = await ask(10_000);
  const perRule = median(small.map(analysis)) / 1000;
  return [
    row("analysis of 1,000 rules to compiling them", median(small.map((one) => analysis(one) / one.compile)), "<=", 5),
    row("analysis per rule, 10,000 rules to 1,000", analysis(large) / 10_000 / perRule, "<=", 2),
    { name: "analysis, per rule at 1,000", value: perRule * 1e6, unit: "ns" },
  ];
}

const analysis = ({ checks, witnesses }) => checks + witnesses;

/** The compiler's stages as a module of their own, beside what they read: the core that goes into every bundle. */
async function buildStages() {
  const folder = here("node_modules/.stages");
  await mkdir(folder, { recursive: true });
  for (const name of ["module-core.js", "module-linear.js", "module-shell.js"])
    await copyFile(here(`../dist/${name}`), `${folder}/${name}`);
  await build({
    entryPoints: [here("stages.ts")],
    outfile: `${folder}/stages.mjs`,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
    external: ["esbuild", "recheck"],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  return pathToFileURL(`${folder}/stages.mjs`).href;
}

async function assertRight(stages) {
  const { findings } = await import("./analyse-stages.mjs");
  const clean = await findings(stages, variedRules(300));
  if (clean.length > 0) throw new Error(`false alarm: ${clean.join(", ")}`);
  for (const [code, rule] of Object.entries(planted)) {
    const found = await findings(stages, `${variedRules(300)}\n\n${rule}`);
    if (found.join() !== code) throw new Error(`${code} was planted, found: ${found.join(", ") || "nothing"}`);
  }
}
