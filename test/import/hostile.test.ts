// Configurations of strangers: bombs, tags, doubled keys, depth, hidden characters. Nothing crashes, hangs or slips through.

import { describe, expect, it } from "vitest";
import { formatPolicy, Session } from "../../src/compiler/index.ts";
import { times } from "../seeded.ts";
import { importText, importValue, testText } from "./imported.ts";

const neocode = { from: "neocode" };
const item = (more: object): object => ({
  id: "x",
  point: "before_tool_call",
  kind: "command",
  params: { command: ["true"] },
  ...more,
});

describe("YAML", () => {
  const bomb = [
    "a: &a [x, x, x, x, x, x, x, x, x]",
    ...[..."bcdefghi"].map((name, at) => {
      const before = "abcdefgh"[at];
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(", ")}]`;
    }),
  ].join("\n");
  const entry = "id: a\n      point: session_start\n      handler: add_context_note\n      params: { note: n }";
  const inHooks = (text: string): string => `hooks:\n  items:\n    - ${text}\n`;

  it.each([
    ["an alias bomb", bomb, "contains more than 100000 values"],
    ["a tag", inHooks(`${entry.replace("note: n", "note: !!js/function 'x'")}`), "tag"],
    ["a key given twice", inHooks(`${entry}\n      id: b`), "unique"],
    ["two documents", `${inHooks(entry)}---\nhooks: {}\n`, "document"],
    ["depth in flow form", `hooks: ${"[".repeat(5000)}${"]".repeat(5000)}`, "nested more than"],
    ["the key __proto__", `hooks:\n  __proto__: { items: [] }\n`, "__proto__"],
    ["size", `# ${"x".repeat(1100000)}\n`, "larger than 1 MiB"],
    ["a tab as indentation", "hooks:\n\titems: []\n", "tab"],
    ["an alias of itself", "hooks: &a\n  items: *a\n", "nested more than"],
    ["an alias of nothing", "hooks:\n  items: *b\n", "alias"],
  ])("refuses %s", (_, text, why) => {
    const { policy, errors } = importText(text, neocode);
    expect(policy).toBeNull();
    expect(errors.join().toLowerCase()).toContain(why.toLowerCase());
  });

  it("takes aliases and merge-free anchors that are harmless", () => {
    const text =
      "hooks:\n  items:\n    - id: a\n      point: session_start\n      handler: add_context_note\n      params: &p { note: n }\n    - id: b\n      point: session_end\n      handler: add_context_note\n      params: *p\n";
    expect(importText(text).errors).toEqual([]);
  });

  it.each(["", "   \n", "# nothing\n", "null\n", "{}\n"])("calls %j empty", (text) => {
    expect(importText(text, neocode).errors).toEqual(["repo hooks file is empty"]);
  });

  it.each([
    "[]",
    "5",
    "text",
    "hooks: 5",
    "hooks: { items: 5 }",
    "hooks: { items: [5, null, []] }",
    "runtime: { hooks: [] }",
  ])("has an error for %s", (text) => expect(importText(text, neocode).errors.length).toBeGreaterThan(0));
});

describe("JSON", () => {
  it.each([
    ['{"hooks":{"PreToolUse":[],"PreToolUse":[]}}', "a key is given twice"],
    [`{"hooks":${"[".repeat(100)}${"]".repeat(100)}}`, "nested deeper than 64"],
    ['{"hooks":{"__proto__":[]}}', "__proto__ is not allowed"],
    ["{'hooks': {}}", "it is not JSON"],
    ["hooks: {}", "it is not JSON"],
  ])("refuses %s", (text, why) => {
    expect(importText(text, { from: "ignis" }).errors.join()).toContain(why);
  });
});

it.each(["a: 1", '{"a": 1}', '{"hooks": 5}', "hooks: []"])("cannot tell whose %s is, and asks", (text) => {
  const { findings, policy } = importText(text);
  expect([policy, findings[0]?.code]).toEqual([null, "P851"]);
  expect(findings[0]?.help).toContain("--from");
});

const texts = [
  'quote " backslash \\ brace { } hole {tool} dollar $',
  "line\nend\ttab",
  "bidi \u202e zero\u200b nul-free \u{1f600}",
  "# no comment",
  "'",
  "\u007f\u009b31m",
];

describe.each(texts)("%j", (text) => {
  const said = { id: text, point: "session_end", handler: "add_context_note", params: { note: text } };

  it("stays text in every place", async () => {
    const { policy, errors } = importValue({
      hooks: {
        items: [
          item({ match: { tool_name: text.replace(/[*?[\]{}]/g, "") }, params: { command: ["echo", text] } }),
          { ...said, id: `${text}2` },
          { ...said, point: "session_start", id: `${text}3` },
        ],
      },
    });
    expect(errors).toEqual([]);
    expect(policy).not.toMatch(/[\u202e\u200b\u007f\u009b]/);
    expect(formatPolicy({ file: "x.policy", text: policy ?? "" }, new Session())).toBe(policy);
    expect(await testText(`${policy}\ntest "t" { on session_end { reason: "x" } expect pass }\n`)).toEqual([]);
  });
});

it("gives rules of one name numbers, and names to nameless ones", () => {
  const note = (id: string): object => ({
    id,
    point: "session_end",
    handler: "add_context_note",
    params: { note: "n" },
  });
  const { policy } = importValue({ hooks: { items: ["A b", "a-b", "a  b!", "日本", "9", "rule"].map(note) } });
  expect([...(policy ?? "").matchAll(/^rule (.*)$/gm)].map((found) => found[1])).toEqual([
    "a-b",
    "a-b-2",
    "a-b-3",
    "hook",
    "hook-2",
    "rule",
  ]);
});

it("reads many entries", () => {
  const length = times(200);
  const items = Array.from({ length }, (_, at) => ({
    id: `h${at}`,
    point: "session_end",
    handler: "add_context_note",
    params: { note: "n" },
  }));
  expect(importValue({ hooks: { items } }).policy?.match(/^rule /gm)).toHaveLength(length);
});
