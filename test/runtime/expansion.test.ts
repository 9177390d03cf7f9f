// A pattern of the shell stands for the files that it expands to; where nobody can look, for whatever it may.

import { describe, expect, test } from "vitest";
import { diskAnswers } from "../../src/language/disk/answer.ts";
import { memoryDisk } from "../../src/language/disk/disk.ts";
import type { GlobOptions } from "../../src/language/listing.ts";
import { FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../src/language/truth.ts";
import { lengthOf } from "../../src/runtime/engine/builtins.ts";
import { Context } from "../../src/runtime/engine/event/context.ts";
import { environmentOf, type World } from "../../src/runtime/engine/event/environment.ts";
import { expansionOf } from "../../src/runtime/engine/paths/expansion.ts";
import { matchesPath, pathGlobs } from "../../src/runtime/engine/paths/path-globs.ts";
import { isHome, isPolicyc, isSystem } from "../../src/runtime/engine/paths/path-kinds.ts";
import { folders, globOf, isUnder, type PathValue } from "../../src/runtime/engine/paths/paths.ts";
import { all, any } from "../../src/runtime/engine/quantifiers.ts";

const HOME = "/home/dev";
const PROJECT = `${HOME}/shop`;
const OWN = `${PROJECT}/.policyc`;

function worldOf(files: readonly string[]): World {
  const disk = memoryDisk(new Map(files.map((file) => [`${PROJECT}/${file}`, ""])));
  return (key) => {
    const colon = key.indexOf(":");
    const argument = key.slice(colon + 1);
    return key.startsWith("realpath:") ? argument : diskAnswers[key.slice(0, colon)]?.(argument, disk);
  };
}

/** Says where paths are, and nothing about what is there. */
const blind: World = (key) => (key.startsWith("realpath:") ? key.slice("realpath:".length) : undefined);

function contextWith(world: World | undefined): Context {
  const c = new Context("before_tool_call", environmentOf({ world, home: HOME, own: [OWN], namedFolders: [] }));
  c.workdir = PROJECT;
  c.cwd = PROJECT;
  return c;
}

type Test = (c: Context, path: PathValue) => Truth;
const matches = (...patterns: readonly string[]): Test => {
  const globs = pathGlobs(() => patterns);
  return (c, path) => matchesPath(c, path, globs, true);
};
const under = (place: string): Test => {
  const dirs = folders([place]);
  return (c, path) => isUnder(c, path, dirs, true);
};

interface Asked {
  readonly world?: World;
  readonly options?: GlobOptions;
  readonly isFaint?: boolean;
}

const listOf = (c: Context, text: string, { options = {}, isFaint = false }: Asked) => ({
  items: [expansionOf(c, globOf(c, text), { options, isFaint })],
  complete: true,
  hasExtents: true,
});

function anyOf(text: string, one: Test, asked: Asked = {}): Truth {
  const c = contextWith(asked.world);
  return any(listOf(c, text, asked), (path) => one(c, path));
}

function allOf(text: string, one: Test, asked: Asked = {}): Truth {
  const c = contextWith(asked.world);
  return all(listOf(c, text, asked), (path) => one(c, path));
}

const world = worldOf([".claude/settings.json", ".policyc/policy.mjs", "a.json", "config/Site.pem", "src/deep/b.ts"]);

describe("with a world", () => {
  test("doubts faintly what a pattern may expand to where all of it was seen, unless it names files plainly", () => {
    const unsure: Test = (_, path) => (path.isGlob === true ? UNKNOWN : FALSE);
    expect(anyOf("*onf*", unsure, { world, isFaint: true })).toBe(UNLIKELY);
    expect(anyOf(".env*", unsure, { world, isFaint: true })).toBe(UNKNOWN);
    expect(anyOf("*onf*", unsure, { world })).toBe(UNKNOWN);
    expect(anyOf("*onf*", unsure, { world: blind, isFaint: true })).toBe(UNKNOWN);
  });

  test.each<[string, Test, Truth, GlobOptions?]>([
    [".claude/*.json", matches("**/.claude/settings*.json"), TRUE],
    ["*.json", matches("**/.claude/settings*.json"), FALSE],
    ["*", matches("**/.claude"), FALSE],
    ["*", matches("**/.claude"), TRUE, { dotglob: true }],
    ["**/*.ts", matches("**/b.ts"), TRUE, { globstar: true }],
    ["config/*", matches("**/*.pem"), TRUE],
    ["config/s*", matches("**/*.pem"), FALSE],
    ["config/s*", matches("**/site.pem"), TRUE, { nocaseglob: true }],
    [".p*/*", (c, path) => isPolicyc(c, path), TRUE],
    ["s*", under("src"), TRUE],
    ["t*", under("src"), FALSE],
    ["none*", matches("**/none1"), UNKNOWN],
  ])("%s", (text, one, wanted, options = {}) => {
    expect(anyOf(text, one, { world, options })).toBe(wanted);
  });

  test("all of them", () => {
    expect(allOf("src/**/*.ts", under("src"), { world, options: { globstar: true } })).toBe(TRUE);
    expect(allOf("*/*", under("src"), { world })).toBe(FALSE);
  });

  test("its length is the number of files", () => {
    expect(lengthOf(listOf(contextWith(world), "*", {}))).toBe(3);
    expect(lengthOf(listOf(contextWith(world), "none*", {}))).toBe(1);
  });
});

describe("without one", () => {
  test.each<[string, Test, Truth, GlobOptions?]>([
    [".claude/*.json", matches("**/.claude/settings*.json"), UNKNOWN],
    ["*.json", matches("**/.claude/settings*.json"), FALSE],
    ["*.json", matches("**/package.json"), UNKNOWN],
    ["*.md", matches("**/package.json"), FALSE],
    ["*/*.json", matches("**/.claude/settings*.json"), FALSE],
    ["*/*.json", matches("**/.claude/settings*.json"), UNKNOWN, { dotglob: true }],
    ["**/*.json", matches("**/.claude/settings*.json"), UNKNOWN, { dotglob: true, globstar: true }],
    ["**/*.json", matches("lib/deep/x.json"), UNKNOWN, { globstar: true }],
    ["**/*.json", matches("lib/deep/x.json"), FALSE],
    ["lib/*", matches("~/shop/lib/x.json"), UNKNOWN],
    ["lib/*", matches("~/other/x.json"), FALSE],
    ["../*/a", matches("src/a"), FALSE],
    ["../*/a", matches("a"), UNKNOWN],
    ["[!.]*", matches("**/.env"), FALSE],
    ["@(.env|b)", matches("**/.env"), UNKNOWN],
    ["*", under(".claude"), FALSE],
    ["*", under("src"), UNKNOWN],
    ["*", (c, path) => isPolicyc(c, path), FALSE],
    ["*", (c, path) => isPolicyc(c, path), UNKNOWN, { dotglob: true }],
    ["*", (c, path) => isSystem(c, path), FALSE],
    ["/e*/x", (c, path) => isSystem(c, path), UNKNOWN],
    ["../../d*", (c, path) => isHome(c, path), TRUE],
  ])("%s", (text, one, wanted, options = {}) => {
    expect(anyOf(text, one, { world: blind, options })).toBe(wanted);
    const isFaint = wanted === UNKNOWN && anyOf(text, one, { world: worldOf([]), options }) === FALSE;
    expect(anyOf(text, one, { world: blind, options, isFaint: true })).toBe(isFaint ? UNLIKELY : wanted);
  });

  test("what the pattern itself says holds for all", () => {
    expect(allOf("src/*", under("src"), { world: blind })).toBe(TRUE);
    expect(allOf("*/*", under("src"), { world: blind })).not.toBe(TRUE);
  });

  test("a walk that ends early leaves the rest open", () => {
    const part: World = (key, at) => {
      const answer = world(key, at);
      return key.startsWith("glob:") && typeof answer === "string" ? answer.replace(/^whole/, "part") : answer;
    };
    expect(anyOf("config/*", matches("**/*.pem"), { world: part })).toBe(TRUE);
    expect(anyOf("config/*", matches("**/*.key"), { world: part })).toBe(UNKNOWN);
    expect(anyOf("config/*.txt", matches("**/*.key"), { world: part })).toBe(FALSE);
  });
});

describe("what is recorded", () => {
  const many = Array.from({ length: 200 }, (_, i) => `keys/${i}.pub`);

  test("short answers whole", () => {
    const c = contextWith(world);
    any(listOf(c, "config/*", {}), (path) => matches("**/x")(c, path));
    expect(Object.values(c.factsAsked())).toContain(`whole\0${PROJECT}/config/Site.pem`);
  });

  test("of long ones nothing but what decided", () => {
    const c = contextWith(worldOf([...many, "keys/a.pem"]));
    const list = listOf(c, "keys/*", {});
    any(list, (path) => matches("**/none")(c, path));
    const record = Object.entries(c.factsAsked()).find(([key]) => key.startsWith("glob:"));
    expect(record?.[1]).toBe("cut");
    c.keepEntry(record?.[0] ?? "", `${PROJECT}/keys/a.pem`);
    expect(c.factsAsked()[record?.[0] ?? ""]).toBe(`cut\0${PROJECT}/keys/a.pem`);
  });
});

describe("less knowledge", () => {
  const patterns = [
    "*",
    ".*",
    "*.json",
    ".claude/*",
    "*/*",
    "**/*",
    "[a-c]*",
    "c?nfig/*.pem",
    "../*/*",
    ".p*/*",
    "/h*/*",
  ];
  const tests = [
    matches("**/.claude/settings*.json"),
    matches("**/*.pem", "src/**"),
    matches("~/shop/*.json"),
    under("src"),
    under(".claude"),
    (c: Context, path: PathValue) => isPolicyc(c, path),
    (c: Context, path: PathValue) => isHome(c, path),
  ] as const satisfies readonly Test[];
  const shells: readonly GlobOptions[] = [
    {},
    { dotglob: true },
    { globstar: true },
    { dotglob: true, nocaseglob: true },
  ];

  test("never loosens: what the disk shows is at least possible without it", () => {
    const looser: string[] = [];
    for (const text of patterns)
      for (const [at, one] of tests.entries())
        for (const options of shells)
          if (anyOf(text, one, { world, options }) !== FALSE && anyOf(text, one, { world: blind, options }) === FALSE)
            looser.push(`${text} ${at} ${JSON.stringify(options)}`);
    expect(looser).toEqual([]);
  });
});
