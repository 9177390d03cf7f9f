// A folder in a view stands for every file below it: listed ones are tested one by one, the rest as a whole.

import { describe, expect, test } from "vitest";
import type { TreeFilter } from "../../src/language/listing.ts";
import { FALSE, not, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../src/language/truth.ts";
import { lengthOf } from "../../src/runtime/engine/builtins.ts";
import { Context } from "../../src/runtime/engine/event/context.ts";
import { environmentOf, type World } from "../../src/runtime/engine/event/environment.ts";
import { treeOf } from "../../src/runtime/engine/paths/extent.ts";
import { matchesPath, pathGlobs } from "../../src/runtime/engine/paths/path-globs.ts";
import { isHome, isPolicyc, isRoot, isSystem } from "../../src/runtime/engine/paths/path-kinds.ts";
import { folders, globOf, isUnder, type PathValue, pathOf } from "../../src/runtime/engine/paths/paths.ts";
import { all, any } from "../../src/runtime/engine/quantifiers.ts";
import { diskOf } from "../disk.ts";

const HOME = "/home/dev";
const PROJECT = `${HOME}/shop`;
const OWN = `${HOME}/.local/state/policyc`;

function contextWith(world: World | undefined): Context {
  const c = new Context("before_tool_call", environmentOf({ world, home: HOME, own: [OWN], namedFolders: [] }));
  c.workdir = PROJECT;
  c.cwd = PROJECT;
  return c;
}

interface Asked {
  readonly disk?: World;
  readonly filter?: TreeFilter;
  readonly isFaint?: boolean;
  readonly from?: string;
}

type Test = (c: Context, path: PathValue) => Truth;
const matches = (...patterns: readonly string[]): Test => {
  const globs = pathGlobs(() => patterns);
  return (c, path) => matchesPath(c, path, globs, true);
};
const under = (...places: readonly string[]): Test => {
  const dirs = folders(places);
  return (c, path) => isUnder(c, path, dirs, true);
};

function listOf(c: Context, text: string, { filter = {}, isFaint = false, from }: Asked) {
  const path = /[*?[]/.test(text) ? globOf(c, text) : (pathOf(c, text) as PathValue);
  const source = from === undefined ? {} : { from: pathOf(c, from) as PathValue };
  return { items: [treeOf(c, path, { filter, isFaint, ...source })], complete: true, hasExtents: true };
}

function anyBelow(text: string, test: Test, asked: Asked = {}): Truth {
  const c = contextWith(asked.disk);
  return any(listOf(c, text, asked), (path) => test(c, path));
}

function allBelow(text: string, test: Test, asked: Asked = {}): Truth {
  const c = contextWith(asked.disk);
  return all(listOf(c, text, asked), (path) => test(c, path));
}

const disk = diskOf([
  `${PROJECT}/.env`,
  `${PROJECT}/src/a.ts`,
  `${PROJECT}/src/deep/B.ts`,
  `${PROJECT}/src/deep/.env.local`,
  `${HOME}/notes/todo.md`,
]);
/** Says where paths are, and nothing about what is below them. */
const blind: World = (key) => (key.startsWith("realpath:") ? key.slice("realpath:".length) : undefined);
const cut = diskOf([`${PROJECT}/src/a.ts`, `${PROJECT}/src/b.ts`, `${PROJECT}/src/c.ts`], { most: 2 });

describe("a tree that was listed whole", () => {
  test.each<[string, Test, Truth]>([
    [".", matches("**/.env"), TRUE],
    ["src", matches("**/.env"), FALSE],
    ["src", matches("**/.env*"), TRUE],
    ["src", matches("src/deep/b.ts"), TRUE],
    ["src", matches("src"), TRUE],
    ["src/deep", matches("src/*.ts"), FALSE],
    ["src", matches("src/*.ts"), TRUE],
    ["..", matches("src/*.ts"), TRUE],
    ["..", matches("~/notes/*"), TRUE],
    ["..", matches("*.md"), FALSE],
    ["/", matches("~/notes/*"), TRUE],
    ["src", under("src/deep"), TRUE],
    ["src", under("lib"), FALSE],
    ["src/*", matches("**/.env.local"), TRUE],
    ["*", matches("**/.env"), FALSE],
    [".*", matches("**/.env"), TRUE],
  ])("%s", (text, one, wanted) => {
    expect(anyBelow(text, one, { disk })).toBe(wanted);
  });

  test("`not` inside the quantifier is asked of each file", () => {
    const other: Test = (c, path) => not(matches("src/**/*.ts", "src", "src/deep")(c, path));
    expect(anyBelow("src", other, { disk })).toBe(TRUE);
    expect(anyBelow("src", other, { disk: cut, isFaint: true })).toBe(UNLIKELY);
    expect(anyBelow("src", other, { disk: diskOf([`${PROJECT}/src/a.ts`]) })).toBe(FALSE);
  });

  test("all of it", () => {
    expect(allBelow("src", under("src"), { disk })).toBe(TRUE);
    expect(allBelow("src", under("src/deep"), { disk })).toBe(FALSE);
    expect(allBelow(".", matches("src/**"), { disk })).toBe(FALSE);
  });

  test("its length is the number of what it stands for", () => {
    expect(lengthOf(listOf(contextWith(disk), "src", {}))).toBe(5);
    expect(typeof lengthOf(listOf(contextWith(cut), "src", {}))).toBe("symbol");
  });
});

describe("a tree that was not listed whole", () => {
  test.each<[string, Test, boolean, Truth]>([
    ["src", matches("**/.env"), false, UNKNOWN],
    ["src", matches("**/.env"), true, UNLIKELY],
    ["src", matches("lib/**/.env"), false, FALSE],
    ["src", matches("/etc/**"), false, FALSE],
    ["src", matches("src/a.ts"), false, TRUE],
    ["src", matches("src/*.md"), false, UNKNOWN],
    ["src", matches("src/**"), false, TRUE],
    ["src", under("src/deep"), false, UNKNOWN],
    ["src", under("lib"), false, FALSE],
    ["src", under("."), true, TRUE],
    ["src", (c, path) => isSystem(c, path), false, FALSE],
    ["src", (c, path) => isHome(c, path), false, FALSE],
    ["src", (c, path) => isRoot(path, c), false, FALSE],
  ])("%s", (text, one, isFaint, wanted) => {
    expect(anyBelow(text, one, { disk: cut, isFaint })).toBe(wanted);
  });

  test("a folder that holds too many files itself is not one that tools fill", () => {
    const files = Array.from({ length: 10_001 }, (_, at) => `${PROJECT}/src/${at}`);
    expect(anyBelow("src", matches("**/.env"), { disk: diskOf(files) })).toBe(UNKNOWN);
    expect(anyBelow("build", matches("**/.env"), { disk: blind })).toBe(UNLIKELY);
  });

  test("names that the program looks for narrow it", () => {
    const filter = { include: ["*.log"] };
    expect(anyBelow("src", matches("**/.env"), { disk: blind, filter })).toBe(FALSE);
    expect(anyBelow("src", matches("**/x.log"), { disk: blind, filter })).toBe(UNKNOWN);
    expect(anyBelow("src", matches("**/*.pem"), { disk: blind, filter })).toBe(UNKNOWN);
  });

  test("all of it is at best unknown", () => {
    expect(allBelow("src", under("src"), { disk: cut })).toBe(UNKNOWN);
    expect(allBelow("src", under("src"), { disk: cut, isFaint: true })).toBe(UNKNOWN);
    expect(allBelow("src", matches("src/b.ts"), { disk: cut })).toBe(FALSE);
  });

  test("where all would match there may still be none", () => {
    expect(anyBelow("src", matches("src/**/*"), { disk: blind })).toBe(UNKNOWN);
    expect(anyBelow("src", matches("src/**/*"), { disk: blind, isFaint: true })).toBe(UNKNOWN);
    expect(anyBelow("src", matches("src/**/*"), { disk: diskOf([]) })).toBe(FALSE);
  });
});

describe("places that are there, whatever was listed", () => {
  const empty = diskOf([OWN]);

  test.each<[string, Test, Truth]>([
    ["/", (c, path) => isSystem(c, path), TRUE],
    ["/", (c, path) => isHome(c, path), TRUE],
    ["/home", (c, path) => isHome(c, path), TRUE],
    ["/home", (c, path) => isPolicyc(c, path), TRUE],
    ["~/.local/state", (c, path) => isPolicyc(c, path), TRUE],
    ["~/.local/share", (c, path) => isPolicyc(c, path), FALSE],
    ["..", under("."), TRUE],
    ["/tmp", under("."), FALSE],
  ])("%s", (text, one, wanted) => {
    expect(anyBelow(text, one, { disk: empty })).toBe(wanted);
    expect(anyBelow(text, one, { disk: blind })).toBe(wanted);
  });

  test("what policyc has not made yet is not there", () => {
    expect(anyBelow("~/.local/state", (c, path) => isPolicyc(c, path), { disk: diskOf([]) })).toBe(FALSE);
  });

  test("unless the program leaves them out", () => {
    const isOwn: Test = (c, path) => isPolicyc(c, path);
    expect(anyBelow("~", isOwn, { disk: empty, filter: { skipsHidden: true } })).toBe(FALSE);
    expect(anyBelow("~", isOwn, { disk: empty, filter: { exclude: [".local"] } })).toBe(FALSE);
    expect(anyBelow("~", isOwn, { disk: empty, filter: { depth: 2 } })).toBe(FALSE);
    expect(anyBelow("~", isOwn, { disk: empty, filter: { include: ["*.log"] } })).toBe(FALSE);
  });
});

test("what is copied gets its names where it goes", () => {
  expect(anyBelow("~", matches("~/.env"), { disk, from: "." })).toBe(TRUE);
  expect(anyBelow("~", matches("~/.bashrc"), { disk, from: "." })).toBe(FALSE);
  expect(anyBelow("lib", matches("lib/deep/b.ts"), { disk, from: "src" })).toBe(TRUE);
  expect(anyBelow("~", matches("~/.bashrc"), { from: "." })).toBe(UNKNOWN);
});

test("the world is asked once for a tree, and not at all where the folder decides", () => {
  const asked: string[] = [];
  const c = contextWith((key, at) => {
    if (key.startsWith("tree:")) asked.push(key);
    return disk(key, at);
  });
  const list = listOf(c, ".", {});
  expect(any(list, (path) => under(".")(c, path))).toBe(TRUE);
  expect(asked).toEqual([]);
  for (const pattern of ["**/.env", "**/x", "**/y"]) any(list, (path) => matches(pattern)(c, path));
  any(listOf(c, ".", {}), (path) => matches("**/z")(c, path));
  expect(asked).toEqual([`tree:${JSON.stringify({ root: PROJECT })}`]);
});

describe("folders that tools fill", () => {
  const packages = Array.from({ length: 11_000 }, (_, at) => `${PROJECT}/node_modules/p${at % 90}/lib/f${at}.js`);
  const full = diskOf([...packages, `${PROJECT}/src/a.ts`, `${PROJECT}/node_modules/p1/.env`]);

  test("what was not listed in them is a faint doubt", () => {
    expect(anyBelow("node_modules", matches("**/.env"), { disk: full })).toBe(TRUE);
    expect(anyBelow("node_modules", matches("**/id_rsa"), { disk: full })).toBe(UNLIKELY);
    expect(anyBelow("node_modules/p1", matches("**/id_rsa"), { disk: full })).toBe(FALSE);
    expect(anyBelow("node_modules", matches("**/id_rsa"), { disk: blind })).toBe(UNLIKELY);
    expect(allBelow("node_modules", under("node_modules"), { disk: full })).toBe(UNKNOWN);
  });

  test("the project with them too, if everything else was listed", () => {
    expect(anyBelow(".", matches("**/id_rsa"), { disk: full })).toBe(UNLIKELY);
    expect(anyBelow("src", matches("**/id_rsa"), { disk: blind })).toBe(UNKNOWN);
    const others = diskOf(packages.map((path) => path.replace("node_modules", "data")));
    expect(anyBelow(".", matches("**/id_rsa"), { disk: others })).toBe(UNKNOWN);
    expect(anyBelow(".", matches("**/id_rsa"), { disk: full, filter: { exclude: ["x"] } })).toBe(UNKNOWN);
  });
});

test("a world that lists more than is taken does not have it whole", () => {
  const many = Array.from({ length: 12_000 }, (_, at) => `${PROJECT}/f${at}`);
  const large = diskOf(many, { most: 13_000 });
  expect(allBelow(".", under("."), { disk: large })).toBe(UNKNOWN);
});
