// The ways in to a decision, from the start of a process to its end, beside the least that a process of Node and one of Go
// can be: the recommended policy, which counts in the session at every call. One run, all of them in turn. What is compared
// is first shown to give the same answers.

import { existsSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { go } from "../scripts/go.mjs";
import {
  forcedPush,
  isRefusal,
  native,
  nativeClient,
  nodeAlone,
  nodeClient,
  root,
  safeCall,
  withHome,
  worker,
} from "./agent-calls.mjs";
import { withBundle } from "./build-policy.mjs";
import { median } from "./measure.mjs";
import { withPlainTables } from "./plain-tables.mjs";
import { residentOf } from "./residents.mjs";
import { cpuMs, run, wallMs } from "./spawned.mjs";

const ROUNDS = 100;
/** Of the processor's time, which is told in whole milliseconds: fewer, of several calls each. */
const CPU = { rounds: 10, calls: 10 };

export async function hookBench() {
  const text = await readFile(join(root, "policies/recommended.policy"), "utf8");
  return withPlainTables((plainly) =>
    withBundle(text, (bundle) => withBundle(text, (plain) => withHome((env) => compare(bundle, plain, env)), plainly)),
  );
}

async function compare(bundle, plain, env) {
  const answering = {
    alone: nodeAlone(bundle),
    client: nodeClient(bundle),
    ...(existsSync(nativeClient) && { native: native(bundle) }),
    worker: worker(bundle),
    plain: nodeAlone(plain),
  };
  run({ words: nodeClient(bundle), env, input: safeCall("first") });
  const resident = await residentOf(env);
  try {
    await assertSame(answering, env, resident);
    const empty = await emptyGo(env.HOME);
    const idle = { bare: [process.execPath, "-e", "0"], ...(empty !== null && { go: [empty] }) };
    const steady = Object.entries({ ...idle, ...answering }).map(([name, words]) => steadily(name, { words, env }));
    const subjects = [...steady, life(bundle), starting(bundle)];
    const wall = await inTurn(subjects, ROUNDS, wallMs);
    const cpu = await inTurn(subjects, CPU.rounds, cpuMs);
    return rows(wall, cpu);
  } finally {
    await resident.stop();
  }
}

/** Every way gives the answer of a process of its own, and the clients' is the resident's. */
async function assertSame(answering, env, resident) {
  const before = await resident.decisions();
  for (const input of [safeCall, forcedPush]) {
    const answers = Object.entries(answering).map(([name, words]) => [name, run({ words, env, input: input(name) })]);
    const [[, wanted]] = answers;
    if (wanted.status !== 0 || isRefusal(wanted.stdout) !== (input === forcedPush))
      throw new Error(`wrong answer: ${JSON.stringify(wanted)}`);
    for (const [name, answer] of answers)
      if (JSON.stringify(answer) !== JSON.stringify(wanted))
        throw new Error(`${name}: ${JSON.stringify(answer)} is not ${JSON.stringify(wanted)}`);
  }
  const asked = Object.keys(answering).filter((name) => name === "client" || name === "native").length * 2;
  const decided = (await resident.decisions()) - before;
  if (decided !== asked) throw new Error(`the resident decided ${decided} calls of ${asked}`);
}

/** The least a program in Go can be; null without a Go compiler. */
async function emptyGo(folder) {
  const file = join(folder, "empty");
  await writeFile(`${file}.go`, "package main\n\nfunc main() {}\n");
  const problem = go(["build", "-trimpath", "-ldflags=-s -w", "-o", file, `${file}.go`], { cwd: folder });
  if (problem !== null) console.error(`the rows of Go are left out: ${problem}`);
  return problem === null ? file : null;
}

/** Each has a session of its own: the policy lets none make more than 300 calls in ten minutes. */
const steadily = (name, command) => async (meter, record) =>
  record(name, meter({ ...command, input: safeCall(name) }, CPU.calls));

/** The first calls of a new bundle in a new home. */
const life = (bundle) => (meter, record) =>
  withHome(async (env) => {
    const own = join(env.HOME, "bundle");
    await cp(bundle, own, { recursive: true });
    for (const name of ["first", "second", "third"])
      record(name, meter({ words: nodeAlone(own), env, input: safeCall("life") }, 1));
  });

const starting = (bundle) => (meter, record) =>
  withHome(async (env) => {
    record("starting", meter({ words: nodeClient(bundle), env, input: safeCall("starting") }, 1));
    // It takes its time from no other call.
    await (await residentOf(env)).stop();
  });

/** The medians by name. */
async function inTurn(subjects, rounds, meter) {
  const times = new Map();
  const record = (name, time) => times.set(name, [...(times.get(name) ?? []), time]);
  for (let round = 0; round < rounds; round++)
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) await subject(meter, record);
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]));
}

function rows(wall, cpu) {
  const time = (name, of) => ({ name, value: wall[of], cpu: cpu[of], unit: "ms" });
  const ratio = (name, of, to, goal) => ({
    ...{ name, value: wall[of] / wall[to], cpu: cpu[of] / cpu[to], unit: "x" },
    ...(goal !== undefined && { relation: "<=", goal }),
  });
  const hasNative = wall.native !== undefined;
  return [
    time("`node -e 0`", "bare"),
    ...(wall.go === undefined ? [] : [time("an empty Go program", "go")]),
    ...(hasNative ? [time("the native client and the resident", "native")] : []),
    ...(hasNative && wall.go !== undefined
      ? [ratio("the native client and the resident to an empty Go program", "native", "go", 3)]
      : []),
    ...(hasNative ? [ratio("the native client and the resident to `node -e 0`", "native", "bare", 0.2)] : []),
    ratio("the Node client and the resident to `node -e 0`", "client", "bare", 1.6),
    ratio("Node alone to `node -e 0`", "alone", "bare", 5),
    ratio("the first call of a bundle's life to Node alone", "first", "alone", 1.2),
    ratio("the second", "second", "alone", 1.2),
    ratio("the third", "third", "alone", 1.2),
    ratio("the call that starts the resident to Node alone", "starting", "alone", 1.6),
    ratio("worker.mjs for one call to `node -e 0`", "worker", "bare"),
    ratio("Node alone with plain tables to packed ones", "plain", "alone"),
  ];
}
