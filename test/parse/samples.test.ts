// Each folder: input.policy and the tree it stands for. UPDATE=1 rewrites the expected trees.
// Every sample is also read through the path that follows a mistake, which must not harm sound declarations.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { parsePolicy } from "../../src/compiler/parse/parse.ts";
import { showTree } from "./tree.ts";

const folder = import.meta.dirname;
const samples = readdirSync(folder).filter((name) => existsSync(join(folder, name, "input.policy")));

function parse(text: string) {
  const session = new Session();
  const file = parsePolicy({ file: "input.policy", text }, session);
  return { file, found: session.diagnostics() };
}

describe("parse", () => {
  test.each(samples)("%s", (name) => {
    const text = readFileSync(join(folder, name, "input.policy"), "utf8");
    const { file, found } = parse(text);
    expect(found).toEqual([]);
    const tree = `${file.decls.map((decl) => showTree(decl)).join("\n")}${file.comments.map((c) => `${c.text}\n`).join("")}`;
    const path = join(folder, name, "expected.txt");
    if (process.env.UPDATE === "1") writeFileSync(path, tree);
    else expect(tree).toBe(readFileSync(path, "utf8"));
  });

  test.each(samples)("%s, after a mistake in the same file", (name) => {
    const text = readFileSync(join(folder, name, "input.policy"), "utf8");
    const whole = parse(text).file.decls;
    const { file, found } = parse(`${text}\nlet = 1\n`);
    expect(found).toHaveLength(1);
    expect(file.decls.map((decl) => showTree(decl))).toEqual(whole.map((decl) => showTree(decl)));
  });

  test("every node's span is its own text", () => {
    const text = 'rule a on b when x == "y" and any xs under "z" block "m" fires on { k: [1, null] }';
    const [decl] = parse(text).file.decls;
    const shown: string[] = [];
    const open: unknown[] = [decl];
    while (open.length > 0) {
      const value = open.pop();
      if (typeof value !== "object" || value === null) continue;
      if ("kind" in value && "span" in value) {
        const span = value.span as { start: number; end: number };
        shown.push(`${String(value.kind)} ${text.slice(span.start, span.end)}`);
      }
      open.push(...Object.values(value).reverse());
    }
    expect(shown).toEqual([
      `RuleDecl ${text}`,
      "Name a",
      "Name b",
      'LogicExpr x == "y" and any xs under "z"',
      'CompareExpr x == "y"',
      "PathExpr x",
      "Name x",
      'StringLit "y"',
      'QuantifierExpr any xs under "z"',
      "PathExpr xs",
      "Name xs",
      'WordTestExpr xs under "z"',
      "PathExpr xs",
      'StringLit "z"',
      'MessageEffect block "m"',
      'StringLit "m"',
      "Example fires on { k: [1, null] }",
      "ObjectLit { k: [1, null] }",
      "ArrayLit [1, null]",
      "NumberLit 1",
      "NullLit null",
    ]);
  });
});
