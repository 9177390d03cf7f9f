// The canonical layout: samples with their expected text, and what must hold for every policy there is: formatting twice
// changes nothing, and no comment is lost wherever it stands. UPDATE=1 rewrites the expected files.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lex } from "../../grammar/tokens.ts";
import type { CatalogueEntry } from "../../src/compiler/diagnostics/catalogue/entry.ts";
import { syntaxCodes } from "../../src/compiler/diagnostics/catalogue/syntax.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { formatPolicy } from "../../src/compiler/format/format.ts";

const folder = import.meta.dirname;
const samples = readdirSync(folder).filter((name) => existsSync(join(folder, name, "input.policy")));

function policiesBelow(root: string): readonly string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".policy"))
    .map((path) => join(root, path));
}

function format(text: string): string | null {
  return formatPolicy({ file: "t.policy", text }, new Session());
}

const files = [...policiesBelow("policies"), ...policiesBelow("test/parse"), ...policiesBelow("test/format")];
const entries: readonly CatalogueEntry[] = Object.values(syntaxCodes);
const good = entries.flatMap((entry) => (entry.good === undefined ? [] : [entry.good]));

/** A small seeded generator, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The tokens of a text with other blanks, line ends and comments between them. */
function shake(text: string, seed: number): string {
  const next = random(seed);
  const gaps = [" ", " ", "\n", "\r\n", "\n\n\n", "\t  ", " # a note\n", "\n  # own line\n", "\n\n# one\n# two\n\n"];
  const gap = (): string => gaps[Math.floor(next() * gaps.length)] ?? " ";
  return lex(text)
    .tokens.map((token) => token.image + gap())
    .join("");
}

describe("format", () => {
  test.each(samples)("%s", (name) => {
    const text = format(readFileSync(join(folder, name, "input.policy"), "utf8"));
    const path = join(folder, name, "expected.policy");
    if (process.env.UPDATE === "1") writeFileSync(path, text ?? "");
    else expect(text).toBe(readFileSync(path, "utf8"));
  });

  test.each(files)("%s: formatting twice changes nothing", (path) => {
    const once = format(readFileSync(path, "utf8"));
    expect(once).not.toBeNull();
    expect(format(once ?? "")).toBe(once);
    expect(once).toMatch(/^[^\r\ufeff]*\n$/);
    expect(once).not.toMatch(/[ \t]\n|\n\n\n/);
  });

  test.each(files.map((path, index) => [path, index] as const))("%s: shaken, with comments anywhere", (path, index) => {
    const text = readFileSync(path, "utf8");
    for (let round = 0; round < 4; round++) {
      const seed = index * 100 + round;
      const shaken = shake(text, seed);
      const once = format(shaken) ?? "";
      expect(lex(once).comments.length, `seed ${seed}`).toBe(lex(shaken).comments.length);
      expect(format(once), `seed ${seed}`).toBe(once);
    }
  });

  test("the good policies of the catalogue", () => {
    for (const text of good) expect(format(format(text) ?? "")).toBe(format(text));
  });

  test("a policy that does not parse is left alone, and the session says why", () => {
    const session = new Session();
    expect(formatPolicy({ file: "t.policy", text: "let a = \n" }, session)).toBeNull();
    expect(session.diagnostics().map((d) => d.code)).toEqual(["P102"]);
  });

  test("nothing stays nothing", () => {
    expect(format("")).toBe("");
    expect(format("\n\n")).toBe("");
    expect(format("# only a comment")).toBe("# only a comment\n");
  });
});
