// The real agents end to end: each is installed from npm, gets a policy by `policyc install`, and runs against a
// scripted model on loopback. Run with `npm run test:agents [-- AGENT...]`; see scenarios.mjs for what is asked of them.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { agents } from "./agents.mjs";
import { scenarios } from "./scenarios.mjs";
import { tryScenario } from "./try-scenario.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !agents.some((agent) => agent.name === name));
if (unknown.length > 0) {
  console.error(
    `no agent is called ${unknown.join(" or ")}; there are ${agents.map((agent) => agent.name).join(", ")}`,
  );
  process.exit(2);
}
execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--silent"], {
  cwd: here,
  stdio: ["ignore", "ignore", "inherit"],
});

const chosen = wanted.length === 0 ? agents : agents.filter((agent) => wanted.includes(agent.name));
const versionOf = (name) => JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8")).version;
const rows = [];
const remarks = [];
const counts = { pass: 0, FAIL: 0, "not possible": 0 };
for (const agent of chosen) {
  const title = `${agent.name} ${versionOf(agent.package)}`;
  const cells = [];
  for (const scenario of scenarios) {
    const { verdict, why } = await tryScenario(agent, scenario);
    counts[verdict]++;
    cells.push(verdict);
    if (why !== undefined) remarks.push(`${title}, ${scenario.name}: ${verdict}: ${why}`);
    console.error(`${title}, ${scenario.name}: ${verdict}`);
  }
  rows.push([title, ...cells]);
}

const head = ["agent", ...scenarios.map((scenario) => scenario.name)];
const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
const line = (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
console.log([head, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("\n"));
console.log(["", ...scenarios.map(({ name, about }) => `${name}: ${about}`), "", ...remarks, ""].join("\n"));
console.log(`${counts.pass} passed, ${counts.FAIL} failed`);
process.exit(counts.FAIL === 0 && counts.pass > 0 ? 0 : 1);
