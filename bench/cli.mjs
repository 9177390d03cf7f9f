// What the command line costs: user and system time of verbs against that of a bare Node process, one after another in turn, the
// middle of many rounds.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measure.mjs";
import { run } from "./spawned.mjs";

const ROUNDS = 21;
const cli = fileURLToPath(new URL("../dist/policyc.cjs", import.meta.url));

const POLICY = `rule secrets-stay-unread
  on before_tool_call
  when tool == "read" and any reads matches "**/.env"
  block "{reads} holds secrets."
  fires on { tool: "read", input: { path: "app/.env" } }
  ignores { tool: "read", input: { path: "app/.env.example" } }

rule no-force-push
  on before_tool_call
  when command runs "git push --force"
  block "Force pushes rewrite history."
`;

const TIMED = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null';

/** More certificates would slow the bare process down most. */
const env = { PATH: process.env.PATH, HOME: process.env.HOME };

function cpuMs(words) {
  const shell = ["bash", "-c", TIMED, "bash", process.execPath, ...words];
  const { status, stderr } = run({ words: shell, env, input: "" });
  const [, user, system] = /^(\d+\.\d+) (\d+\.\d+)\n$/.exec(stderr) ?? [];
  if (status !== 0 || system === undefined) throw new Error(`exit code ${status}: ${stderr}`);
  return (Number(user) + Number(system)) * 1000;
}

export async function cliBench() {
  const folder = mkdtempSync(join(tmpdir(), "policyc-bench-cli-"));
  try {
    const file = join(folder, "two.policy");
    writeFileSync(file, POLICY);
    const subjects = {
      bare: ["-e", "0"],
      help: [cli, "--help"],
      check: [cli, "check", file],
      build: [cli, "build", file, "--out", join(folder, "out")],
    };
    const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, words] of Object.entries(subjects)) times[name].push(cpuMs(words));
    const ratio = (name) => median(times[name]) / median(times.bare);
    const row = (name, subject, goal) => ({
      ...{ name, value: ratio(subject), unit: "x bare node" },
      ...(goal !== undefined && { relation: "<=", goal }),
    });
    return [
      row("`policyc --help`, CPU", "help", 2.5),
      row("`policyc check` of two rules, CPU", "check", 15),
      row("`policyc build` of two rules, CPU", "build"),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
