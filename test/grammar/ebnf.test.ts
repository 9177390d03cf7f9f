// policy.ebnf says what parser.ts does, and every production's example line is an example of it. UPDATE=1 rewrites the file.

import { readFileSync, writeFileSync } from "node:fs";
import type { CstNode } from "chevrotain";
import { describe, expect, test } from "vitest";
import { PolicyParser } from "../../grammar/parser.ts";
import { lex } from "../../grammar/tokens.ts";
import { examplesOf, toEbnf } from "./ebnf.ts";

const parser = new PolicyParser({ skipValidations: true });
const examples = examplesOf(readFileSync("grammar/parser.ts", "utf8"));
const productions = parser.getSerializedGastProductions();
const MARK = "(* Productions *)\n";

describe("the written grammar", () => {
  test("is the parser's", () => {
    const written = readFileSync("grammar/policy.ebnf", "utf8");
    const head = written.slice(0, written.indexOf(MARK) + MARK.length);
    const expected = `${head}\n${toEbnf(productions, examples)}\n`;
    if (process.env.UPDATE === "1") writeFileSync("grammar/policy.ebnf", expected);
    else expect(written).toBe(expected);
  });

  test("has one example line for each production", () => {
    expect([...examples.keys()]).toEqual(Object.keys(parser.getGAstProductions()));
  });

  test.each([...examples])("the example of %s is one", (name, example) => {
    parser.input = lex(example).tokens;
    const parse: unknown = Reflect.get(parser, name);
    (parse as () => CstNode).call(parser);
    expect(parser.errors.map((error) => error.message)).toEqual([]);
  });
});
