// The TextMate grammar of editors and of the site knows every word and sign of the language, and colours the shipped packs
// as the lexer reads them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keywords, lex, vocabulary } from "../../grammar/tokens.ts";
import { points } from "../../src/language/schema.ts";
import { filesBelow, root } from "../docs/workspace.ts";
import { grammar, scopesOf } from "./highlight.ts";

const scopeOf = (text: string, at = 0): string => scopesOf(text)[at] ?? "";

it("is the grammar of source.policy", () => {
  expect(grammar.scopeName).toBe("source.policy");
});

it.each([...keywords.keys()])("highlights the keyword %s", (word) => {
  // `tool` is a field, except where a tool is declared.
  const scope = scopeOf(word === "tool" ? "tool deploy { env: string }" : word);
  expect(scope).toMatch(/^(?:keyword|constant\.language)\./);
});

it("highlights every sign", () => {
  const signs = vocabulary.filter(({ PATTERN, LABEL }) => typeof PATTERN === "string" && PATTERN === LABEL);
  expect(signs.length).toBeGreaterThan(15);
  const plain = signs.filter(({ PATTERN }) => !/^(?:keyword\.operator|punctuation)\./.test(scopeOf(String(PATTERN))));
  expect(plain.map(({ LABEL }) => LABEL)).toEqual([]);
});

it("highlights every point", () => {
  expect(Object.keys(points).filter((point) => scopeOf(point) !== "support.type.point.policy")).toEqual([]);
});

it("shows placeholders in messages only", () => {
  expect(scopeOf('block "a {reads}"', 9)).toBe("variable.other.placeholder.policy");
  expect(scopeOf('"a {reads}"', 3)).toBe("string.quoted.double.policy");
});

const expected: { readonly [token: string]: RegExp } = {
  String: /^(?:string\.quoted|constant\.character)/,
  Regex: /^string\.regexp/,
  Duration: /^constant\.numeric\.duration/,
  Int: /^constant\.numeric/,
  Decimal: /^constant\.numeric/,
};

it.each(filesBelow("policies").filter((file) => file.endsWith(".policy")))(
  "colours %s as the lexer reads it",
  (file) => {
    const text = readFileSync(join(root, file), "utf8");
    const scopes = scopesOf(text);
    const { tokens, comments } = lex(text);
    const wrong = [
      ...tokens.filter(
        ({ tokenType, startOffset }) => !(expected[tokenType.name] ?? /./).test(scopes[startOffset] ?? ""),
      ),
      ...comments.filter(({ startOffset }) => !scopes[startOffset]?.startsWith("comment.")),
    ];
    expect(wrong.map(({ image, startOffset }) => `${image} is ${scopes[startOffset] || "plain"}`)).toEqual([]);
    const bare = [...text].filter((character, at) => /\S/.test(character) && scopes[at] === "");
    expect(bare).toEqual([]);
  },
);
