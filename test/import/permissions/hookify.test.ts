// Rules of hookify: the same commands, files and prompts are warned about and refused.

import { describe, expect, it } from "vitest";
import { decide, importOne, kind } from "./imported.ts";

const hookify = kind("hookify", "front-matter");
const importRule = (front: string, body = "Careful.") => importOne(hookify, `---\n${front.trim()}\n---\n\n${body}\n`);
const write = (path: string, content: string): string =>
  `{ tool: "write", input: { path: ${JSON.stringify(path)}, content: ${JSON.stringify(content)} } }`;
const edit = (path: string, text: string): string =>
  `{ tool: "edit", input: { path: ${JSON.stringify(path)}, old: "", new: ${JSON.stringify(text)} } }`;

it("a command is compared as text, and meant in its other spellings", async () => {
  const { policy, findings } = await importRule(
    "name: block-dangerous-rm\nenabled: true\nevent: bash\npattern: rm\\s+-rf\naction: block",
    '**No** {command}!\n\nAsk "first" \\ # then',
  );
  expect(findings).toEqual([]);
  expect(policy).toContain(String.raw`block "**No** \{command\}!\n\nAsk \"first\" \\ # then"`);
  expect(
    await decide(policy, [
      ["rm -rf src/x", "block"],
      ["RM  -RF src/x", "block"],
      ["rm -fr src/x", "block"],
      ["r''m -r -f src/x", "block"],
      ["echo rm -rf", "block"],
      ["rm src/x", "pass"],
    ]),
  ).toEqual([]);
});

it("the end of a line and any character mean what they mean there", async () => {
  const { policy } = await importRule("name: a\nevent: bash\npattern: ^drop.*table$\naction: block");
  expect(
    await decide(policy, [
      ["drop the table", "block"],
      ["drop the table\n", "block"],
      ["drop the\rtable", "block"],
      ["drop the tables", "pass"],
    ]),
  ).toEqual([]);
});

it("several conditions must hold together", async () => {
  const { policy, findings } = await importRule(`
name: no-force
event: bash
action: ask
conditions:
  - field: command
    operator: contains
    pattern: git push
  - field: command
    operator: not_contains
    pattern: --dry-run
  - field: command, operator: regex_match, pattern: main|master
`);
  expect(findings).toEqual([]);
  expect(
    await decide(policy, [
      ["git push origin main", "ask"],
      ["git push origin main; echo --dry-run", "ask"],
      ["git push origin main --dry-run", "ask"],
      ["git push origin topic", "pass"],
    ]),
  ).toEqual([]);
});

it("files are tested by path and text, whichever tool writes them", async () => {
  const { policy, findings } = await importRule(
    `
name: env-keys
event: file
action: block
conditions:
  - field: file_path
    pattern: \\.env$|config/.*\\.json
  - field: new_text
    operator: contains
    pattern: "KEY="
`.replaceAll("\\\\", "\\"),
  );
  expect(findings).toEqual([]);
  expect(
    await decide(policy, [
      [write("app/.env", "KEY=1"), "block"],
      [edit("app/.env", "KEY=1"), "block"],
      [edit("config/a/b.json", "KEY=1"), "block"],
      [edit("config/a.json", "KEY=1"), "block"],
      [edit("app/.env", "OTHER=1"), "pass"],
      [edit("app/env.ts", "KEY=1"), "pass"],
    ]),
  ).toEqual([]);
});

it("a pattern alone is about the new text; a quoted one keeps its backslashes", async () => {
  const { policy } = await importRule('name: console\nevent: file\npattern: "console\\.log\\("\naction: block');
  expect(
    await decide(policy, [
      [edit("a.ts", "console.log(1)"), "block"],
      [write("a.ts", "Console.Log(1)"), "block"],
      [edit("a.ts", "console_log(1)"), "pass"],
    ]),
  ).toEqual([]);
});

it("a path alone is a rule about the file", async () => {
  const { policy } = await importRule(
    "name: locks\nevent: file\naction: block\nconditions:\n  - field: file_path\n    operator: ends_with\n    pattern: package-lock.json",
  );
  expect(
    await decide(policy, [
      [write("a/package-lock.json", ""), "block"],
      ["rm package-lock.json", "block"],
      [write("package.json", ""), "pass"],
    ]),
  ).toEqual([]);
});

it("prompts and the end of a run are points of their own", async () => {
  const prompt = await importRule(
    "name: prod\nevent: prompt\naction: block\nconditions:\n  - field: user_prompt\n    operator: regex_match\n    pattern: deploy.*prod",
  );
  expect(prompt.policy).toContain("on user_prompt_submit\n  when prompt matches /deploy[^\\n]*prod/i\n  block");
  const stop = await importRule("name: check\nevent: stop\npattern: .*\naction: warn", "Did you run the tests?");
  expect(stop.policy).toContain('on before_completion_decision\n  warn "Did you run the tests?"\n  fires on {}');
});

describe("what is left out is named", () => {
  it.each([
    [
      "name: a\nevent: stop\nconditions:\n  - field: transcript\n    operator: not_contains\n    pattern: npm test",
      "P870",
      "the session so far",
    ],
    ["name: a\nevent: bash\npattern: x\naction: deny", "P870", 'no action "deny"'],
    ["name: a\nevent: shell\npattern: x", "P870", 'no event "shell"'],
    ["name: a\nevent: bash", "P870", "neither a pattern nor conditions"],
    [
      "name: a\nevent: bash\nconditions:\n  - field: command\n    operator: like\n    pattern: x",
      "P870",
      'no operator "like"',
    ],
    ["name: a\nevent: bash\nconditions:\n  - field: command", "P870", "needs a field and a pattern"],
    ["name: a\nevent: bash\nconditions:\n  - field: weather\n    pattern: x", "P870", "`weather` has no counterpart"],
    ["name: a\nevent: file\nconditions:\n  - field: file_path\n    pattern: (a|b)(c|d)", "P870", "no glob"],
    ["name: a\nevent: bash\npattern: (?<=a)(b+)+$\naction: block", "P870", ""],
    ["name: a\nevent: bash\npattern: (\naction: block", "P870", ""],
    ["name: a\nevent: bash\npattern: x\ntool_matcher: Bash", "P870", "tool_matcher"],
    ["name: a\nenabled: false\nevent: bash\npattern: x", "P872", "disabled"],
    ["name: a\nevnt: bash\npattern: x", "P864", 'unknown key "evnt"'],
    ["name: a\nname: b\nevent: bash\npattern: x", "P850", "given twice"],
    ["just text", "P850", "`key: value`"],
    ["  name: a", "P850", "no list above it"],
    ["__proto__: a", "P850", "__proto__"],
  ])("%j", async (front, code, why) => {
    const { findings } = await importOne(hookify, `---\n${front}\n---\nx\n`);
    expect(findings[0]).toMatchObject({ code, message: expect.stringContaining(why) });
  });

  it.each(["", "# no front matter", "---\nname: a\n"])("%j cannot be read", async (text) => {
    expect((await importOne(hookify, text)).findings).toMatchObject([{ code: "P850" }]);
  });

  it("a long message is cut, and that is said", async () => {
    const { policy, findings } = await importRule(
      "name: a\nevent: bash\npattern: rm\naction: block",
      "x\u{1f600}".repeat(2000),
    );
    expect(findings).toEqual([]);
    expect(policy).toContain("# Different: its message is cut to 1900 characters.");
  });
});
