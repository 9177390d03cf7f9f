// Globs against picomatch as an oracle, and their documented edges.

import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { expandGlob } from "../../src/compiler/analyse/types/glob-patterns.ts";
import { compileGlob, matchGlob } from "../../src/language/glob.ts";
import { seeded } from "../seeded.ts";

const fits = (pattern: string, text: string, kind: "path" | "host" | "name" = "path"): boolean =>
  matchGlob(compileGlob(pattern, kind), text);

describe("globs", () => {
  it.each([
    ["src/*", "src/a.ts", true],
    ["src/*", "src/.hidden", true],
    ["src/*", "src/a/b.ts", false],
    ["src/*", "src/", false],
    ["src/**", "src", true],
    ["src/**", "src/a/b", true],
    ["**/.env*", "app/.env.local", true],
    ["**/.env*", ".env", true],
    ["**/.env*", "app/.envrc/x", false],
    ["/**/x", "/a/b/x", true],
    ["a/**/b", "a/b", true],
    ["a/**/b/**/c", "a/b/x/b/c", true],
    ["?.ts", "é.ts", true],
    ["?", "\u{1f600}", true],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[]x]", "]", true],
    ["\\*.ts", "*.ts", true],
    ["\\*.ts", "a.ts", false],
    ["[abc", "[abc", true],
  ])("%s on %s: %s", (pattern, text, expected) => {
    expect(fits(pattern, text)).toBe(expected);
  });

  it("crosses dots in hosts and needs the dot that is written", () => {
    expect(fits("*.example.com", "a.b.example.com", "host")).toBe(true);
    expect(fits("*.example.com", "example.com", "host")).toBe(false);
    expect(fits("*", "10.0.0.1", "host")).toBe(true);
  });

  it("agrees with picomatch", () => {
    const piece = fc.constantFrom("a", "b", ".", "*", "?", "[ab]", "[!a]", "ab", "é");
    const segment = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
    const pattern = fc.array(fc.oneof(segment, fc.constant("**")), { minLength: 1, maxLength: 5 });
    const name = fc.array(fc.constantFrom("a", "b", ".", "c", "é"), { minLength: 1, maxLength: 5 });
    const path = fc.array(
      name.map((parts) => parts.join("")),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(pattern, path, (wanted, names) => {
        // `.` and `..` never reach a glob, and runs of stars inside a segment mean one star.
        fc.pre(
          names.every((part) => !/^\.+$/.test(part)) && wanted.every((part) => part === "**" || !part.includes("**")),
        );
        // `src/**` includes `src`; picomatch makes an exception of it behind a star, we do not.
        fc.pre(wanted.at(-1) !== "**" || !wanted.at(-2)?.includes("*"));
        // picomatch forbids what could be `.` or `..` in more places than it needs to.
        fc.pre(wanted.every((part) => !/^\.*[*?[]|^\.+$/.test(part) || /^[*?[]/.test(part)));
        const expected = picomatch.isMatch(names.join("/"), wanted.join("/").replaceAll("[!", "[^"), {
          dot: true,
          nobrace: true,
          noextglob: true,
        });
        expect(fits(wanted.join("/"), names.join("/"))).toBe(expected);
      }),
      seeded("globs", 2000),
    );
  });

  it("answers hostile patterns", () => {
    expect(fits(`${"*a".repeat(200)}b`, "a".repeat(20000))).toBe(false);
    expect(fits(`${"**/*a*/".repeat(50)}b`, "aa/".repeat(5000))).toBe(false);
  });
});

describe("glob patterns", () => {
  it.each([
    ["src/{a,b}.ts", ["src/a.ts", "src/b.ts"]],
    ["{a,{b,c}d}", ["a", "bd", "cd"]],
    ["{,x}y", ["y", "xy"]],
    ["[{,]", ["[{,]"]],
    ["\\{a,b\\}", ["\\{a,b\\}"]],
    [".*", [".*"]],
    ["*.test.*", ["*.test.*"]],
    ["app/(group)/page.tsx", ["app/(group)/page.tsx"]],
    ["release/*", ["release/*"]],
  ])("%s stands for %j", (pattern, globs) => {
    expect(expandGlob(pattern)).toEqual({ globs });
  });

  it.each([
    ["", /empty/],
    ["^src/", /regex/],
    ["src$", /regex/],
    [".*\\.env", /regex/],
    ["\\d+", /regex/],
    ["(a|b)", /regex/],
    ["[^/]+", /regex/],
    ["!src", /negated/],
    ["a{b", /never closed/],
    ["a}b", /never closed/],
    ["{1..3}", /two alternatives/],
    ["[abc", /never closed/],
    ["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", /more than 64/],
  ])("refuses %s", (pattern, error) => {
    const result = expandGlob(pattern);
    expect("error" in result ? result.error : "").toMatch(error);
  });
});
