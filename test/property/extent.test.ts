// A wider extent never loosens: a file that becomes the folder above it, and a folder of which less was listed, leave no test
// true that was unknown before, and none false that was anything else; with `all`, none true.

import fc from "fast-check";
import { expect, test } from "vitest";
import { FALSE, TRUE, type Truth } from "../../src/language/truth.ts";
import { Context } from "../../src/runtime/engine/event/context.ts";
import { environmentOf, type World } from "../../src/runtime/engine/event/environment.ts";
import { treeOf } from "../../src/runtime/engine/paths/extent.ts";
import { matchesPath, pathGlobs } from "../../src/runtime/engine/paths/path-globs.ts";
import { isHome, isPolicyc, isProject, isSystem } from "../../src/runtime/engine/paths/path-kinds.ts";
import { type Forms, folders, isUnder, type PathValue, pathOf } from "../../src/runtime/engine/paths/paths.ts";
import { all, any } from "../../src/runtime/engine/quantifiers.ts";
import { diskOf } from "../disk.ts";
import { seeded } from "../seeded.ts";

const PROJECT = "/home/dev/shop";
const names = ["a", "B", ".env", "key.pem", "src"];
const name = fc.constantFrom(...names);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${PROJECT}/${parts.join("/")}`);
const disks = fc.array(path, { minLength: 1, maxLength: 12 });
const pattern = fc
  .array(fc.oneof(name, fc.constantFrom("*", "**", "*.pem", ".*", "?")), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("/"));

type PathTest = (c: Context, path: PathValue) => Truth;
const tests: fc.Arbitrary<PathTest> = fc.oneof(
  fc
    .tuple(fc.array(pattern, { minLength: 1, maxLength: 3 }), fc.constantFrom<Forms>("some", "every"))
    .map(([patterns, forms]): PathTest => {
      const globs = pathGlobs(() => patterns);
      return (c, one) => matchesPath(c, one, globs, true, forms);
    }),
  fc.array(name, { minLength: 1, maxLength: 3 }).map((parts): PathTest => {
    const dirs = folders([parts.join("/")]);
    return (c, one) => isUnder(c, one, dirs, true);
  }),
  fc.constantFrom<PathTest>(isHome, isPolicyc, isProject, isSystem),
);

function decide(world: World, text: string, isTree: boolean, one: PathTest): { some: Truth; every: Truth } {
  const around = environmentOf({ world, home: "/home/dev", own: [`${PROJECT}/.policyc`], namedFolders: [] });
  const c = new Context("before_tool_call", around);
  c.workdir = PROJECT;
  c.cwd = PROJECT;
  const plain = pathOf(c, text) as PathValue;
  const item = isTree ? treeOf(c, plain, { filter: {}, isFaint: false }) : plain;
  const list = { items: [item], complete: true, hasExtents: true };
  const test = (member: PathValue): Truth => one(c, member);
  return { some: any(list, test), every: all(list, test) };
}

const unlisted =
  (world: World): World =>
  (key, at) =>
    key.startsWith("tree:") ? undefined : world(key, at);

test("a file in a folder is among what the folder stands for", () => {
  fc.assert(
    fc.property(disks, tests, fc.nat(), (files, one, at) => {
      const disk = diskOf(files);
      const file = files[at % files.length] ?? PROJECT;
      const folder = file.slice(0, file.lastIndexOf("/"));
      const narrow = decide(disk, file, false, one);
      const wide = decide(disk, folder, true, one);
      if (narrow.some === TRUE) expect(wide.some).toBe(TRUE);
      if (wide.every === TRUE) expect(narrow.every).toBe(TRUE);
    }),
    seeded("wider extent", 400),
  );
});

test("less that was listed leaves nothing decided that is not certain", () => {
  fc.assert(
    fc.property(disks, tests, fc.integer({ min: 1, max: 6 }), (files, one, most) => {
      const whole = decide(diskOf(files), PROJECT, true, one);
      for (const world of [diskOf(files, { most }), unlisted(diskOf(files))]) {
        const part = decide(world, PROJECT, true, one);
        if (part.some === TRUE || part.some === FALSE) expect(whole.some).toBe(part.some);
        if (part.every === TRUE || part.every === FALSE) expect(whole.every).toBe(part.every);
      }
    }),
    seeded("less listed", 400),
  );
});
