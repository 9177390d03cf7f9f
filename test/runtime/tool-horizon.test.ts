// Tools without a table: what their arguments plainly name is perhaps touched, and nothing else is asked about.

import { beforeAll, describe, expect, it } from "vitest";
import { guessArguments } from "../../src/runtime/engine/event/arguments/guess-arguments.ts";
import type { Policy } from "../../src/runtime/engine/index.ts";
import { readingsOf, sampledAgents } from "../hosts/read-samples.ts";
import { policyOfText } from "./policy-of-text.ts";

const world = (key: string): string | undefined =>
  key.startsWith("realpath:") ? key.slice("realpath:".length) : undefined;

const views = `rule env-files
  on before_tool_call, before_permission_decision
  when any reads matches "**/.env"
  block "{reads} stays unread."
rule infra
  on before_tool_call, before_permission_decision
  when any writes under "infra"
  block "{writes} stays as it is."
rule no-cleaning
  on before_tool_call, before_permission_decision
  when any deletes matches "**/*.md"
  block "{deletes} stays."
rule no-uploads
  on before_tool_call, before_permission_decision
  when any uploads matches "**/*.pem"
  block "{uploads} stays here."
rule one-host
  on before_tool_call, before_permission_decision
  when any hosts matches "*.evil.example"
  block "{hosts} is not for us."
`;

let policy: Policy;
beforeAll(async () => {
  policy = await policyOfText(views, { world, home: "/home/me" });
});

const call = (toolName: string, args: unknown) => ({
  point: "before_tool_call",
  workdir: "/work/app",
  tool: "other",
  tool_name: toolName,
  input: { ...(args as object), raw: args },
});
const mcp = (tool: string, args: unknown) => ({
  point: "before_tool_call",
  workdir: "/work/app",
  tool: "mcp",
  tool_name: `mcp__files__${tool}`,
  input: { server: "files", tool, args },
});
const rulesOf = (event: object): readonly string[] => {
  const { outcome, reasons, failures } = policy.decideSync(event);
  expect(failures).toEqual([]);
  expect(outcome).toBe(reasons.length === 0 ? "pass" : "ask");
  return reasons.map(({ rule }) => rule);
};

describe("nothing is asked about", () => {
  it.each(sampledAgents)("what %s sends", (agent) => {
    for (const [name, reading] of Object.entries(readingsOf(agent))) {
      if (!("event" in reading) || !String(reading.event.point).startsWith("before_")) continue;
      if (/\.env\b|evil\.example|infra/.test(JSON.stringify(reading.event))) continue;
      // Some agents do not name the server of an MCP call, which is a host.
      const isUnnamed = JSON.stringify(reading.event.unknown ?? []).includes("input.server");
      const decided = policy.decideSync(reading.event);
      const reasons = decided.reasons.filter(({ rule }) => !isUnnamed || rule !== "one-host");
      // A patch that cannot be read, or a file that is not named, is unknown, not external.
      const isKnownTool = ["write", "edit", "bash", "read", "search"].includes(String(reading.event.tool));
      if (!isKnownTool) expect([name, reasons]).toEqual([name, []]);
    }
  });

  it.each([
    ["TodoWrite", { todos: [{ content: "Remove the key from .env", status: "pending", activeForm: "Removing it" }] }],
    ["ExitPlanMode", { plan: "1. Read infra/main.tf\n2. Delete README.md and .env\n" }],
    ["Skill", { skill: "pdf", args: "--fast" }],
    ["BashOutput", { bash_id: "1", filter: "\\.env$|infra/" }],
    ["list_dir", { path: "src", depth: 2 }],
    ["ask_user", { question: "Shall I read app/.env or infra/a.tf?", options: ["yes", "no"] }],
    ["memory", { text: "The docs are at https://docs.example/a and in docs/a.md" }],
    ["delete_note", { id: 12, mime: "text/markdown", since: "2026/11/18" }],
    ["set_timer", { seconds: 5 }],
    ["cron", {}],
  ])("%s", (name, args) => {
    expect(rulesOf(call(name, args))).toEqual([]);
    expect(rulesOf(mcp(name, args))).toEqual([]);
  });
});

describe("what fits is asked about", () => {
  it.each<readonly [string, unknown, string]>([
    ["read_file", { path: "app/.env" }, "env-files"],
    ["readTextFile", { filePath: "/work/app/.env" }, "env-files"],
    ["get_files", { files: ["a.ts", ".env"] }, "env-files"],
    ["get_files", { requests: [{ options: { at: "./config/.env" } }] }, "env-files"],
    ["find_files", { pattern: "**/.env" }, "env-files"],
    ["open_uri", { uri: "file:///work/app/.env" }, "env-files"],
    ["handle", { where: "~/x/.env" }, "env-files"],
    ["handle", { at: "infra/main.tf" }, "infra"],
    ["write_file", { path: "infra/main.tf", content: "x" }, "infra"],
    ["move_file", { source: "a.tf", destination: "infra/a.tf" }, "infra"],
    ["delete_file", { path: "README.md" }, "no-cleaning"],
    ["upload_file", { file: "keys/server.pem" }, "no-uploads"],
    ["handle", { file: "keys/server.pem", url: "https://files.example/" }, "no-uploads"],
    ["http_request", { url: "https://api.evil.example:8443/x" }, "one-host"],
    ["connect", { host: "db.evil.example" }, "one-host"],
    ["clone", { from: "git@git.evil.example:a/b.git" }, "one-host"],
  ])("%s %j", (name, args, rule) => {
    expect(rulesOf(call(name, args))).toEqual([rule]);
    expect(rulesOf(mcp(name, args))).toEqual([rule]);
  });

  it("and the tool's name says what it does not do", () => {
    expect(rulesOf(mcp("read_file", { path: "infra/main.tf" }))).toEqual([]);
    expect(rulesOf(mcp("list_files", { path: "README.md" }))).toEqual([]);
    expect(rulesOf(mcp("write_file", { path: "README.md", content: "see .env" }))).toEqual([]);
    expect(rulesOf(mcp("git_status", { repo_path: "/work/app", cwd: "infra" }))).toEqual([]);
  });

  it("names the tool and the argument", () => {
    const { reasons } = policy.decideSync(mcp("read_file", { path: "app/.env" }));
    expect(reasons[0]?.message).toContain("what `mcp__files__read_file` does with `app/.env`");
    expect(reasons[0]?.message).toContain("possibly app/.env");
  });
});

it("past the bound of what is looked at, anything may be named", () => {
  const many = Array.from({ length: 3000 }, (_, at) => `word ${at}`);
  expect(rulesOf(mcp("index", { many }))).toHaveLength(5);
  let deep: unknown = "a";
  for (let at = 0; at < 40; at++) deep = { deep };
  expect(rulesOf(mcp("index", { deep }))).toHaveLength(5);
  expect(guessArguments({ numbers: Array.from({ length: 5000 }, () => 7) }, "x").complete).toBe(true);
});

it("an approval does not rely on it", async () => {
  const approving = await policyOfText(
    `rule no-writes
  on before_tool_call
  when tool in ["read", "mcp"] and not (length(writes) > 0)
  allow
`,
    { world, home: "/home/me" },
  );
  const read = { point: "before_tool_call", tool: "read", input: { path: "a.ts" } };
  expect(approving.decideSync(read).outcome).toBe("allow");
  expect(approving.decideSync(mcp("anything", {})).outcome).toBe("pass");
});

it("an external call is one that only its arguments are known of", async () => {
  const external = await policyOfText('rule ext on before_tool_call when call.external ask "sure?"\n');
  expect(external.decideSync(call("Anything", {})).outcome).toBe("ask");
  expect(external.decideSync(mcp("anything", {})).outcome).toBe("ask");
  const search = { point: "before_tool_call", tool: "web_search", input: { query: "x" } };
  expect(external.decideSync(search).outcome).toBe("pass");
});
