// The plug-in for Amp, driven by a stand-in for Amp's plug-in API.

import { beforeAll, describe, expect, it } from "vitest";
import { planAmp, readAmp } from "../../src/hosts/amp/plugin.ts";
import { expectReadings, samplesOf } from "../hosts/read-samples.ts";
import { decision, failuresOf, said } from "../protocols/decisions.ts";
import { folder, loaded, policy } from "./emitted.ts";

// biome-ignore lint/suspicious/noExplicitAny: Amp's own objects.
type Any = any;

const text = policy(
  "amp",
  `
rule deploys-need-a-person
  on before_tool_call
  when tool == "bash" and input.command == "deploy"
  ask "Deploy now?"
  fires on "deploy"

rule builds-are-fine
  on before_tool_call
  when tool == "bash" and command only runs "git status"
  allow
  fires on "git status"

rule no-dates
  on before_tool_call
  when tool == "bash" and input.command == "date"
  respond "it is always noon"
  fires on "date"

rule enough
  on before_tool_call
  when tool == "bash" and input.command == "halt"
  stop "That is enough."
  fires on "halt"
`,
);

let start: Any;
beforeAll(async () => {
  start = (await loaded("amp-plugin", text)).default;
});

function started(answer: unknown = true, more: object = {}) {
  const handlers = new Map<string, Any>();
  const told: unknown[] = [];
  const shell = (event: Any) => (event.tool === "run_it" ? { command: event.input.line, dir: "/elsewhere" } : null);
  start({
    on: (name: string, handler: Any) => handlers.set(name, handler),
    helpers: { shellCommandFromToolCall: shell, filePathFromURI: (uri: string) => uri },
    system: { workspaceRoot: folder },
    ...more,
  });
  const context = {
    ui: {
      notify: async (words: string) => void told.push(words),
      confirm: async (words: Any) => {
        told.push(words.message);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    thread: { cancel: async () => void told.push("cancelled") },
  };
  let calls = 0;
  const call = (tool: string, input: unknown, thread = "T-1") =>
    handlers.get("tool.call")({ tool, input, toolUseID: `c${calls++}`, thread: { id: thread } }, context);
  const result = (event: object) => handlers.get("tool.result")({ thread: { id: "T-1" }, ...event }, context);
  return { call, result, told, handlers, context };
}

const unconfirmed = `${said("ask", "Deploy now?", "deploys-need-a-person")}\nNobody agreed to it, so it is refused.`;
const rejected = (message: unknown) => ({ action: "reject-and-continue", message });

it("reads its samples", () => {
  const place = { shell: null, workdir: "/home/dev/shop", cwd: "/home/dev/shop" };
  const readings = samplesOf("amp").map(
    ({ name, payload }) => [name, readAmp(name.replace(/\.json$/, ""), payload, place)] as const,
  );
  expectReadings("amp", Object.fromEntries(readings));
  for (const [name, read] of readings) {
    if (read === null || !("event" in read)) throw new Error(`${name} is no event`);
    expect([name, failuresOf(read.event)]).toEqual([name, []]);
  }
});

it("has a plan for every outcome before a call", () => {
  const event = { point: "before_tool_call", tool: "bash", tool_name: "Bash", input: { command: "x" } } as const;
  const words = (["pass", "allow", "ask", "respond", "block", "stop"] as const).map(
    (outcome) => planAmp(decision(outcome, { message: "m" }), event).word,
  );
  expect(words).toEqual(["pass", "allow", "ask", "respond", "deny", "stop"]);
});

describe("in Amp", () => {
  it("has no opinion where no rule has, and allows only where one does", async () => {
    const { call } = started();
    expect(await call("Bash", { cmd: "ls" })).toBeUndefined();
    expect(await call("Bash", { cmd: "git status" })).toEqual({ action: "allow" });
  });

  it("rejects, rewrites completely, and answers in place of the call", async () => {
    const { call } = started();
    expect(await call("Bash", { cmd: "rm -rf dist" })).toEqual(
      rejected(said("deny", "Nothing is removed here.", "no-removal")),
    );
    expect(await call("Bash", { cmd: "npm install", cwd: "/w" })).toEqual({
      action: "modify",
      input: { cmd: "npm ci", cwd: "/w" },
    });
    expect(await call("shell_command", { command: "npm install" })).toEqual({
      action: "modify",
      input: { command: "npm ci" },
    });
    expect(await call("Bash", { cmd: "date" })).toEqual({
      action: "synthesize",
      result: { output: "it is always noon" },
    });
  });

  it("knows a command by Amp's own helper, whatever the tool is called", async () => {
    const { call } = started();
    expect(await call("run_it", { line: "rm -rf dist" })).toEqual(
      rejected(said("deny", "Nothing is removed here.", "no-removal")),
    );
    expect(await call("run_it", { line: "npm install", x: 1 })).toEqual({
      action: "modify",
      input: { line: "npm ci", x: 1 },
    });
  });

  it("believes the helper more than the names of arguments, and rejects two commands where it is silent", async () => {
    const helpers = { shellCommandFromToolCall: ({ input }: Any) => ({ command: input.command }) };
    const both = { cmd: "ls", command: "rm -rf dist" };
    expect(await started(true, { helpers }).call("Bash", both)).toEqual(
      rejected(said("deny", "Nothing is removed here.", "no-removal")),
    );
    expect(await started(true, { helpers }).call("Bash", { cmd: "ls", command: "npm install" })).toMatchObject({
      action: "reject-and-continue",
      message: expect.stringContaining("(rule quiet-installs): it rewrites `input`"),
    });
    expect(await started().call("Bash", both)).toEqual(
      rejected(expect.stringContaining("`cmd` and `command` contradict each other")),
    );
  });

  it("asks, and takes everything but a yes for a no", async () => {
    expect(await started(true).call("Bash", { cmd: "deploy" })).toBeUndefined();
    for (const answer of [false, "yes", null, new Error("no screen")])
      expect(await started(answer).call("Bash", { cmd: "deploy" })).toEqual(rejected(unconfirmed));
    const { handlers } = started();
    expect(await handlers.get("tool.call")({ tool: "Bash", input: { cmd: "deploy" } }, {})).toEqual(
      rejected(unconfirmed),
    );
  });

  it("ends the turn where a rule says so", async () => {
    const { call, told } = started();
    expect(await call("Bash", { cmd: "halt" })).toEqual(rejected(said("stop", "That is enough.", "enough")));
    expect(told).toEqual(["cancelled"]);
  });

  it("remembers by thread", async () => {
    const { call, told } = started();
    await call("Read", { path: `${folder}/.env` });
    expect(await call("read_web_page", { url: "https://example.org" })).toEqual(
      rejected(said("deny", "This session has read secrets.", "no-network-after-secrets")),
    );
    expect(await call("read_web_page", { url: "https://example.org" }, "T-2")).toBeUndefined();
    expect(told).toContain("about to fetch `https://example.org`");
  });

  it("rewrites results", async () => {
    const { result } = started();
    const event = {
      tool: "Bash",
      toolUseID: "c",
      input: { cmd: "env" },
      status: "done",
      output: "AKIAABCDEFGHIJKLMNOP",
    };
    const replaced = await result(event);
    expect(replaced.status).toBe("done");
    expect(replaced.output).not.toContain("AKIA");
    const hidden = { content: [{ type: "text", text: "ok" }], structuredContent: { AKIAABCDEFGHIJKLMNOP: 1 } };
    const mcp = await result({ ...event, tool: "mcp__db__get", input: {}, output: hidden });
    expect(mcp.output).toEqual({ content: [{ type: "text", text: expect.not.stringContaining("AKIA") }] });
    expect(await result({ ...event, output: "fine" })).toBeUndefined();
    expect(await result({ ...event, status: "error", error: "boom" })).toBeUndefined();
  });

  it("rejects what is no call, and what breaks it", async () => {
    const { handlers, context } = started();
    const call = handlers.get("tool.call");
    for (const event of [null, {}, { tool: "Bash" }, { tool: "Bash", input: { cmd: 7 } }])
      expect(await call(event, context)).toMatchObject({ action: "reject-and-continue" });
    const broken = started(true, {
      helpers: {
        shellCommandFromToolCall: () => {
          throw new Error("x");
        },
      },
    });
    expect(await broken.call("Bash", { cmd: "rm -rf dist" })).toEqual(
      rejected(said("deny", "Nothing is removed here.", "no-removal")),
    );
  });
});
