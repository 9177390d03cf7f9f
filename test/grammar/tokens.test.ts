// Words: keywords that are prefixes of others, words that may name things, and what is left of a text that is no token.

import { describe, expect, test } from "vitest";
import { keywords, lex, RefName } from "../../grammar/tokens.ts";
import { commonFields, points, tools } from "../../src/language/schema.ts";

const typesOf = (text: string): readonly string[] => lex(text).tokens.map((token) => token.tokenType.name);

const pairs = [...keywords.keys()].flatMap((short) =>
  [...keywords.keys()].filter((long) => long !== short && long.startsWith(short)).map((long) => [short, long] as const),
);

describe("keywords", () => {
  test("the pairs where one begins the other are all there", () => {
    const expected = [
      "run runs",
      "mark marked",
      "count counted",
      "with without",
      "in into",
      "not note",
      "all allow",
      "warn warns",
    ];
    expect(pairs.map((pair) => pair.join(" "))).toEqual(expect.arrayContaining(expected));
  });

  test.each(pairs)("%s and %s are told apart", (short, long) => {
    expect(typesOf(`${short} ${long}`)).toEqual([keywords.get(short)?.name, keywords.get(long)?.name]);
    expect(typesOf(`${long}s ${short}-${long} ${short}_x`)).toEqual(
      [`${long}s`, "", ""].map((word) => keywords.get(word)?.name ?? "Identifier"),
    );
  });

  test("of the fields, only those that may begin a reference are keywords", () => {
    const fields = [commonFields, ...Object.values(points).map((point) => point.fields)].flatMap((group) =>
      Object.keys(group),
    );
    const views = ["command", "reads", "writes", "deletes", "uploads", "hosts", "mcp", "input"];
    const functions = ["lower", "length", "mask", "file_exists", "git_branch", "env", "hour", "weekday"];
    const clashes = [...fields, ...views, ...functions].filter((name) => {
      const type = keywords.get(name);
      return type !== undefined && !type.CATEGORIES?.includes(RefName);
    });
    expect(clashes).toEqual([]);
    expect(Object.keys(tools).length).toBeGreaterThan(5);
  });
});

describe("the lexer", () => {
  test.each([
    ["10m 500ms 2s 1h 7d", ["Duration", "Duration", "Duration", "Duration", "Duration"]],
    ["10min 2sec 3x", ["BadDuration", "BadDuration", "BadDuration"]],
    ["1 -2 1.5 -0.5 1e3", ["Int", "Int", "Decimal", "Decimal", "Decimal"]],
    ['"a" "a\\"b" "a\\\\"', ["String", "String", "String"]],
    ["/a/ /a\\/b/i /[/]/", ["Regex", "Regex", "Regex"]],
    ["list<string>", ["Identifier", "Less", "Identifier", "Greater"]],
    ["a??b ?? c ?", ["Identifier", "QuestionQuestion", "Identifier", "QuestionQuestion", "Identifier", "Question"]],
    ["a.b-c.d_e", ["Identifier", "Dot", "Identifier", "Dot", "Identifier"]],
    ['"open', ["UnclosedString"]],
    ['"""a\nb""" x', ["TripleQuoted", "Identifier"]],
    ["x\u00a0y", ["Identifier", "Identifier"]],
  ])("%s", (text, types) => {
    expect(typesOf(text)).toEqual(types);
  });

  test("a byte order mark, CRLF and tabs are blanks", () => {
    const { tokens, strays } = lex("\ufefflet\ta =\r\n1 # x\r\n");
    expect(tokens.map((token) => token.image)).toEqual(["let", "a", "=", "1"]);
    expect(strays.map((token) => token.image)).toEqual(["\ufeff"]);
  });
});
