// Verdicts on regexes, and the linear engine against the native one.

import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeRegex } from "../../src/compiler/analyse/types/regex-safety.ts";
import { regexShape } from "../../src/compiler/analyse/types/regex-shape.ts";
import { linearProblem, linearRegex } from "../../src/language/linear.ts";
import { seeded } from "../seeded.ts";

describe("regex safety", () => {
  it.each([
    ["AKIA[0-9A-Z]{16}", "", "safe"],
    ["^a*$", "", "safe"],
    ["a|b|c", "i", "safe"],
    ["a+b", "", "polynomial"],
    ["\\s+$", "", "polynomial"],
    ["foo.*bar$", "im", "polynomial"],
    ["(a+)+$", "", "exponential"],
    ["^(a|a)*$", "", "exponential"],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "", "exponential"],
    ["-----BEGIN [A-Z ]*PRIVATE KEY-----", "", "safe"],
    ["ghp_[A-Za-z0-9]{36,}", "", "safe"],
    ["^\\s*foo\\s*=\\s*bar", "", "safe"],
    ["https?://[^\\s/]+", "i", "safe"],
    ["(?:\\d{1,3}\\.){3}\\d{1,3}", "", "safe"],
    ["eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+", "", "polynomial"],
    ["x*y*x*z", "", "polynomial"],
    ["^.*.*$", "", "polynomial"],
    ["(?:ab)+c", "", "polynomial"],
    [`${"(".repeat(1500)}a*${")".repeat(1500)}b`, "", "polynomial"],
    ["[", "", "invalid"],
    ["", "", "invalid"],
    ["a", "g", "invalid"],
    ["a", "ii", "invalid"],
    ["(a*)\\1b", "", "unsupported"],
  ])("/%s/%s is %s", (source, flags, kind) => {
    expect(judgeRegex(source, flags).kind).toBe(kind);
  });

  it("prints an attack that works", () => {
    const verdict = judgeRegex("(a+)+$", "");
    expect(verdict.kind === "exponential" && verdict.attack).toMatch(/repeat\(\d+\)/);
  });
});

describe("a regex judged safe by its shape", () => {
  const atom = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "\\w", "-", "\\b");
  const times = fc.constantFrom("", "", "*", "+", "?", "{2,}", "{1,3}");
  const term = fc.tuple(atom, times).map(([one, many]) => (one === "\\b" ? one : one + many));
  const sequence = fc.array(term, { minLength: 1, maxLength: 5 }).map((terms) => terms.join(""));
  const regex = fc
    .tuple(fc.constantFrom("", "^"), sequence, fc.constantFrom("", "$", "|a", "(?:b|-)?"))
    .map((parts) => parts.join(""));

  it("is found to take linear time at most by an analysis of all its texts", () => {
    const { checkSync } = createRequire(import.meta.url)("recheck/lib/browser.js") as typeof import("recheck");
    fc.assert(
      fc.property(regex, (source) => {
        if (regexShape(source, "") !== "linear") return;
        expect([source, checkSync(source, "", { timeout: 60_000 }).status]).toEqual([source, "safe"]);
      }),
      seeded("regexes of a linear shape", 40),
    );
  });

  it("is judged, whatever it is", () => {
    const wide = Array.from({ length: 400 }, (_, i) => `w${i}.*`).join("|");
    expect(regexShape(wide, "i")).toBe("polynomial");
    expect(regexShape("a{0,900}".repeat(100), "")).toBe("polynomial");
  });
});

describe("the linear engine", () => {
  const texts = fc.string({
    unit: fc.constantFrom(
      "a",
      "b",
      "K",
      "k",
      "\u212a",
      "s",
      "\u017f",
      "\n",
      "\r",
      " ",
      "\u00a0",
      ".",
      "-",
      "1",
      "_",
      "é",
      "É",
    ),
    maxLength: 12,
  });
  const patterns: readonly (readonly [string, string])[] = [
    ["a+b", ""],
    ["^a.*b$", ""],
    ["^a.*b$", "m"],
    ["^a.*b$", "ms"],
    ["^\\s+$", "m"],
    ["\\s+\\S", ""],
    ["k+s", "i"],
    ["k+s", "iu"],
    ["[a-k]+[^s]", "i"],
    ["[^k]+1", "i"],
    ["\\w+\\b", ""],
    ["\\w+1", "iu"],
    ["[\\W_]+1", "i"],
    ["\\D+$", ""],
    ["(?<x>a|ab)(?:b|)*1", ""],
    ["[]|a+", ""],
    ["[^]+1", ""],
    ["é+", "iu"],
    ["\\u00e9+1", ""],
    ["\\x61{1,3}?b", ""],
    ["a{,3}b*1", ""],
    ["[\\d-a]+b", ""],
  ];
  it.each(patterns)("/%s/%s means what it means natively", (source, flags) => {
    const linear = linearRegex(source, flags);
    const native = new RegExp(source, flags);
    const global = new RegExp(source, `${flags}g`);
    fc.assert(
      fc.property(texts, (text) => {
        expect(linear.test(text)).toBe(native.test(text));
        expect(linear.replaceAll(text, "<$1>")).toBe(text.replace(global, () => "<$1>"));
      }),
      seeded("the linear engine", 200),
    );
  });

  it.each([
    ["(?=a)b*", ""],
    ["(?<=a)b*", ""],
    ["(a)\\1", ""],
    ["é+", "i"],
    ["^a\\r$", "m"],
    ["\\p{L}+", "u"],
    ["a{1,2000}", ""],
  ])("/%s/%s has no linear form", (source, flags) => {
    expect(linearProblem(source, flags)).not.toBeNull();
  });

  it("answers where backtracking would take for ever", () => {
    expect(linearRegex(".*a.*b.*c.*d$", "s").test("abc".repeat(20000))).toBe(false);
  });
});
