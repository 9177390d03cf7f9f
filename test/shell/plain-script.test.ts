// Lines of plain words are read without the parser; wherever they are, the tree must be the one that the parser makes.

import fc from "fast-check";
import { forEachChild, parse } from "unbash";
import { expect, test } from "vitest";
import type { ParsedScript, SyntaxNode } from "../../src/shell/syntax/parse.ts";
import { plainScript } from "../../src/shell/syntax/plain-script.ts";
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
      const lists = [prefix, redirects, suffix, args].map((list) => list.length);
      return { type, pos, end, below, name: node.name?.text, lists };
    }
    case "Assignment":
      return { type, pos, end, below, text: node.text, name: node.name, append: node.append, index: node.index };
    case "Redirect":
      return { type, pos, end, below, operator: node.operator, descriptor: node.descriptor };
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
  fc.constantFrom("A=b", "A=", "A= b", "A=~/x", "A=b=c", "A+=b", "1A=b", "A='q'r", "_a1=x", "A-b=c", "a[1]=b", "é=x"),
);
const redirections = fc.constantFrom(
  ..."> >> < <> >& <& >| &> &>> 2> 2>&1 2>&1- >&- 2>/dev/null 10> a2> '2'> 2>> <<E <<<x >(x <(x 3<&0 >&2>f > >f 1>&2".split(
    " ",
  ),
);
const blanks = fc.oneof(
  fc.constantFrom(" ", "  ", "\t", "\n", "\n\n", " \n ", " # note 'x' $(y)\n", "\n#!x\n", " #", "\r\n"),
  fc.constantFrom(";", " && ", "||", " | ", " ;", ";\n", "&&\n\n", "|# x\n", ";#x\n", "&& # x\n", "\n&&", ";;", "&"),
  fc.constantFrom(" |& ", "&&&", "|||", "; ;", "&& ||", "||\n;"),
);
const gaps = fc.oneof({ arbitrary: fc.constant(" "), weight: 2 }, { arbitrary: blanks, weight: 2 }, redirections);
const text = fc.array(fc.tuple(words, gaps), { maxLength: 8 }).map((parts) => parts.flat().join(""));

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
    seeded("plain script", 5000),
  );
  expect(plain).toBeGreaterThan(500);
});

test.each([
  "git push -f origin main",
  "git commit -m 'fix: $HOME'",
  'echo "a; b" x"y"z',
  "rm -rf ~ # gone",
  "make\n\n# then\n./run.sh --level=3",
  "A=b C='d e' make CC=gcc 2>&1 > out.txt",
  "",
  "  ls\t-la  ",
])("%j needs no parser", (line) => {
  expect(plainScript(line)).not.toBeNull();
});

test.each([
  "if",
  "A+=b ls",
  "export A=b",
  "> out ls",
  "cat <<E\nE",
  "cat <<< x",
  "ls > >(cat)",
  "ls >",
  "ls # é",
  "ls # \u0000",
  "ls # \u007f",
  "echo 'a\u0000b'",
  'echo "a\rb"',
  "echo '\u202e'",
  "select x",
  "readonly A=b",
  "'export' A=b",
  "ls 3000000000>f",
  `echo ${"a".repeat(2048)}`,
  "a;".repeat(600),
  "echo 'é'",
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
