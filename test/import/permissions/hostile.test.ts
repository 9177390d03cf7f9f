// Whatever stands in an agent's files stays text: no name, pattern or message becomes a rule, a placeholder or a comment that counts.

import { stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import { formatPolicy, parsePolicy, Session } from "../../../src/compiler/index.ts";
import { times } from "../../seeded.ts";
import { importOne, importSources, kind } from "./imported.ts";

const texts = [
  'x" allow # y',
  "x\nrule owned\n  on before_tool_call\n  allow\n",
  "x\r\nrule owned on before_tool_call allow",
  "{command} \\{tool\\} {reads}",
  "back\\slash \\u{41} \\",
  "bidi \u202e zero\u200b \u0007 \u2028 \u{1f600}",
  "allow P317: no reason",
  "' \" ` $(x) / */ // /i",
  "*?[a]{b}|(c)^$.+",
  "rule",
  "",
] as const;

/** What a policy must not have: rules that no entry stands for, characters that hide, a layout that is not ours. */
function expectTame(policy: string, most: number, least: number): void {
  const session = new Session();
  const parsed = parsePolicy({ file: "x.policy", text: policy }, session);
  expect(session.hasErrors).toBe(false);
  const rules = parsed.decls.filter(({ kind: of }) => of === "RuleDecl");
  expect(rules.length).toBeLessThanOrEqual(most);
  expect(rules.length).toBeGreaterThanOrEqual(least);
  expect(policy).not.toMatch(/^rule owned/m);
  expect(policy).not.toMatch(/[\u202e\u200b\u0007\u2028\r]/);
  expect(policy).not.toMatch(/^\s*# allow P(?!317: the entry compares)/m);
  expect(formatPolicy({ file: "x.policy", text: policy }, new Session())).toBe(policy);
}

describe("texts of strangers stay text", () => {
  it("in Claude Code's settings", async () => {
    const rules = texts.flatMap((text) => [
      `Bash(${text}:*)`,
      `Bash(${text})`,
      `Read(${text})`,
      `WebFetch(domain:${text})`,
      `mcp__${text}__${text}`,
      `Agent(${text})`,
      text,
    ]);
    const hooks = texts.flatMap((text) => [
      { matcher: text, hooks: [{ type: "command", command: text }] },
      { matcher: "Bash", hooks: [{ type: "command", command: "x", args: [text] }] },
    ]);
    const others = Object.fromEntries(texts.map((text) => [text, [text]]));
    const settings = { ...others, permissions: { deny: rules, allow: rules, ...others }, hooks: { PreToolUse: hooks } };
    const { policy } = await importOne(kind("claude-code", "json"), JSON.stringify(settings));
    expectTame(policy, 2 * rules.length + hooks.length, 30);
  });

  it("in rules of Codex and its configuration", async () => {
    const rules = texts.map((text) => {
      const quoted = JSON.stringify(text).replace(/\ud83d\ude00/g, "?");
      return `prefix_rule(pattern = ["git", ${quoted}], decision = "forbidden", justification = ${quoted})\nprefix_rule(pattern = [${quoted}, "x"])\n`;
    });
    expectTame((await importOne(kind("codex", "starlark"), rules.join(""))).policy, 2 * texts.length, 8);
    const config = {
      sandbox_mode: "workspace-write",
      sandbox_workspace_write: { writable_roots: ['x" allow', "{command}", "\u202e"] },
      mcp_servers: Object.fromEntries(
        texts.map((text) => [text || "x", { enabled_tools: [text], disabled_tools: [text] }]),
      ),
    };
    expectTame((await importOne(kind("codex", "toml"), stringify(config))).policy, 2 * texts.length + 2, 16);
  });

  it("in Cursor's permissions", async () => {
    const rules = texts.flatMap((text) => [
      `Shell(${text})`,
      `Write(${text})`,
      `Mcp(${text}:${text})`,
      `WebFetch(${text})`,
      text,
    ]);
    const { policy } = await importOne(
      kind("cursor", "json", /cli/),
      JSON.stringify({ permissions: { deny: rules, allow: rules } }),
    );
    expectTame(policy, 2 * rules.length, 20);
  });

  it("in Gemini CLI's policies", async () => {
    const rules = texts.flatMap((text) => {
      const rule = { decision: "deny", priority: 5, denyMessage: text };
      return [
        { ...rule, toolName: "run_shell_command", commandPrefix: text },
        { ...rule, toolName: "run_shell_command", commandRegex: text },
        { ...rule, toolName: text },
        { ...rule, toolName: text, mcpName: text },
        { ...rule, toolName: "*", [text || "y"]: text },
        { ...rule, toolName: `a${text.length}`, mcpName: "server" },
      ];
    });
    expectTame((await importOne(kind("gemini-cli", "toml"), stringify({ rule: rules }))).policy, rules.length, 20);
  });

  it("in rules of hookify", async () => {
    const sources = texts.flatMap((text) => {
      const line = text.replace(/[\r\n]/g, " ");
      const fronts = [
        `event: bash\npattern: ${line}`,
        `event: file\nconditions:\n  - field: file_path\n    operator: contains\n    pattern: ${line}`,
        `event: prompt\nconditions:\n  - field: user_prompt\n    operator: contains\n    pattern: x${line}`,
      ];
      return fronts.map((front, at) => ({
        file: `${line}${at}.md`,
        text: `---\nname: ${line}\naction: block\n${front}\n---\n${text}\n`,
        kind: kind("hookify", "front-matter"),
        level: "project" as const,
      }));
    });
    expectTame((await importSources(sources)).policy, sources.length, 20);
  });
});

describe("JSON that is not right", () => {
  it.each([
    ["not JSON", "{", "it is not JSON"],
    ["a key twice", '{"permissions":{"deny":[],"deny":[]}}', "given twice"],
    ["__proto__", '{"permissions":{"__proto__":[]}}', "__proto__"],
    ["depth", `{"permissions":${"[".repeat(100)}${"]".repeat(100)}}`, "nested deeper"],
    ["size", `{"x":"${"x".repeat(1_100_000)}"}`, "larger than 1 MiB"],
  ])("%s is an error, and nothing is imported", async (_, text, why) => {
    const { policy, findings } = await importOne(kind("claude-code", "json"), text);
    expect(policy).toBe("");
    expect(findings).toMatchObject([{ code: "P850", message: expect.stringContaining(why) }]);
  });

  it("a byte order mark is none", async () => {
    const { policy } = await importOne(kind("claude-code", "json"), '\ufeff{"permissions":{"deny":["Bash(rm:*)"]}}');
    expect(policy).toContain('command runs "rm"');
  });

  it.each([
    '{"permissions":5}',
    '{"permissions":{"deny":{"a":1}}}',
    '{"permissions":{"deny":[null,[],{}]}}',
    '{"hooks":[]}',
    '{"hooks":{"PreToolUse":[5]}}',
    "5",
    "[]",
    "null",
  ])("%s is an error", async (text) => {
    const { policy, findings } = await importOne(kind("claude-code", "json"), text);
    expect(policy).toBe("");
    expect(findings[0]?.code).toBe("P865");
  });
});

describe("files that would keep a reader busy", () => {
  const long = 600_000;

  it.each([
    ["an open string", kind("gemini-cli", "jsonc"), `{"a": "${'\\"'.repeat(long / 2)}`, "P850"],
    [
      "blanks in an entry",
      kind("cursor", "json", /cli/),
      JSON.stringify({ permissions: { deny: [`Shell(a${" ".repeat(long)}b)`] } }),
      "P865",
    ],
    [
      "slashes in an entry",
      kind("claude-code", "json"),
      JSON.stringify({ permissions: { deny: [`Read(${"/".repeat(long)}x)`] } }),
      "P865",
    ],
    [
      "an open brace",
      kind("claude-code", "json"),
      JSON.stringify({ permissions: { deny: [`Read({${"a".repeat(long)})`] } }),
      "P865",
    ],
    ["blanks in TOML", kind("gemini-cli", "toml"), `${" ".repeat(long)}x = 1\n[[rule]]\n`, "P864"],
    [
      "a long expression",
      kind("hookify", "front-matter"),
      `---\nname: a\nevent: bash\npattern: ${"[a".repeat(3000)}\n---\n`,
      "P870",
    ],
    [
      "too many entries",
      kind("claude-code", "json"),
      JSON.stringify({ permissions: { deny: Array.from({ length: 1001 }, (_, at) => `Bash(t${at})`) } }),
      "P850",
    ],
  ])("%s", async (_, of, text, code) => {
    const { policy, findings } = await importOne(of, text);
    expect(policy).toBe("");
    expect(findings.map((one) => one.code)).toContain(code);
  });
});

it("one file that cannot be read does not hide the others", async () => {
  const of = kind("claude-code", "json");
  const { policy, findings } = await importSources([
    { file: "a.json", text: "{", kind: of, level: "project" },
    { file: "b.json", text: '{"permissions":{"deny":["Bash(rm:*)"]}}', kind: of, level: "user" },
  ]);
  expect(findings.map(({ code }) => code)).toEqual(["P850"]);
  expect(policy).toContain("# From b.json, permissions.deny[0]: Bash(rm:*)");
});

it("many entries are read", async () => {
  const deny = Array.from({ length: times(120) }, (_, at) => `Bash(tool${at} run:*)`);
  const { policy } = await importOne(kind("claude-code", "json"), JSON.stringify({ permissions: { deny } }));
  expect(policy.match(/^rule /gm)).toHaveLength(times(120));
});
