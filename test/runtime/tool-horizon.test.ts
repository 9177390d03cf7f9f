// Tools without a table: what their arguments plainly name is perhaps touched, and nothing else is asked about.

import { beforeAll, describe, expect, it } from "vitest";
import { guessArguments } from "../../src/runtime/engine/event/arguments/guess-arguments.ts";
import type { Policy } from "../../src/runtime/engine/index.ts";
import { diskOf } from "../disk.ts";
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
  const own = ["env-files", "infra", "no-cleaning", "no-uploads", "one-host"];
  const every = [...own, "self-policyc-files", "self-hook-configuration"].sort();
  expect([...rulesOf(mcp("index", { many }))].sort()).toEqual(every);
  let deep: unknown = "a";
  for (let at = 0; at < 40; at++) deep = { deep };
  expect([...rulesOf(mcp("index", { deep }))].sort()).toEqual(every);
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

describe("text that is perhaps a command line", () => {
  const commands = `rule no-force
  on before_tool_call
  when command runs "git push --force"
  block "{command} rewrites history."
rule env-files
  on before_tool_call
  when any reads matches "**/.env"
  block "{reads} stays unread."
rule any-shell
  on before_tool_call
  when tool == "bash"
  warn "about to run {command}"
rule seen
  on before_tool_call
  when command runs "env"
  mark saw-secrets
rule quiet
  on before_tool_call
  when tool == "fetch" and marked(saw-secrets)
  block "Not after that."
`;
  const decided = async (...events: readonly object[]) => {
    const one = await policyOfText(commands, { world, home: "/home/me" });
    return events.map((event) => one.decideSync(event));
  };
  const fetched = { point: "before_tool_call", tool: "fetch", input: { url: "https://a.example" } };

  it("is asked about where a rule fits it", async () => {
    const fitting = [
      mcp("exec", { command: "cd x && git push -f origin main" }),
      mcp("exec", { cmd: ["git", "push", "--force"] }),
      mcp("exec", { command: "git", args: ["push", "-f"] }),
      mcp("run", { options: { script: "set -e\ngit push --force\n" } }),
      call("Terminal", { shell_command: "cat app/.env" }),
      mcp("exec", { command: "git push $FLAGS" }),
    ];
    for (const { outcome, reasons } of await decided(...fitting)) {
      expect(outcome).toBe("ask");
      expect(reasons).toHaveLength(1);
      expect(reasons[0]?.message).toMatch(/whether `\w+` runs `/);
    }
  });

  it("is left alone where none does", async () => {
    const others = [
      mcp("exec", { command: "git push origin main" }),
      mcp("exec", { command: "npm test" }),
      mcp("lookup", { code: "DE", country_code: "FR" }),
      mcp("evaluate", { code: "const x = JSON.parse(text); if (x) { return '.env' }" }),
      mcp("save", { text: "git push --force" }),
    ];
    for (const { outcome, warnings } of await decided(...others)) {
      expect(outcome).toBe("pass");
      expect(warnings).toEqual([]);
    }
  });

  it("or SQL", async () => {
    const one = await policyOfText(
      'rule keep-data\n  on before_tool_call\n  when any kinds in ["drops-data"]\n  block "{kinds}"\n',
      { world, home: "/home/me" },
    );
    const outcomes = (...events: readonly object[]) => events.map((event) => one.decideSync(event).outcome);
    expect(
      outcomes(
        mcp("execute", { sql: "DROP TABLE users CASCADE" }),
        mcp("query", { options: { query: "-- old\ntruncate carts;" } }),
        mcp("batch", { statements: ["select 1", "delete from carts"] }),
      ),
    ).toEqual(["ask", "ask", "ask"]);
    expect(
      outcomes(
        mcp("execute", { sql: "select * from users where name = 'drop table'" }),
        mcp("search", { query: "how to drop table columns in postgres" }),
        mcp("save", { text: "DROP TABLE users" }),
        mcp("execute", { sql: "delete from carts where id = 1" }),
      ),
    ).toEqual(["pass", "pass", "pass", "pass"]);
  });

  it("may have marked the session", async () => {
    const [, after] = await decided(mcp("exec", { command: "env" }), fetched);
    expect(after?.outcome).toBe("ask");
  });
});

describe("a declaration says what a field does", () => {
  const declared = `tool deploy { manifest: path reads, target?: path writes deletes, url?: string contacts, note?: string }
tool "mcp:files/fetch_all" { from: list<string> reads, script?: string runs }
tool plain { path: path }
${views}rule no-force
  on before_tool_call
  when command runs "git push --force"
  block "no"
rule external
  on before_tool_call
  when call.external
  note "external"
`;
  it("and nothing else is guessed", async () => {
    const one = await policyOfText(declared, { world, home: "/home/me" });
    const decide = (event: object) => {
      const { outcome, reasons, notes } = one.decideSync(event);
      return [outcome, ...reasons.map(({ rule }) => rule), ...notes.map(({ rule }) => rule)];
    };
    const deploy = (input: object) => ({ ...call("deploy", {}), tool: "deploy", input });
    expect(decide(deploy({ manifest: "a/.env" }))).toEqual(["block", "env-files"]);
    expect(decide(deploy({ manifest: "infra/a", note: "b/.env" }))).toEqual(["pass"]);
    expect(decide(deploy({ manifest: "a", target: "infra/a.md" }))).toEqual(["block", "infra", "no-cleaning"]);
    expect(decide(deploy({ manifest: "a", url: "https://x.evil.example/" }))).toEqual(["block", "one-host"]);
    expect(decide(mcp("fetch_all", { from: ["a", "x/.env"], path: "infra/x" }))).toEqual(["block", "env-files"]);
    expect(decide(mcp("fetch_all", { from: [], script: "git push -f" }))).toEqual(["block", "no-force"]);
    expect(decide(mcp("fetch_all", { from: [], command: "git push -f" }))).toEqual(["pass"]);
    expect(decide(mcp("fetch_some", { from: "infra/x" }))).toEqual(["ask", "infra", "external"]);
    expect(decide({ ...call("plain", {}), tool: "plain", input: { path: "infra/x" } })).toEqual(["ask", "infra"]);
  });

  it("and an approval may rely on it", async () => {
    const one = await policyOfText(
      `tool "mcp:files/save" { path: path writes }
rule docs
  on before_tool_call
  when tool == "mcp" and mcp.server == "files" and all writes under "docs"
  allow
  fires on { tool: "mcp", input: { server: "files", tool: "save", args: { path: "docs/a.md" } } }
`,
      { world, home: "/home/me" },
    );
    expect(one.decideSync(mcp("save", { path: "docs/a.md" })).outcome).toBe("allow");
    expect(one.decideSync(mcp("other", { path: "docs/a.md" })).outcome).toBe("pass");
  });
});

describe("a pattern among the arguments", () => {
  const found = diskOf({ "/work/app/infra/main.tf": "", "/work/app/notes/a.txt": "" });

  it("stands for the files that it expands to", async () => {
    const seeing = await policyOfText(
      'rule terraform on before_tool_call when any writes matches "**/main.tf" block "no"',
      {
        world: found,
        home: "/home/me",
      },
    );
    const decided = (path: string): string => seeing.decideSync(mcp("replace_in_files", { path })).outcome;
    expect(decided("infra/*")).toBe("ask");
    expect(decided("notes/*")).toBe("pass");
  });
});
