// Texts made from a regex match it, whatever the regex uses.

import fc from "fast-check";
import { expect, it } from "vitest";
import { globTexts } from "../../src/compiler/prove/glob-texts.ts";
import { regexTexts } from "../../src/compiler/prove/regex-texts.ts";
import { compileGlob, matchGlob } from "../../src/language/glob.ts";
import { seeded } from "../seeded.ts";

it.each([
  ["a+", ""],
  ["^rm\\b", "i"],
  ["AKIA[0-9A-Z]{16}", ""],
  ["^(?:ab|cd){2,}x?$", ""],
  ["(\\w+)=\\1", ""],
  ["(?=.*\\d)[a-z0-9]{8}", ""],
  ["^(?!x)y", ""],
  ["foo(?!bar)", ""],
  ["(?<year>\\d{4})-\\d\\d", ""],
  ["[^a-z]\\p{Lu}", "u"],
  ["[\\u202A-\\u202E]", "u"],
  ["new$", "m"],
  ["a.*b", "s"],
  ["\\bpassword\\b", "i"],
  ["^$", ""],
])("/%s/%s", (source, flags) => {
  const texts = regexTexts(source, flags);
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(new RegExp(source, flags).test(text)).toBe(true);
});

it.each([
  ["a nest too deep", `${"(".repeat(500)}a${")".repeat(500)}`],
  ["nothing fits", "[]"],
  ["a contradiction", "a^b"],
  ["a huge repetition", "(?:x{1000}){1000}"],
])("gives up on %s", (_, source) => {
  expect(regexTexts(source, "").every((text) => new RegExp(source).test(text))).toBe(true);
});

const piece = fc.constantFrom("a", "[bc]", "\\d", ".", "x?", "y*", "(?:z|w)+", "\\s", "-{2,3}");

it("random regexes", () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const source = `^${pieces.join("")}$`;
      const texts = regexTexts(source, "");
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).toMatch(new RegExp(source));
    }),
    seeded("regex texts", 300),
  );
});

it.each([
  ["path", "**/.env*"],
  ["path", "src/**/*.ts"],
  ["path", "/etc/*"],
  ["path", "a/[!x]?[a-c]/**"],
  ["host", "*.github.com"],
  ["name", "release/*"],
  ["name", "**"],
] as const)("a text for the %s glob %s", (kind, pattern) => {
  const glob = compileGlob(pattern, kind);
  const subject = (text: string): string => (kind === "path" && pattern.startsWith("**") ? `/project/${text}` : text);
  expect(globTexts({ kind, pattern }).some((text) => matchGlob(glob, subject(text)))).toBe(true);
});
