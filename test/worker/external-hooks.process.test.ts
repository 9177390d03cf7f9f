// A bundle with external hooks, as a hook itself: they run, in the time there is, and nothing stays behind.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./policy.ts";
import { ask, built, scratchFolder } from "./run-worker.ts";

const { folder, remove } = scratchFolder();
afterAll(remove);

const judge = `import { readFileSync } from "node:fs";
const { input } = JSON.parse(readFileSync(0, "utf8"));
if (input.command.includes("deploy")) process.stdout.write(JSON.stringify({ outcome: "block", message: "not today" }));
`;
const policy = `language 1

rule ask-judge
  on before_tool_call
  when tool == "bash"
  run ["node", file("judge.mjs")] timeout 4s may block, note fail closed
  fires on "ls"

rule slow-judge
  on before_tool_call
  when tool == "bash" and input.command contains "slow"
  run ["sleep", "30"] timeout 20s may block, note fail closed
  fires on "slow"
`;

let bundle = "";
beforeAll(async () => {
  writeFileSync(join(folder, "judge.mjs"), judge);
  bundle = await built(folder, policy);
});

let homes = 0;
function how(...args: string[]) {
  const home = join(folder, `home-${homes++}`);
  const temporary = join(home, "tmp");
  mkdirSync(temporary, { recursive: true });
  return { home, args, temporary, env: { TMPDIR: temporary } };
}

/** How long a hook takes on a machine where a quarter of a second is not enough to load a bundle. */
const BUSY_MS = 1200;

/** Hooks run in the project's folder, so there has to be one. */
const command = (text: string): string => call("ignis", "bash", text).replace("/project", folder);

describe("external hooks behind the worker", () => {
  it("decide in a one-shot hook", async () => {
    const given = how("--as", "ignis");
    expect(await ask(bundle, given, command("deploy now"))).toMatchObject({
      code: 2,
      stderr: "policyc blocked this (rule ask-judge): ask-judge: not today\n",
    });
    expect(await ask(bundle, given, command("ls"))).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(readdirSync(given.temporary)).toEqual([]);
  });

  // Once more where the machine is too busy to end them in what time is left: then the refusal is the worker's own.
  it("fail as their rule says when they take longer than the host waits", { retry: 3 }, async () => {
    const given = how("--as", "ignis", "--deadline", "2500");
    const answer = await ask(bundle, given, command("slow"));
    const usual = await ask(bundle, given, command("ls"));
    expect(answer.code).toBe(2);
    expect(answer.stderr).toMatch(usual.ms > BUSY_MS ? /slow-judge|no decision within/ : /slow-judge/);
    expect(answer.ms).toBeLessThan(9000);
    expect(readdirSync(given.temporary)).toEqual([]);
  });

  it("decide in JSON-RPC", async () => {
    const line = (id: number, command: string) =>
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "policyc.decide",
        params: { point: "before_tool_call", tool: "bash", input: { command }, session_id: "s" },
      });
    const given = how("--rpc");
    const { stdout } = await ask(bundle, given, `${line(1, "deploy now")}\n${line(2, "ls")}\n`);
    const answers = new Map(
      stdout
        .trim()
        .split("\n")
        .map((text) => [JSON.parse(text).id, JSON.parse(text).result]),
    );
    expect(answers.get(1)).toMatchObject({ outcome: "block" });
    expect(answers.get(2)).toMatchObject({ outcome: "pass", failures: [] });
    expect(readdirSync(given.temporary)).toEqual([]);
  });
});
