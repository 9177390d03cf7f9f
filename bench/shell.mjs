// Reading a command line and deciding over the shell packs, beside unbash's own parse and walk of the same text; and texts
// made to hurt, each read once in a process of its own, as a host meets them.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { forEachChild, parse } from "unbash";
import { importModule, loadBundle, withBundle } from "./build-policy.mjs";
import { row } from "./decide.mjs";
import { measureCpu, median } from "./measure.mjs";
import { loadShellEngine } from "./shell-engine.mjs";

const root = new URL("../", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));
const environment = { home: "/home/dev", shell: "bash", programs: {} };

export async function shellBench() {
  const shellEngine = loadShellEngine();
  const commands = readFileSync(path("test/shell/public.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).command);
  assertSame(commands, shellEngine);
  return withBundle(shellPacks(), async (folder) => {
    const policy = await loadBundle(folder);
    const { createPolicy } = await importModule(folder);
    const world = (key) => (key.startsWith("realpath:") ? key.slice("realpath:".length) : undefined);
    const module = createPolicy({ revision: "", home: environment.home, world });
    const { rows, usual } = await compare(commands, shellEngine, { policy, module });
    await policy.close();
    return [...rows, ...hostile(folder, usual)];
  });
}

export const shellPacks = () =>
  [
    "language 1",
    ...readdirSync(path("policies/shell")).map((name) => `use "shell/${name.replace(/\.policy$/, "")}"`),
  ].join("\n");

/**
 * Until the optimiser is done: some seconds. By time and not by rounds, because a command that makes the world walk the home
 * folder takes a thousand times as long as most: each command gets the same slice of every round.
 */
const WARM_ROUNDS = 20;
const WARM_SLICE_MS = 5;

const event = (text) => ({
  point: "before_tool_call",
  agent: "bench",
  session_id: "s",
  run_id: "r",
  time: "2026-01-01T00:00:00Z",
  workdir: "/home/dev/shop",
  cwd: "/home/dev/shop",
  metadata: {},
  tool: "bash",
  tool_name: "Bash",
  call_id: "c",
  input: { command: text },
});

async function compare(commands, shellEngine, { policy, module }) {
  const read = (text) => shellEngine.read(text, environment);
  const decide = (text) => module.decideSync(event(text));
  // Each apart from the others: what looks things up on the disk, or is the same code loaded twice, slows down whatever runs
  // beside it.
  const times = await timesOf(commands, { walk: walked, decide });
  const reading = await timesOf(commands, { walk: walked, read });
  const asked = await timesOf(commands, { walk: walked, decide: (text) => policy.decideSync(event(text)) });
  const perByte = (of) => median(of.map((time, i) => time / commands[i].length)) / 1e6;
  const rows = [
    row(
      "reading and deciding a command over the shell packs to unbash's parse and walk",
      ratio(times, "decide"),
      "<=",
      5,
    ),
    row("the same through `loadPolicy`, with the disk asked", ratio(asked, "decide"), "<=", 12),
    { name: "of it, reading the command", value: ratio(reading, "read"), unit: "x" },
    { name: "unbash's parse and walk of a command", value: median(times.walk), unit: "ns" },
    { name: "reading and deciding a command over the shell packs", value: median(times.decide), unit: "ns" },
  ];
  return { rows, usual: { reading: perByte(reading.read), deciding: perByte(times.decide) } };
}

const ratio = (times, name) => median(times[name].map((time, i) => time / times.walk[i]));

/** By subject, the time of each command. */
async function timesOf(commands, subjects) {
  const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  let turn = 0;
  // A process that stays has met commands of all kinds; what the optimiser spends on the first of them is not theirs.
  for (let round = 0; round < WARM_ROUNDS; round++)
    for (const run of Object.values(subjects)) for (const command of commands) warm(() => run(command));
  for (const command of commands) {
    // A fresh text each time: nothing that remembers earlier commands is to gain from it.
    const fresh = () => `${command}\n#${turn++}`;
    const found = await measureCpu(
      Object.fromEntries(Object.entries(subjects).map(([name, run]) => [name, () => run(fresh())])),
      { rounds: 15, targetMs: 3 },
    );
    for (const name of Object.keys(times)) times[name].push(found[name]);
  }
  return times;
}

function warm(run) {
  const end = performance.now() + WARM_SLICE_MS;
  do run();
  while (performance.now() < end);
}

/** Every simple command with its words, as far as the tree alone tells them. */
function walked(text) {
  const found = [];
  const visit = (node) => {
    if (node.type === "Command" && node.name !== undefined) found.push([node.name, ...node.args].map(dequoted));
    forEachChild(node, visit);
  };
  visit(parse(text));
  return found;
}

function dequoted(word) {
  if (word.parts === undefined) return word.value ?? word.text;
  let text = "";
  for (const part of word.parts) text += part.value ?? part.text;
  return text;
}

/** Both sides find the commands that stand on the line, or there is nothing to compare. */
function assertSame(commands, shellEngine) {
  for (const command of commands) {
    const names = shellEngine.read(command, environment).reading.calls.map(({ program }) => program.text);
    for (const [name] of walked(command))
      if (!names.includes(name)) throw new Error(`reading ${JSON.stringify(command)} misses ${name}`);
  }
}

/**
 * The worst of the hostile texts in a process that has met usual commands before, read and decided; and what a byte of it
 * costs beside a byte of the median command of the public set. And the same text first thing in a process of its own,
 * which pays for the first use of the code as well.
 */
function hostile(folder, usual) {
  const run = (name, ...of) =>
    JSON.parse(execFileSync(process.execPath, [path("bench/hostile-commands.mjs"), name, ...of], { encoding: "utf8" }));
  /** Three processes, and the best of each text: what else the machine does can only add to it. */
  const slowest = (...of) => {
    const [first, ...others] = [run("all", ...of), run("all", ...of), run("all", ...of)];
    const best = first.map((one, at) => [one, ...others.map((found) => found[at])].sort((a, b) => a.ms - b.ms)[0]);
    return best.sort((a, b) => b.ms - a.ms)[0];
  };
  const rows = (what, perByte, ...of) => {
    const worst = slowest(...of);
    const [cold] = [0, 1, 2].map(() => run(worst.name, ...of)[0].ms).sort((a, b) => a - b);
    return [
      { ...row(`slowest hostile text, ${what} (${worst.name})`, worst.ms, "<=", 50), unit: "ms" },
      row(`${what} a byte of it to a byte of the median command`, worst.perByte / perByte, "<=", 5),
      { name: `${what} it first thing in a process`, value: cold, unit: "ms" },
    ];
  };
  return [...rows("reading", usual.reading), ...rows("deciding", usual.deciding, folder)];
}
