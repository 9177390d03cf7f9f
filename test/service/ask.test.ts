// Asking about a call in words: the reply is that of a hook which gets the same call in the agent's own format, and nothing on
// the disk changes.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventOfWords } from "../../src/cli/ask/read-call.ts";
import { adapterOf, hookHosts } from "../../src/hosts/adapters.ts";
import type { ReadEvent } from "../../src/hosts/shared/adapter.ts";
import { askBundle, type Question } from "../../src/service/ask.ts";
import { sampledAgents, samplesOf } from "../hosts/read-samples.ts";
import { runFolder } from "../run-folder.ts";
import { buildIn } from "../runtime/built-policy.ts";
import { calls, hosts, policy } from "../worker/policy.ts";

const home = runFolder("ask-");
const bundle = join(home, "bundle");
const before = process.env.HOME;

beforeAll(async () => {
  await buildIn(home, policy, "bundle");
  process.env.HOME = home;
});
afterAll(() => {
  process.env.HOME = before;
});

const ask = (agent: string, call: Question["call"]) =>
  askBundle({ bundle, revision: null, scope: "user", state: null, agent, call, environment: {}, cwd: "/project" });
const command = (line: string, session = "s1"): Question["call"] => {
  const event = eventOfWords({ command: line }, "/project", session);
  if (event === null) throw new Error(line);
  return { event };
};

/** Every file below a folder with its content and time. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${path} ${statSync(path).mtimeMs} ${readFileSync(path).toString("base64")}`)
    .sort();
}

it("asks every agent that has a hook", () => {
  expect(hosts.filter((host) => !hookHosts.includes(host))).toEqual([]);
});

describe.each(hosts)("%s", (agent) => {
  it.each(["git push --force", "ls", "true"])("is answered about words as about its own payload: %s", async (line) => {
    const inWords = await ask(agent, command(line));
    const own = await ask(agent, { payload: JSON.stringify(calls[agent]?.("bash", line)) });
    expect(inWords.reply).toEqual(own.reply);
    expect(inWords.decided?.decision.outcome).toBe(own.decided?.decision.outcome);
    expect(inWords.host).toBe(own.host);
  });
});

describe("every agent whose hook is one process for each call", () => {
  const strict = join(home, "strict");
  beforeAll(() =>
    buildIn(home, 'rule no-shell on before_tool_call when tool == "bash" block "No shell." fires on "ls"', "strict"),
  );

  const shellCalls = sampledAgents
    .filter((agent) => adapterOf(agent) !== undefined)
    .flatMap((agent) => {
      // Copilot's other spelling of its events is not the one that is installed.
      const own = samplesOf(agent).filter(({ name }) => !name.includes("pascal"));
      const found = own.find(({ payload }) => isShellCall(adapterOf(agent)?.read(payload)));
      return found === undefined ? [] : [[agent, found.payload] as const];
    });

  it("has a sample of a shell call", () => {
    expect(shellCalls.length).toBeGreaterThan(10);
  });

  it.each(shellCalls)("%s", async (agent, payload) => {
    const about = {
      bundle: strict,
      revision: null,
      scope: "user",
      state: null,
      agent,
      environment: {},
      cwd: "/w",
    } as const;
    const own = await askBundle({ ...about, call: { payload: JSON.stringify(payload) } });
    const inWords = await askBundle({ ...about, call: command("ls") });
    expect(own.host).toBe(agent);
    expect(inWords.reply).toEqual(own.reply);
    expect(`${own.reply?.stdout}${own.reply?.stderr}`).toContain("policyc blocked this (rule no-shell): No shell.");
  });
});

function isShellCall(read: ReadEvent | undefined): boolean {
  return read !== undefined && "event" in read && read.event.point === "before_tool_call" && read.event.tool === "bash";
}

it("changes nothing, however often it is asked", async () => {
  const files = filesBelow(home);
  const read = { payload: JSON.stringify(calls["claude-code"]?.("read", ".env")) };
  for (let time = 0; time < 3; time++) expect((await ask("claude-code", read)).decided?.decision.proceed).toBe(true);
  expect((await ask("claude-code", command("curl x"))).decided?.decision.outcome).toBe("pass");
  expect(filesBelow(home)).toEqual(files);
});

it("says that a payload cannot be read, as the hook does", async () => {
  const { decided, reply } = await ask("claude-code", { payload: "{" });
  expect(decided).toBe(null);
  expect(reply).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("policyc: the payload cannot be read") });
});

it("gives no reply for an agent that has no hook", async () => {
  const { decided, reply } = await ask("opencode", command("git push --force"));
  expect(decided?.decision.outcome).toBe("block");
  expect(reply).toBe(null);
});

it("accepts no other revision", async () => {
  const asked = askBundle({
    ...{ bundle, revision: "0".repeat(64), scope: "user", state: null, agent: "claude-code", cwd: "/project" },
    ...{ call: command("ls"), environment: {} },
  });
  await expect(asked).rejects.toMatchObject({ code: "P606" });
});
