// Cursor's permissions: the same calls are refused and approved.

import { expect, it } from "vitest";
import { decide, importOne, kind } from "./imported.ts";

const cli = kind("cursor", "json", /cli/);
const lists = kind("cursor", "jsonc");
const hooks = kind("cursor", "json", /hooks/);
const importLists = (permissions: object) => importOne(cli, JSON.stringify({ version: 1, permissions }, null, 1));

it("the same calls are refused and approved", async () => {
  const { policy, findings } = await importLists({
    allow: [
      "Shell(ls)",
      "Shell(git status)",
      "Read(src/**/*.ts)",
      "Write(package.json)",
      "Mcp(github:get_issue)",
      "Mcp(memory, *)",
      "WebFetch(react.dev)",
    ],
    deny: [
      "Shell(rm)",
      "Shell(git:push*)",
      "Shell(curl http*)",
      "Read(.env*)",
      "Write(**/*.key)",
      "WebFetch(*.evil.example)",
      "Mcp(prod:*)",
    ],
  });
  expect(findings).toEqual([]);
  expect(
    await decide(policy, [
      ["rm src/x", "block"],
      ["/bin/rm src/x", "block"],
      ["find src/x -exec rm {} ;", "block"],
      ["echo rm", "pass"],
      ["git push origin", "block"],
      ["git -C x push", "block"],
      ["git pull", "pass"],
      ["curl -s https://x.example/", "block"],
      ["cat .env.local", "block"],
      ['{ tool: "read", input: { path: "app/.env" } }', "block"],
      ["cp a.key b.key", "block"],
      ["curl a.evil.example", "block"],
      ['{ tool: "fetch", input: { url: "https://a.evil.example/" } }', "block"],
      ['{ tool: "mcp", input: { server: "prod", tool: "x", args: {} } }', "block"],
      ["ls src", "allow"],
      ["ls src; ./x", "pass"],
      ["git status", "allow"],
      ["git status --porcelain", "allow"],
      ["git stash", "pass"],
      ['{ tool: "read", input: { path: "src/a/b.ts" } }', "allow"],
      ['{ tool: "read", input: { path: "src/../.env" } }', "block"],
      ['{ tool: "write", input: { path: "package.json", content: "" } }', "allow"],
      ['{ tool: "write", input: { path: "app/package.json", content: "" } }', "pass"],
      ['{ tool: "mcp", input: { server: "github", tool: "get_issue", args: {} } }', "allow"],
      ['{ tool: "mcp", input: { server: "memory", tool: "x", args: {} } }', "allow"],
      ['{ tool: "fetch", input: { url: "https://react.dev/" } }', "allow"],
    ]),
  ).toEqual([]);
});

it("what is allowed without approval is read from permissions.json, with its comments", async () => {
  const { policy, findings } = await importOne(
    lists,
    '{\n // mine\n "terminalAllowlist": ["git:status", "ls", "npm:test", "make",],\n "mcpAllowlist": ["github:*", "*:get"],\n "autoRun": { "allow_instructions": ["be kind"] }, }\n',
  );
  expect(findings.map(({ code }) => code).sort()).toEqual(["P873", "P873", "P873", "P874"]);
  expect(
    await decide(policy, [
      ["git status", "allow"],
      ["git push", "pass"],
      ["ls", "allow"],
      ["make", "pass"],
      ['{ tool: "mcp", input: { server: "github", tool: "x", args: {} } }', "allow"],
    ]),
  ).toEqual([]);
});

it("what cannot be written is named", async () => {
  const { policy, findings } = await importLists({
    deny: ["Foo(x)", "Shell", "Shell(a | b)", "Read(!x)", "Mcp(*:x)", 5, "Shell(rm)"],
    allow: ["Shell(*)", "Shell(git * main)"],
    ask: [],
  });
  expect(findings.map(({ code }) => code).sort()).toEqual([
    "P864",
    "P865",
    "P870",
    "P870",
    "P870",
    "P870",
    "P870",
    "P873",
    "P873",
  ]);
  for (const { line, message } of findings) expect(policy).toContain(`# - .cursor/cli.json:${line}: ${message}`);
});

it("hooks stay where they are, each named", async () => {
  const text = JSON.stringify(
    { version: 1, hooks: { beforeShellExecution: [{ command: "./a" }, { command: "./b" }] } },
    null,
    1,
  );
  const { policy, findings } = await importOne(hooks, text);
  expect(policy).toBe("");
  expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringContaining("P870 hooks.beforeShellExecution[0]"),
    expect.stringContaining("P870 hooks.beforeShellExecution[1]"),
  ]);
});
