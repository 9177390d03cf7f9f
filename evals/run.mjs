// How a policy does on commands and sessions: what it stops of the dangerous ones, and how often it disturbs ordinary work.
// `npm run evals` uses the project's own cases, `--cases FOLDER` adds others. Every wrong one is listed.

import { existsSync, readFileSync } from "node:fs";
import { buildBundle } from "../dist/compiler.mjs";
import { loadPolicy, nodeWorld } from "../dist/runtime.mjs";
import { caseSets } from "./cases.mjs";
import { withPolicy } from "./decide-cases.mjs";
import { share } from "./share.mjs";

const usage =
  "npm run evals -- [SET ...] [--policy 'use \"profile/standard\"'|FILE] [--cases FOLDER] [--quiet] [--reasons]";

const words = process.argv.slice(2);
const flag = (name) => {
  const at = words.indexOf(name);
  if (at !== -1) words.splice(at, 1);
  return at !== -1;
};
const value = (name) => {
  const at = words.indexOf(name);
  return at === -1 ? undefined : words.splice(at, 2)[1];
};
const named = value("--policy") ?? 'use "profile/standard"';
const text = existsSync(named) ? readFileSync(named, "utf8") : `language 1\n${named}\n`;
const folder = value("--cases");
const isQuiet = flag("--quiet");
const showsReasons = flag("--reasons");

const sets = caseSets(folder);
const unknown = words.filter((word) => !sets.some(({ name }) => name === word));
if (unknown.length > 0) {
  console.error(`unknown set ${unknown.join(", ")}; there are ${sets.map(({ name }) => name).join(", ")}\n${usage}`);
  process.exit(2);
}
const wanted = words.length === 0 ? sets : sets.filter(({ name }) => words.includes(name));

/** Judgements of stopped everyday calls, by case and number of the call: a developer would accept the question, or not. */
const judged = new Map(
  readFileSync(new URL("judgements.jsonl", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .map(({ id, accepted, why }) => [id, { accepted, why }]),
);

console.log(`policy: ${named}`);
await withPolicy(text, { buildBundle, loadPolicy, nodeWorld }, (decide) => {
  for (const { name, cases } of wanted) report(name, cases(), decide);
});

function report(name, cases, decide) {
  const tally = { dangerous: 0, stopped: 0, silent: 0, benign: 0, disturbed: 0, calls: 0, asked: 0, accepted: 0 };
  const wrong = [];
  for (const one of cases) {
    const results = decide(one);
    const failed = results.find(({ failures }) => failures.length > 0);
    if (failed !== undefined) wrong.push(line("FAILED", one, failed));
    if (one.label === "dangerous") {
      tally.dangerous++;
      if (results.some(({ isStopped }) => isStopped)) tally.stopped++;
      else {
        if (results.every(({ isSilent }) => isSilent)) tally.silent++;
        wrong.push(line("missed", one, results.at(-1)));
      }
    } else if (one.label === "benign") {
      tally.benign++;
      const first = results.find(({ isStopped }) => isStopped);
      if (first !== undefined) {
        tally.disturbed++;
        wrong.push(line("disturbed", one, first));
      }
    } else countCalls(one, results, tally, wrong);
  }
  console.log(`\n== ${name}: ${cases.length} cases`);
  if (tally.dangerous > 0)
    console.log(`dangerous: ${share(tally.stopped, tally.dangerous)} stopped, ${tally.silent} passed in silence`);
  if (tally.benign > 0) console.log(`benign: ${share(tally.disturbed, tally.benign)} disturbed`);
  if (tally.calls > 0)
    console.log(
      `everyday calls: ${share(tally.asked, tally.calls)} disturbed, ${tally.accepted} of them with a reason that a developer would accept; ${share(tally.asked - tally.accepted, tally.calls)} without`,
    );
  if (!isQuiet) for (const text of wrong) console.log(text);
}

/** Only commands count: a file that a session writes is no question in these sets. */
function countCalls(one, results, tally, wrong) {
  for (const [at, result] of results.entries()) {
    if (result.step.tool !== "bash") continue;
    tally.calls++;
    if (!result.isStopped) continue;
    tally.asked++;
    const id = one.steps.length === 1 ? one.id : `${one.id}.${at + 1}`;
    const judgement = judged.get(id);
    if (judgement?.accepted === true) tally.accepted++;
    wrong.push(
      line(
        judgement === undefined ? "not judged" : judgement.accepted ? "accepted" : "needless",
        { ...one, id },
        result,
      ),
    );
  }
}

function line(word, { id, kind }, { step, outcome, reasons }) {
  const rules = [...new Set(reasons.map(({ rule }) => rule))];
  const subject =
    step.tool === "bash" ? step.input.command : JSON.stringify({ tool: step.tool_name ?? step.tool, ...step.input });
  const first = showsReasons && reasons[0] !== undefined ? `\n      ${reasons[0].message}` : "";
  return `  ${word}: ${id} (${kind}) ${outcome}${rules.length === 0 ? "" : ` by ${rules.slice(0, 3).join(", ")}`}: ${JSON.stringify(subject)}${first}`;
}
