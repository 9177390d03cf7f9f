// Additions to JSON files and their removal: nothing else changes, and together they change nothing.

import fc from "fast-check";
import type { Node } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import {
  added,
  type JsonText,
  jsonOf,
  membersNamed,
  readJsonText,
  removed,
  replaced,
} from "../../src/cli/install/json-text.ts";
import { seeded } from "../seeded.ts";

function read(text: string): JsonText {
  const json = readJsonText(text);
  if ("why" in json) throw new Error(`${json.why}: ${text}`);
  return json;
}

function child(node: Node, name: string): Node {
  const [property] = membersNamed(node, name);
  if (property === undefined) throw new Error(`no ${name}`);
  return property;
}

const value = { PreToolUse: [{ matcher: "*", hooks: [{ type: "command" }] }] };

const texts: readonly (readonly [string, string])[] = [
  ["an empty object", "{}"],
  ["with a last line end", "{}\n"],
  ["one member", '{\n  "a": 1\n}\n'],
  ["on one line", '{"a":1}'],
  ["on one line with blanks", '{ "a": 1, "b": [] }'],
  ["a comma at the end", '{\n  "a": 1,\n}\n'],
  ["a comment at the end of a line", '{\n  "a": 1 // one, two\n}\n'],
  ["a comment after a comma", '{\n  "a": 1, // one\n}\n'],
  ["a comment before the end", '{\n  "a": 1\n  // "hooks" might stand here\n}\n'],
  ["a comment before the comma", '{\n  "a": 1 /* one */ ,\n}\n'],
  ["only a comment", "{\n  // nothing yet\n}\n"],
  ["only a comment on one line", "{ /* nothing yet */ }"],
  ["Windows line ends", '{\r\n  "a": 1,\r\n  "b": {}\r\n}\r\n'],
  ["tabs", '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n'],
  ["four blanks", '{\n    "a": 1\n}'],
  ["comments before and after", '// top\n{\n  "a": 1\n}\n// bottom\n'],
  ["a name of every object", '{\n  "__proto__": {},\n  "constructor": 1\n}\n'],
];

describe("edits of JSON", () => {
  it.each(texts)("adds and removes: %s", (_name, text) => {
    const before = read(text);
    const with_ = added(before, before.root, "hooks", value);
    const after = read(with_);
    expect(jsonOf(child(after.root, "hooks").children?.[1] as Node)).toEqual(value);
    expect(removed(after, after.root, child(after.root, "hooks"))).toBe(text);
    const others = (json: JsonText) =>
      JSON.stringify(jsonOf(json.root), (key, item) => (key === "hooks" ? undefined : item));
    expect(others(after)).toBe(others(before));
  });

  it.each(texts)("keeps every line that was there: %s", (_name, text) => {
    const before = read(text);
    const lines = added(before, before.root, "hooks", value).split(/\r?\n/).join("\n");
    for (const line of text.split(/\r?\n/)) {
      for (const part of line.split(/[{},]|(?=\/\/)/)) expect(lines).toContain(part.trim());
    }
  });

  it("adds in the style that is there", () => {
    const json = read('{\r\n\t"a": 1 // one\r\n}\r\n');
    expect(added(json, json.root, "b", { c: [] })).toBe(
      '{\r\n\t"a": 1, // one\r\n\t"b": {\r\n\t\t"c": []\r\n\t}\r\n}\r\n',
    );
  });

  it("removes from the middle", () => {
    const json = read('{\n  "a": 1, // one\n  "b": 2, // two\n  "c": 3\n}\n');
    expect(removed(json, json.root, child(json.root, "b"))).toBe('{\n  "a": 1, // one // two\n  "c": 3\n}\n');
  });

  it("never puts anything behind a comment that ends with its line", () => {
    const json = read('{\n  "a": 1, // one\n  "b": 2, "c": 3}');
    expect(jsonOf(read(removed(json, json.root, child(json.root, "b"))).root)).toEqual({ a: 1, c: 3 });
    const last = read('{\n  "a": 1, // one\n  "b": 2}');
    expect(jsonOf(read(removed(last, last.root, child(last.root, "b"))).root)).toEqual({ a: 1 });
  });

  it("replaces only the value", () => {
    const json = read('{\n  /* x */ "a": [1, 2], // y\n}\n');
    expect(replaced(json, child(json.root, "a").children?.[1] as Node, { b: 1 })).toBe(
      '{\n  /* x */ "a": {"b":1}, // y\n}\n',
    );
  });

  it("cancels out in elements of lists too", () => {
    const element = fc.constantFrom("1", '"x"', "[]", "{}", '{"y": [1]}');
    const gap = fc.constantFrom("", " ", "\n", "\n  ", "\n  // c\n  ", " /* d */ ");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(gap, element, gap), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        gap,
        (parts, trails, tail) => {
          const text = `[${parts.map((part) => part.join("")).join(",")}${trails ? `,${tail}` : ""}]`;
          const json = read(text);
          const after = read(added(json, json.root, null, { ours: true }));
          const ours = after.root.children?.at(-1) as Node;
          expect(jsonOf(ours)).toEqual({ ours: true });
          expect(removed(after, after.root, ours)).toBe(text);
        },
      ),
      seeded("elements of lists", 100),
    );
  });

  it.each([
    ["[".repeat(100_000), "it is nested more than 200 levels deep"],
    ["{", "it is not JSON: close brace expected on line 1"],
    ['{\n "a": \n}', "it is not JSON: value expected on line 3"],
    ["{} {}", "it is not JSON: end of file expected on line 1"],
    ["// nothing", "it is not JSON: value expected on line 1"],
  ])("says why it cannot read %.20s", (text, why) => {
    expect(readJsonText(text)).toEqual({ why });
  });
});
