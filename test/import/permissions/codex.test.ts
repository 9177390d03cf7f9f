// Codex's rules and approvals: the same commands are refused, asked about and approved; the files are read and never run.

import { describe, expect, it } from "vitest";
import { decide, importOne, kind } from "./imported.ts";

const rules = kind("codex", "starlark");
const config = kind("codex", "toml");

describe("rules", () => {
  it("decide the same commands, and those behind other words", async () => {
    const { policy, findings } = await importOne(
      rules,
      String.raw`# by hand
prefix_rule(
    pattern = ["git", ["push", "fetch"]],   # two
    decision = "prompt",
    justification = "Say \"why\" {first}" + ", please\n",
    match = ["git push", ["git", "fetch", "origin"]], not_match = ["git status"],
)
prefix_rule(pattern=['rm', r'-rf'], decision='forbidden')
prefix_rule(pattern=["git", "status"])
prefix_rule(pattern=("cat",), decision="allow",)
`,
    );
    expect(findings).toEqual([]);
    expect(policy).toContain(String.raw`ask "Say \"why\" \{first\}, please"`);
    expect(
      await decide(policy, [
        ["git push origin", "ask"],
        ["git fetch", "ask"],
        ["git -C x push", "ask"],
        ["sh -c 'git push'", "ask"],
        ["git pull", "pass"],
        ["rm -rf src/x", "block"],
        ["rm -r -f src/x", "block"],
        ["rm src/x", "pass"],
        ["git status", "allow"],
        ["git status --short", "allow"],
        ["git status; rm -rf src/x", "block"],
        ["git status; ./x.sh", "pass"],
        ["cat a.txt", "allow"],
        ["cat a.txt | sh", "pass"],
        ["cat a.txt > ~/.profile", "pass"],
      ]),
    ).toEqual([]);
  });

  it("that cannot be written are named with their lines", async () => {
    const { policy, findings } = await importOne(
      rules,
      `prefix_rule(pattern = ["pytest"])
host_executable(name = "git", paths = ["/usr/bin/git"])
network_rule(host = "x", protocol = "https", decision = "allow")
prefix_rul(pattern = ["x"])
prefix_rule(pattern = ["x"], decison = "allow")
prefix_rule(pattern = [])
prefix_rule(pattern = ["x", 5])
prefix_rule(pattern = ["x"], decision = "deny")
prefix_rule(pattern = [${Array(6).fill('["a", "b"]').join(", ")}], decision = "forbidden")
prefix_rule(pattern = ["rm"], decision = "forbidden")
`,
    );
    expect(findings.map(({ code, line }) => `${line} ${code}`)).toEqual([
      "1 P873",
      "2 P874",
      "3 P874",
      "4 P870",
      "5 P864",
      "6 P865",
      "7 P865",
      "8 P870",
      "9 P870",
    ]);
    expect(policy.match(/^rule /gm)).toEqual(["rule "]);
    for (const { line, message } of findings) expect(policy).toContain(`# - .codex/rules/x.rules:${line}: ${message}`);
  });

  it.each([
    ["x = 1", "`x` is not called"],
    ["for x in y: pass", "`for` is not called"],
    ["def f():\n  pass", "`def` is not called"],
    ['load("x", "y")', "an argument needs its name"],
    ['prefix_rule(["ls"])', "an argument needs its name"],
    ["prefix_rule(pattern = words)", "only strings, numbers and lists"],
    ['prefix_rule(pattern = ["a" if x else "b"])', "a bracket is not closed"],
    ['prefix_rule(pattern = ["a"]', "a bracket is not closed"],
    ['prefix_rule(pattern = ["a)', "a string is not closed"],
    ['prefix_rule(pattern = ["a"], pattern = ["b"])', "`pattern` is given twice"],
    ['prefix_rule(pattern = ["\\q"])', "is no escape"],
    ['prefix_rule(pattern = ["\\ud800"])', "names no character"],
    ["[1]", "only calls of functions"],
    ["prefix_rule(pattern = ['a']) @", "only calls of functions"],
  ])("in %j are not read at all", async (text, why) => {
    const { policy, findings } = await importOne(rules, text);
    expect(policy).toBe("");
    expect(findings).toMatchObject([{ code: "P850", message: expect.stringContaining(why) }]);
  });
});

it.each([
  ["deep rules", rules, `prefix_rule(pattern = ${"[".repeat(5000)}`, "nested more than 32 levels deep"],
  ["large rules", rules, `# ${"x".repeat(1_100_000)}`, "larger than 1 MiB"],
  ["many words", rules, "a ".repeat(250_000), "more than 200000 words"],
  ["a deep configuration", config, `a = ${"[".repeat(50_000)}`, "it is not TOML"],
  ["a large configuration", config, `# ${"x".repeat(1_100_000)}`, "larger than 1 MiB"],
])("%s cannot be read", async (_, of, text, why) => {
  const { policy, findings } = await importOne(of, text);
  expect(policy).toBe("");
  expect(findings).toMatchObject([{ code: "P850", message: expect.stringContaining(why) }]);
});

describe("approvals", () => {
  it("are the sandbox and tools of servers", async () => {
    const { policy, findings } = await importOne(
      config,
      `model = "x"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
[sandbox_workspace_write]
writable_roots = ["/srv/cache"]
[mcp_servers.github]
command = "npx"
enabled_tools = ["get", "list", "drop"]
disabled_tools = ["list"]
default_tools_approval_mode = "prompt"
[mcp_servers."a \\"b"]
default_tools_approval_mode = "approve"
[profiles.fast]
model = "y"
`,
    );
    expect(findings.map(({ code, line }) => `${line} ${code}`)).toEqual(["2 P874", "13 P870"]);
    const mcp = (server: string, tool: string): string =>
      `{ tool: "mcp", input: { server: ${JSON.stringify(server)}, tool: "${tool}", args: {} } }`;
    expect(
      await decide(policy, [
        ["touch src/a", "pass"],
        ["touch /srv/cache/a", "pass"],
        ["touch /srv/other/a", "ask"],
        ["ls > /dev/null", "pass"],
        ["cd .. && touch a", "ask"],
        ["curl https://example.com/", "ask"],
        ["ls", "pass"],
        [mcp("github", "get"), "ask"],
        [mcp("github", "list"), "block"],
        [mcp("github", "add"), "block"],
        [mcp('a "b', "x"), "allow"],
      ]),
    ).toEqual([]);
  });

  it("refuse where nobody is asked, and everything that writes where only reading is allowed", async () => {
    const { policy } = await importOne(config, 'approval_policy = "never"\nsandbox_mode = "read-only"\n');
    expect(
      await decide(policy, [
        ["touch src/a", "block"],
        ["curl https://example.com/", "block"],
        ["cat src/a", "pass"],
        ["cat a > /dev/null", "pass"],
      ]),
    ).toEqual([]);
  });

  it.each([
    ['sandbox_mode = "readonly"', "P870", "no mode"],
    ['approval_policy = "sometimes"', "P870", "no approval policy"],
    ["[approval_policy.granular]\nrules = true", "P870", "by category"],
    ['[mcp_servers.x]\nenabled_tools = "a"', "P865", "a list of names"],
    ["[mcp_servers.x]\ndefault_tools_approval_mode = 5", "P870", "no mode 5"],
    ["[sandbox_workspace_write]\nnetwork_access = true", "P870", "not in this file"],
    ["a = [", "P850", "it is not TOML"],
    ["a = 1\na = 2", "P850", "it is not TOML"],
    ["model = 'x'", "P852", "no permission"],
  ])("in %j have an error", async (text, code, why) => {
    const { policy, findings } = await importOne(config, text);
    expect(policy).toBe("");
    expect(findings[0]).toMatchObject({ code, message: expect.stringContaining(why) });
  });
});
