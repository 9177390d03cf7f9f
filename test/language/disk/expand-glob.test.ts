// Globs as bash expands them, with its options.

import { describe, expect, it } from "vitest";
import { memoryDisk } from "../../../src/language/disk/disk.ts";
import { expandGlob } from "../../../src/language/disk/expand-glob.ts";
import { namePattern, type PatternOptions } from "../../../src/language/disk/shell-pattern.ts";
import type { GlobQuestion } from "../../../src/language/listing.ts";

const files = [
  "/p/.env",
  "/p/.claude/settings.json",
  "/p/a.json",
  "/p/B.JSON",
  "/p/a*b",
  "/p/src/c.json",
  "/p/src/x/d.json",
];
const disk = memoryDisk(new Map(files.map((path) => [path, ""])));

type Options = Omit<GlobQuestion, "pattern">;

describe("an expansion", () => {
  it.each<[string, readonly string[], Options?]>([
    ["/p/*.json", ["/p/a.json"]],
    ["/p/*.json", ["/p/B.JSON", "/p/a.json"], { nocaseglob: true }],
    ["/p/*", ["/p/B.JSON", "/p/a*b", "/p/a.json", "/p/src/"]],
    ["/p/*", ["/p/.claude/", "/p/.env", "/p/B.JSON", "/p/a*b", "/p/a.json", "/p/src/"], { dotglob: true }],
    ["/p/.*", ["/p/.claude/", "/p/.env"]],
    ["/p/.c*/*.json", ["/p/.claude/settings.json"]],
    ["/p/.claude/*.json", ["/p/.claude/settings.json"]],
    ["/p/*/", ["/p/src/"]],
    ["/p/**/*.json", ["/p/src/c.json"]],
    ["/p/**/*.json", ["/p/a.json", "/p/src/c.json", "/p/src/x/d.json"], { globstar: true }],
    [
      "/p/**",
      ["/p/", "/p/B.JSON", "/p/a*b", "/p/a.json", "/p/src/", "/p/src/c.json", "/p/src/x/", "/p/src/x/d.json"],
      { globstar: true },
    ],
    ["/p/[!a]*.json", []],
    ["/p/[[:upper:]]*", ["/p/B.JSON"]],
    ["/p/a\\*b", ["/p/a*b"]],
    ["/p/s?c/[a-c].json", ["/p/src/c.json"]],
    ["/p/!(*.json|src)", ["/p/B.JSON", "/p/a*b"], { extglob: true }],
    ["/p/!(src)", []],
    ["/p/src/../*.json", ["/p/a.json"]],
    ["/p/*.json/x", []],
    ["/q/*", []],
  ])("%s", (pattern, entries, options = {}) => {
    const found = expandGlob({ pattern, ...options }, disk);
    expect([...found.entries].sort()).toEqual([...entries].sort());
    expect(found.isWhole).toBe(true);
  });

  it("is not whole when there is too much to look at", () => {
    const many = memoryDisk(new Map(Array.from({ length: 50_000 }, (_, i) => [`/p/${i}.json`, ""])));
    const { entries, isWhole } = expandGlob({ pattern: "/p/*.json" }, many);
    expect(isWhole).toBe(false);
    expect(entries.length).toBeLessThanOrEqual(10_000);
  });

  it("is not whole when a folder cannot be read", () => {
    expect(expandGlob({ pattern: "/p/*" }, { ...disk, list: () => undefined })).toEqual({
      entries: [],
      isWhole: false,
    });
  });
});

describe("a name", () => {
  const extglob: PatternOptions = { extglob: true };
  it.each<[string, string, boolean, PatternOptions?]>([
    ["@(a|b)", "a", true, extglob],
    ["@(a|b)", "ab", false, extglob],
    ["+(a|b)c", "ababc", true, extglob],
    ["*(ab)", "", true, extglob],
    ["?(a)b", "b", true, extglob],
    ["!(a*)", "ba", true, extglob],
    ["!(a*)", "ab", false, extglob],
    ["@(a|!(b))c", "xc", true, extglob],
    ["@(a", "@(a", true, extglob],
    ["[]a]", "]", true],
    ["[a-]", "-", true],
    ["[^[:digit:]]", "x", true],
    ["[^[:digit:]]", "5", false],
    ["[", "[", true],
    ["[a", "[a", true],
    ["\\[a]", "[a]", true],
    ["a\nb*", "a\nbc", true],
    ["?", "\u{1f600}", true],
  ])("%j matches %j: %s", (pattern, name, expected, options = {}) => {
    expect(namePattern(pattern, options)?.matches(name)).toBe(expected);
  });

  it("is matched in bounded steps however the pattern is nested", () => {
    const nested = `${"*(a|".repeat(30)}b${")".repeat(30)}c`;
    expect(namePattern(nested, extglob)?.matches("a".repeat(255))).toBe(false);
    expect(namePattern(`${"*(".repeat(100)}`, extglob)).toBeNull();
  });
});
