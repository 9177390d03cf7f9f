// Lines of plain words are read without the parser; wherever they are, the tree must be the one that the parser makes.

import fc from "fast-check";
import { forEachChild, parse } from "unbash";
import { expect, test } from "vitest";
import type { ParsedScript, SyntaxNode } from "../../src/runtime/core/shell/parse.ts";
import { plainScript } from "../../src/runtime/core/shell/plain-script.ts";
import { seeded } from "../seeded.ts";

/** All that the reader asks of a tree of simple commands. */
const seen = ({ type, pos, end, shebang, commands, errors }: ParsedScript) => ({
  ...{ type, pos, end, shebang, errors },
  commands: commands.map(({ type, pos, end, background, command }) => {
    if (command.type !== "Command") return { type, pos, end, background, command: command.type };
    const words = [command.name, ...command.args].map((word) =>
      word?.type === "Word" ? [word.text, word.value, word.pos, word.end, word.parts] : word?.type,
    );
    const { prefix, suffix, redirects } = command;
    const below: string[] = [];
    forEachChild(command as SyntaxNode, (child) => below.push(`${child.type} ${child.pos} ${child.end}`));
    return {
      type,
      pos,
      end,
      background,
      at: [command.pos, command.end],
      words,
      below,
      prefix,
      redirects,
      suffix: suffix.length,
    };
  }),
});

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
  fc.stringMatching(/^[\w./:@%+,~=-]{1,8}$/),
);
const blanks = fc.constantFrom(
  " ",
  "  ",
  "\t",
  "\n",
  "\n\n",
  " \n ",
  " # note 'x' $(y)\n",
  "\n#!x\n",
  " #",
  ";",
  " && ",
  "\r\n",
);
const text = fc.array(fc.tuple(words, blanks), { maxLength: 8 }).map((parts) => parts.flat().join(""));

test("a text that is read without the parser gives the tree of the parser", () => {
  let plain = 0;
  fc.assert(
    fc.property(text, (line) => {
      const script = plainScript(line);
      if (script === null) return;
      plain++;
      expect(seen(script)).toEqual(seen(parse(line)));
    }),
    seeded("plain script", 20_000),
  );
  expect(plain).toBeGreaterThan(2000);
});

test.each(["git push -f origin main", "rm -rf ~ # gone", "make\n\n# then\n./run.sh --level=3", "", "  ls\t-la  "])(
  "%j needs no parser",
  (line) => {
    expect(plainScript(line)).not.toBeNull();
  },
);

test.each([
  "if",
  "a=b",
  "ls *",
  "ls;ls",
  "echo 'x'",
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
