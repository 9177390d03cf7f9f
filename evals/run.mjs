// How a policy does on commands and sessions: what it stops of the dangerous ones, and how often it disturbs ordinary work.
// Every wrong one is listed. The README of this folder says how to run it.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildBundle } from "../dist/compiler.mjs";
import { loadPolicy, nodeWorld } from "../dist/runtime.mjs";
import { codexRules, loadLineReader } from "./built-parts.mjs";
import { caseSets } from "./cases.mjs";
import { withPolicy } from "./decide-cases.mjs";
import { decideByPeer, peers } from "./peers.mjs";
import { showPeers, showSet } from "./show.mjs";
import { countCase, emptyTally } from "./tally.mjs";

const usage = `npm run evals -- [SET ...] [--policy 'use "profile/standard"'|FILE] ... [--cases FOLDER] ... [--peers] [--record] [--quiet] [--reasons]`;
const fail = (text) => {
  console.error(text);
  process.exit(2);
};

function read() {
  const text = { type: "string", multiple: true, default: [] };
  const flag = { type: "boolean", default: false };
  try {
    return parseArgs({
      allowPositionals: true,
      options: { policy: text, cases: text, peers: flag, record: flag, quiet: flag, reasons: flag },
    });
  } catch (error) {
    return fail(`${error.message}\n${usage}`);
  }
}

const { values, positionals } = read();
const policies = values.policy.length === 0 ? ['use "profile/standard"'] : values.policy;
const sets = caseSets(values.cases, await loadLineReader());
const unknown = positionals.filter((word) => !sets.some(({ name }) => name === word));
if (unknown.length > 0)
  fail(`unknown set ${unknown.join(", ")}; there are ${sets.map(({ name }) => name).join(", ")}\n${usage}`);
const wanted = (positionals.length === 0 ? sets : sets.filter(({ name }) => positionals.includes(name))).map((set) => ({
  ...set,
  cases: set.cases(),
}));

/** Judgements of stopped everyday calls, by case and number of the call: a developer would accept the question, or not. */
const judged = new Map(
  readFileSync(new URL("judgements.jsonl", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .map(({ id, accepted, why }) => [id, { accepted, why }]),
);

const textOf = (named) => (existsSync(named) ? readFileSync(named, "utf8") : `language 1\n${named}\n`);
const recorded = new URL("recorded.json", import.meta.url);
const record = { policies: [], peers: [] };
const stoppedByFirst = new Map();

for (const named of policies) {
  console.log(`policy: ${named}`);
  const rows = [];
  await withPolicy(textOf(named), { buildBundle, loadPolicy, nodeWorld }, (decide) => {
    for (const { name, isOwn, about, cases } of wanted) {
      const tally = emptyTally();
      const wrong = cases.flatMap((one) => {
        const results = decide(one);
        if (named === policies[0])
          stoppedByFirst.set(
            one,
            results.some(({ isStopped }) => isStopped),
          );
        return countCase(one, results, tally, judged).map((found) => ({ ...found, kind: one.kind }));
      });
      rows.push({ name, isOwn, ...(about === undefined ? {} : { about }), ...tally });
      showSet(name, tally, wrong, values);
    }
  });
  record.policies.push({ policy: named, sets: rows });
}

if (values.peers) comparePeers();
if (values.record) {
  const earlier = existsSync(recorded) ? JSON.parse(readFileSync(recorded, "utf8")) : { policies: [], peers: [] };
  const merged = {
    policies: merge(earlier.policies, record.policies, ({ policy }) => policy),
    peers: values.peers ? record.peers : earlier.peers,
  };
  writeFileSync(recorded, `${JSON.stringify(merged, null, 2)}\n`);
  console.log("\nrecorded; `UPDATE=1 npx vitest run test/docs` writes the page");
}

/** What ran now replaces what was recorded earlier; what did not run stays as it was. */
function merge(earlier, now, keyOf) {
  const byKey = new Map(earlier.map((one) => [keyOf(one), one]));
  for (const one of now) {
    const before = byKey.get(keyOf(one));
    byKey.set(
      keyOf(one),
      before === undefined || one.sets === undefined
        ? one
        : { ...one, sets: merge(before.sets, one.sets, ({ name }) => name) },
    );
  }
  return [...byKey.values()];
}

/** Cases of one command, which is what all of them speak about; of a large set, some of them, evenly spread. */
function comparePeers() {
  const compared = wanted
    .map(({ name, isOwn, cases }) => ({ name, isOwn, cases: spread(cases.filter(isSingleCommand)) }))
    .filter(({ cases }) => cases.length > 0);
  const all = compared.flatMap(({ cases }) => cases);
  const commands = all.map(({ steps }) => steps[0].input.command);
  const rules = codexRules(textOf(policies[0]));
  record.peers.push({ name: "policyc", version: policies[0], sets: rowsOf((one) => stoppedByFirst.get(one)) });
  for (const peer of peers) {
    const version = peer.version();
    if (version === undefined) {
      console.log(`\n${peer.name} is not installed: left out`);
      continue;
    }
    const answers = decideByPeer(peer, commands, rules, nodeWorld);
    const stopped = new Map(all.map((one, at) => [one, answers[at]]));
    record.peers.push({ name: peer.name, version, sets: rowsOf((one) => stopped.get(one)) });
  }
  showPeers(record.peers);

  function rowsOf(isStopped) {
    return compared.map(({ name, isOwn, cases }) => {
      const count = (label, test = () => true) => cases.filter((one) => one.label === label && test(one)).length;
      return {
        name,
        isOwn,
        ...{ dangerous: count("dangerous"), stopped: count("dangerous", isStopped) },
        ...{ benign: count("benign"), disturbed: count("benign", isStopped) },
        ...{ calls: count("everyday"), asked: count("everyday", isStopped) },
      };
    });
  }
}

function isSingleCommand({ steps, files, disputed }) {
  const [{ tool, point, input }] = steps;
  const hasFiles = files !== undefined && Object.keys(files).length > 0;
  return (
    steps.length === 1 &&
    tool === "bash" &&
    point === undefined &&
    typeof input?.command === "string" &&
    !hasFiles &&
    disputed === undefined
  );
}

function spread(list, most = 200) {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(list.length, most) }, (_, at) => list[Math.floor(at * step)]);
}
