// Lines of plain words are read without the parser; wherever they are, the tree must be the one that the parser makes.

import fc from "fast-check";
import { forEachChild, parse } from "unbash";
import { expect, test } from "vitest";
import type { ParsedScript, SyntaxNode } from "../../src/runtime/core/shell/parse.ts";
import { plainScript } from "../../src/runtime/core/shell/plain-script.ts";
import { seeded } from "../seeded.ts";

/** All that the reader asks of a tree of plain commands. */
function seen(node: SyntaxNode): unknown {
  const { type, pos, end } = node;
  const below: unknown[] = [];
  forEachChild(node, (child) => below.push(seen(child)));
  switch (node.type) {
    case "Script":
      return { type, pos, end, below, shebang: node.shebang };
    case "Statement":
      return { type, pos, end, below, background: node.background };
    case "AndOr":
      return { type, pos, end, below, operators: node.operators };
    case "Pipeline":
      return { type, pos, end, below, operators: node.operators, prefixes: node.prefixes };
    case "Command": {
      const { prefix, redirects, suffix, args } = node;
      return { type, pos, end, below, prefix, redirects, name: node.name?.text, lists: [suffix.length, args.length] };
    }
    case "Word":
      return { type, pos, end, text: node.text, value: node.value, parts: node.parts };
    default:
      return { type, pos, end };
  }
}

const complaints = ({ errors }: ParsedScript): number => errors?.length ?? 0;

const words = fc.oneof(
  fc.constantFrom(
    "git",
    "push",
    "-f",
    "--force",
    "--dry-run=server",
    "--x=~/y",
    "a=b",
    "=b",
    "-=",
    "~",
    "~/x",
    "a~b",
    "export",
  ),
  fc.constantFrom(
    "if",
    "then",
    "time",
    "function",
    "in",
    "do",
    "coproc",
    "{",
    "}",
    "!",
    "[[",
    "[",
    "]]",
    "2",
    "-",
    "--",
    ".",
  ),
  fc.constantFrom(
    "declare",
    "local",
    "alias",
    "let",
    "eval",
    ":",
    "+x:y",
    "a#b",
    "#",
    "#!",
    "50%",
    "user@host:path",
    "a,b",
    "'q'",
  ),
  fc.constantFrom("'a b'", '"c; d"', "''", '""', "x'y'z", '--m="n o"', "'if'", '"#"', "~'/x'", "'~'", '"$a"', '"a\\b"'),
  fc.constantFrom(
    "'a\nb'",
    '"it\'s"',
    "'\"'",
    "$'x'",
    '$"x"',
    "'",
    '"',
    "a'b",
    '"A=b"',
    "'A'=b",
    "A='b'",
    '"!x"',
    "'é'",
  ),
  fc.stringMatching(/^[\w./:@%+,~=-]{1,8}$/),
);
const blanks = fc.oneof(
  fc.constantFrom(" ", "  ", "\t", "\n", "\n\n", " \n ", " # note 'x' $(y)\n", "\n#!x\n", " #", "\r\n"),
  fc.constantFrom(";", " && ", "||", " | ", " ;", ";\n", "&&\n\n", "|# x\n", ";#x\n", "&& # x\n", "\n&&", ";;", "&"),
  fc.constantFrom(" |& ", "&&&", "|||", "; ;", "&& ||", "||\n;"),
);
const text = fc.array(fc.tuple(words, blanks), { maxLength: 8 }).map((parts) => parts.flat().join(""));

test("a text that is read without the parser gives the tree of the parser", () => {
  let plain = 0;
  fc.assert(
    fc.property(text, (line) => {
      const script = plainScript(line);
      if (script === null) return;
      plain++;
      const parsed = parse(line);
      expect(complaints(parsed)).toBe(0);
      expect(seen(script)).toEqual(seen(parsed));
    }),
    seeded("plain script", 20_000),
  );
  expect(plain).toBeGreaterThan(2000);
});

test.each([
  "git push -f origin main",
  "git commit -m 'fix: $HOME'",
  'echo "a; b" x"y"z',
  "rm -rf ~ # gone",
  "make\n\n# then\n./run.sh --level=3",
  "",
  "  ls\t-la  ",
])("%j needs no parser", (line) => {
  expect(plainScript(line)).not.toBeNull();
});

test.each([
  "if",
  "a=b",
  "ls *",
  "ls;;ls",
  "ls |",
  "&& ls",
  "ls && && ls",
  "ls |& cat",
  "ls\n| cat",
  "echo 'x",
  'echo "$x"',
  'echo "a\\b"',
  "a='b'",
  "echo $'x'",
  "ls\\",
  "#!/bin/sh\nls",
  "ls\r\nls",
  "ls é",
  "a{b,c}",
  "echo !x",
  "ls &",
])("%j is for the parser", (line) => {
  expect(plainScript(line)).toBeNull();
});
