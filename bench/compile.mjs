// What compiling and loading cost: time per rule at 1,000 and 10,000 rules, and memory. Each figure is a process of its own.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withBundle } from "./build-policy.mjs";
import { row } from "./decide.mjs";
import { median } from "./measure.mjs";
import { mixedRules } from "./policy-text.mjs";

const run = promisify(execFile);
const probe = fileURLToPath(new URL("probe.mjs", import.meta.url));
const ask = async (...args) =>
  JSON.parse((await run(process.execPath, [probe, ...args], { maxBuffer: 1 << 24 })).stdout);

export async function compileBench() {
  const perRule = { 1000: [], 10000: [] };
  for (let round = 0; round < 3; round++) {
    for (const count of [1000, 10_000]) perRule[count].push((await ask("compile", String(count))).ms / count);
  }
  const parsed = await ask("parse", "10000");
  const bare = (await ask("bare")).rssMb;
  const loaded = await withBundle(mixedRules(10_000), (folder) => ask("load", folder));
  return [
    row("time per rule, 10,000 rules to 1,000", median(perRule[10000]) / median(perRule[1000]), "<=", 2),
    { name: "lex and parse 10,000 rules, peak memory", value: parsed.rssMb, unit: "MB", relation: "<=", goal: 400 },
    {
      name: "loaded 10,000-rule bundle over bare Node",
      value: loaded.rssMb - bare,
      unit: "MB",
      relation: "<=",
      goal: 150,
    },
    { name: "compile, per rule at 10,000", value: median(perRule[10000]) * 1e6, unit: "ns" },
  ];
}
