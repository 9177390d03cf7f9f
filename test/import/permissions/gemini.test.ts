// Gemini CLI's policies and settings: the same calls are decided, and what outranks a refusal excepts only what it certainly means.

import { stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import { decide, importOne, kind } from "./imported.ts";

const policies = kind("gemini-cli", "toml");
const settings = kind("gemini-cli", "jsonc");

interface Entry {
  readonly [key: string]: unknown;
}

const shell = (more: Entry): Entry => ({ toolName: "run_shell_command", priority: 100, ...more });
const importRules = (...rules: readonly Entry[]) => importOne(policies, stringify({ rule: rules }));

describe("policies", () => {
  it("decide the same calls", async () => {
    const { policy, findings } = await importRules(
      shell({ commandPrefix: ["git push", "npm publish"], decision: "ask_user" }),
      shell({ commandPrefix: "rm -rf", decision: "deny", denyMessage: 'Not "that" {x}' }),
      shell({ commandRegex: "docker (run|exec)", decision: "deny" }),
      shell({ commandRegex: "kill.*now", decision: "deny" }),
      shell({ argsPattern: '"command":"kubectl delete', decision: "deny" }),
      { mcpName: "prod", toolName: "*", decision: "deny", priority: 5 },
      { toolName: "mcp_gh_delete", decision: "deny", priority: 5 },
      { toolName: ["write_file", "replace"], decision: "ask_user", priority: 10 },
      { toolName: "save_memory", decision: "deny", priority: 10 },
      { toolName: "google_web_search", decision: "allow", priority: 10 },
    );
    expect(findings).toEqual([]);
    expect(policy).toContain(String.raw`block "Not \"that\" \{x\}"`);
    const mcp = (server: string, tool: string): string =>
      `{ tool: "mcp", input: { server: "${server}", tool: "${tool}", args: {} } }`;
    expect(
      await decide(policy, [
        ["git push", "ask"],
        ["env x=1 git -C a push", "ask"],
        ["npm publish", "ask"],
        ["rm -fr src/x", "block"],
        ["docker run x", "block"],
        ["kill -9 \\\n now", "block"],
        ["ls; docker exec x", "block"],
        ["docker ps", "pass"],
        ["kubectl delete pod x", "block"],
        [mcp("prod", "x"), "block"],
        [mcp("gh", "delete"), "block"],
        [mcp("gh", "get"), "pass"],
        ['{ tool: "write", input: { path: "a", content: "" } }', "ask"],
        ['{ tool: "edit", input: { path: "a", old: "a", new: "b" } }', "ask"],
        ['{ tool: "other", tool_name: "save_memory", input: {} }', "block"],
        ['{ tool: "web_search", input: { query: "x" } }', "allow"],
      ]),
    ).toEqual([]);
  });

  it("of higher priority except what they approve, and nothing else", async () => {
    const { policy, findings } = await importRules(
      shell({ commandPrefix: "git", decision: "deny" }),
      shell({ commandPrefix: ["git status", "git log"], decision: "allow", priority: 200 }),
      shell({ commandPrefix: "git push", decision: "ask_user", priority: 300 }),
      shell({ commandPrefix: "git fetch", decision: "allow", priority: 50 }),
      { toolName: "*", decision: "deny", priority: 1 },
      { toolName: "read_file", decision: "allow", priority: 2 },
    );
    expect(findings).toEqual([]);
    expect(
      await decide(policy, [
        ["git status", "allow"],
        ["git log --oneline", "allow"],
        ["git push", "ask"],
        ["git fetch", "block"],
        ["git commit -m x", "block"],
        ["git status; git commit -m x", "block"],
        ["git status; ./x.sh", "block"],
        ["git status $(git commit -m x)", "block"],
        ["GIT_PAGER='sh x' git log", "block"],
        ["git log > ~/.profile", "block"],
        ["ls", "block"],
        ['{ tool: "read", tool_name: "read_file", input: { path: "a" } }', "allow"],
        ['{ tool: "read", tool_name: "read_many_files", input: { path: "a" } }', "block"],
        ['{ tool: "fetch", input: { url: "https://example.com/" } }', "block"],
      ]),
    ).toEqual([]);
  });

  it("of some modes or sessions restrict always, and neither approve nor except", async () => {
    const { policy, findings } = await importRules(
      shell({ commandPrefix: "git push", decision: "deny", modes: ["plan"] }),
      shell({ commandPrefix: "git log", decision: "allow", interactive: true }),
      shell({ commandPrefix: "git diff", decision: "allow", modes: ["yolo"] }),
      { toolName: "write_file", decision: "ask_user", priority: 10, modes: ["plan"] },
      { toolName: "*", decision: "deny", priority: 1 },
    );
    expect(findings.map(({ code }) => code)).toEqual(["P873", "P873"]);
    expect(
      await decide(policy, [
        ["git push", "block"],
        ["git log", "block"],
        ['{ tool: "write", input: { path: "a", content: "" } }', "block"],
      ]),
    ).toEqual([]);
  });

  it("that cannot be written are named with their lines", async () => {
    const { policy, findings } = await importRules(
      { toolName: "x", argsPattern: "foo", decision: "deny", priority: 2 },
      { toolName: "*", subagent: "x", decision: "deny", priority: 2 },
      { toolName: "*", toolAnnotations: { readOnlyHint: true }, decision: "deny", priority: 2 },
      { toolName: "x", decision: "forbid", priority: 2 },
      { toolName: "x", decision: "deny", priority: 5000 },
      { toolNam: "x", decision: "deny", priority: 5 },
      { decision: "deny", priority: 5 },
      shell({ commandPrefix: "a | b", decision: "deny" }),
      shell({ commandPrefix: "a", commandRegex: "b", decision: "deny" }),
      shell({ commandRegex: "(a+)+$", decision: "deny" }),
      shell({ commandRegex: "(", decision: "deny" }),
      shell({ commandPrefix: "rm", decision: "deny" }),
    );
    expect(policy.match(/^rule /gm)).toEqual(["rule "]);
    expect(findings.filter(({ code }) => code === "P870")).toHaveLength(10);
    expect(findings.find(({ code }) => code === "P864")?.help).toContain("did you mean `toolName`?");
    for (const { line, message } of findings)
      expect(policy).toContain(`# - .gemini/policies/x.toml:${line}: ${message}`);
  });
});

describe("settings", () => {
  it("say which tools there are", async () => {
    const { policy, findings } = await importOne(
      settings,
      `{ // mine
  "tools": { "core": ["read_file", "run_shell_command(git status)"], "exclude": ["google_web_search", "ShellTool(rm)"], "allowed": ["run_shell_command(git log)"], },
  "mcpServers": { "gh": { "includeTools": ["a", "b"], "excludeTools": ["b"], "trust": true } }, "mcp": { "allowed": ["gh"], "excluded": ["old"] },
}`,
    );
    expect(findings).toEqual([]);
    const mcp = (server: string, tool: string): string =>
      `{ tool: "mcp", input: { server: "${server}", tool: "${tool}", args: {} } }`;
    expect(
      await decide(policy, [
        ["git status", "pass"],
        ["git status; ls", "block"],
        ["ls", "block"],
        ["rm src/x", "block"],
        ['{ tool: "read", input: { path: "a" } }', "pass"],
        ['{ tool: "write", input: { path: "a", content: "" } }', "block"],
        ['{ tool: "web_search", input: { query: "x" } }', "block"],
        [mcp("gh", "a"), "allow"],
        [mcp("gh", "b"), "block"],
        [mcp("gh", "c"), "block"],
        [mcp("other", "a"), "block"],
      ]),
    ).toEqual([]);
  });

  it.each([
    ['{"tools":{"exclude":"x"}}', "P865"],
    ['{"tools":{"exclude":["read_file(x)"]}}', "P870"],
    ['{"tools":{"core":["a b("]}}', "P870"],
    ['{"tools":{"allowed":["run_shell_command(a; b)"]}}', "P873"],
    ['{"hooks":{"BeforeTool":[]}}', "P870"],
    ['{"tools":{"exclude":["a"]},"tools":{}}', "P850"],
    ["[]", "P865"],
    ['{"theme":"x"}', "P852"],
  ])("%s has a finding", async (text, code) => {
    expect((await importOne(settings, text)).findings.map((one) => one.code)).toContain(code);
  });
});
