// Installs what the benchmarks compare with, runs them one after another, prints a table of ratios and writes it as JSON.
// A goal that is missed makes it exit 1. `npm run bench -- decide` runs one of them; `--record` also writes
// bench/recorded.json, from which docs/reference/benchmarks.md is made; rows of benchmarks that did not run stay as they are.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../bench/", import.meta.url));
const isRecorded = process.argv.includes("--record");
const wanted = process.argv.slice(2).filter((word) => word !== "--record");

execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--silent"], {
  cwd: folder,
  stdio: ["ignore", "ignore", "inherit"],
});

const suites = {
  decide: async () => (await import("../bench/decide.mjs")).decideBench(),
  growth: async () => (await import("../bench/growth.mjs")).growthBench(),
  hooks: async () => (await import("../bench/hooks.mjs")).hooksBench(),
  hook: async () => (await import("../bench/hook.mjs")).hookBench(),
  serve: async () => (await import("../bench/serve.mjs")).serveBench(),
  shell: async () => (await import("../bench/shell.mjs")).shellBench(),
  walk: async () => (await import("../bench/walk.mjs")).walkBench(),
  hostile: async () => (await import("../bench/hostile.mjs")).hostileBench(),
  replay: async () => (await import("../bench/replay.mjs")).replayBench(),
  compile: async () => (await import("../bench/compile.mjs")).compileBench(),
  cli: async () => (await import("../bench/cli.mjs")).cliBench(),
  analyse: async () => (await import("../bench/analyse.mjs")).analyseBench(),
};

const unknown = wanted.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(`unknown benchmark ${unknown.join(", ")}; there are ${Object.keys(suites).join(", ")}`);
  process.exit(2);
}

const hasRun = (suite) => wanted.length === 0 || wanted.includes(suite);
const rows = [];
for (const [suite, run] of Object.entries(suites)) {
  if (!hasRun(suite)) continue;
  console.error(`running ${suite} ...`);
  for (const row of await run()) rows.push({ suite, ...row });
}

const isMet = ({ value, relation, goal }) => goal === undefined || (relation === "<=" ? value <= goal : value >= goal);
const shown = (value, unit) =>
  value === undefined ? "" : `${value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(2)} ${unit}`;
const recorded = [];
console.log("| what | measured | in CPU time | goal | |\n|---|---|---|---|---|");
for (const row of rows) {
  const goal = row.goal === undefined ? "" : `${row.relation} ${row.goal} ${row.unit}`;
  const verdict = row.goal === undefined ? "" : isMet(row) ? "met" : "MISSED";
  recorded.push({
    suite: row.suite,
    what: row.name,
    measured: shown(row.value, row.unit),
    goal,
    verdict: verdict.toLowerCase(),
  });
  console.log(`| ${row.name} | ${shown(row.value, row.unit)} | ${shown(row.cpu, row.unit)} | ${goal} | ${verdict} |`);
}
const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length };
writeFileSync(`${folder}results.json`, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
if (isRecorded) {
  const on = `${machine.cores} cores of ${machine.cpu}, Node ${machine.node}`;
  writeFileSync(`${folder}recorded.json`, `${JSON.stringify({ machine: on, rows: withEarlier(recorded) }, null, 2)}\n`);
}

/** In the order of the benchmarks: what ran now, and the earlier rows of what did not. */
function withEarlier(now) {
  const { rows: earlier } = JSON.parse(readFileSync(`${folder}recorded.json`, "utf8"));
  const ofSuite = (list, name) => list.filter(({ suite }) => suite === name);
  return Object.keys(suites).flatMap((name) => ofSuite(hasRun(name) ? now : earlier, name));
}

process.exit(rows.every(isMet) ? 0 : 1);
