// Verdicts on regexes, and the linear engine against the native one.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeRegex } from "../../src/compiler/regex-safety.ts";
import { linearProblem, linearRegex } from "../../src/runtime/core/linear.ts";

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
    ["(?:a?){40}a{40}", "", "exponential"],
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
      { seed: 7, numRuns: 400 },
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

  it("is fast where backtracking is not", () => {
    const before = performance.now();
    expect(linearRegex(".*a.*b.*c.*d$", "s").test("abc".repeat(20000))).toBe(false);
    expect(performance.now() - before).toBeLessThan(3000);
  });
});
