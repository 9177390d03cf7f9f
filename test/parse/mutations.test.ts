// One token deleted, doubled or swapped with its neighbour, in every declaration of the samples: the rules around it are
// always read, messages point into the text, and one mistake nearly always gives one message.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lex } from "../../grammar/tokens.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { parsePolicy } from "../../src/compiler/parse/parse.ts";
import { sampled } from "../seeded.ts";

const before = 'rule first\n  on before_tool_call\n  when tool == "bash"\n  block "No."\n\n';
const after = '\n\nrule last\n  on user_prompt_submit\n  when prompt contains "x"\n  warn "Hm."\n';

/** Declarations of the samples that are written in the usual layout, on which recovery relies. */
function declarations(): readonly string[] {
  const folder = import.meta.dirname;
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map((entry) => entry.name)
    .filter((name) => name !== "any-layout" && name !== "words-as-names")
    .flatMap((name) => {
      const text = readFileSync(join(folder, name, "input.policy"), "utf8");
      const { decls } = parsePolicy({ file: name, text }, new Session());
      return decls.map((decl) => text.slice(decl.span.start, decl.span.end));
    });
}

/** The text with its token at `index` deleted, doubled, and swapped with the next. */
function* mutate(text: string): Generator<string> {
  const { tokens } = lex(text);
  for (const [index, token] of tokens.entries()) {
    // The first word is where the next declaration is recognised; without it the text belongs to the one before.
    if (index === 0) continue;
    const start = token.startOffset;
    const end = start + token.image.length;
    yield text.slice(0, start) + text.slice(end);
    yield `${text.slice(0, end)} ${token.image}${text.slice(end)}`;
    const next = tokens[index + 1];
    if (next === undefined) continue;
    const nextEnd = next.startOffset + next.image.length;
    yield text.slice(0, start) + next.image + text.slice(end, next.startOffset) + token.image + text.slice(nextEnd);
  }
}

test("mutated declarations leave their neighbours alone", () => {
  let total = 0;
  let several = 0;
  const harmed: string[] = [];
  for (const mutated of sampled(
    declarations().flatMap((text) => [...mutate(text)]),
    3,
  )) {
    const text = before + mutated + after;
    const session = new Session();
    const { decls } = parsePolicy({ file: "m.policy", text }, session);
    const names = decls.map((decl) => (decl.kind === "RuleDecl" ? decl.name?.text : ""));
    const found = session.diagnostics();
    const isInside = found.every(({ span }) => span.start >= 0 && span.start < span.end && span.end <= text.length);
    if (names[0] !== "first" || names.at(-1) !== "last" || !isInside) harmed.push(mutated);
    total++;
    if (found.length > 1) several++;
  }
  expect(harmed).toEqual([]);
  expect(total).toBeGreaterThan(500);
  expect(several / total).toBeLessThan(0.01);
});
