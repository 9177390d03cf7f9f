// A file with several names: a rule about one of them sees a write to another.

import { linkSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FALSE, TRUE } from "../../src/language/truth.ts";
import { Context } from "../../src/runtime/engine/event/context.ts";
import { environmentOf } from "../../src/runtime/engine/event/environment.ts";
import { withOtherNames } from "../../src/runtime/engine/paths/other-names.ts";
import { matchesPath, pathGlobs } from "../../src/runtime/engine/paths/path-globs.ts";
import { isPolicyc } from "../../src/runtime/engine/paths/path-kinds.ts";
import { type PathValue, pathOf } from "../../src/runtime/engine/paths/paths.ts";
import { nodeWorld } from "../../src/runtime/machine/facts.ts";
import { shellCommand } from "../../src/shell/command.ts";
import { readCommand } from "../../src/shell/interp/read.ts";
import { temporaryFolder } from "./hand-made-bundle.ts";

const project = realpathSync(temporaryFolder());
const own = join(realpathSync(temporaryFolder()), "state");
mkdirSync(own);
mkdirSync(join(project, ".claude"));
for (const file of [join(project, ".claude", "settings.json"), join(project, "plain"), join(own, "policy.mjs")])
  writeFileSync(file, "");
linkSync(join(project, ".claude", "settings.json"), join(project, "notes.json"));
linkSync(join(own, "policy.mjs"), join(project, "other.mjs"));

function contextHere(): Context {
  const around = environmentOf({ world: nodeWorld, home: "/nowhere", own: [own], namedFolders: [] });
  const c = new Context("before_tool_call", around);
  c.workdir = project;
  c.cwd = project;
  return c;
}

const settings = pathGlobs(() => ["**/.claude/settings*.json"]);

test("a write to another name is a write to the file", () => {
  const c = contextHere();
  const named = (text: string): PathValue => withOtherNames(c, pathOf(c, text) as PathValue);
  expect(matchesPath(c, named("notes.json"), settings, true)).toBe(TRUE);
  expect(matchesPath(c, named("plain"), settings, true)).toBe(FALSE);
  expect(matchesPath(c, named("new"), settings, true)).toBe(FALSE);
  expect(isPolicyc(c, named("other.mjs"))).toBe(TRUE);
  expect(isPolicyc(c, named("notes.json"))).toBe(FALSE);
});

test("only files with several names are recorded", () => {
  const c = contextHere();
  for (const text of ["plain", "new", "notes.json"]) withOtherNames(c, pathOf(c, text) as PathValue);
  expect(Object.keys(c.factsAsked()).filter((key) => key.startsWith("same:")).length).toBe(1);
});

const written = (text: string): readonly string[] => {
  const environment = { home: "/home/dev", shell: "bash", programs: {} } as const;
  const command = shellCommand(text, environment);
  return readCommand(text, environment).calls.flatMap((call) =>
    command.effects(call).writes.items.map((word) => word.text),
  );
};

test.each<[string, string, boolean]>([
  ["ln .claude/settings.json notes.json", ".claude/settings.json", true],
  ["ln -f a/x b", "a/x", true],
  ["ln a/x", "a/x", true],
  ["link a/x b", "a/x", true],
  ["cp -l a/x b", "a/x", true],
  ["cp -al a b", "a", true],
  ["ln a/x a/y d/", "a/y", true],
  ['ln a/x "$TO"', "a/x", true],
  ["ln -s a/x b", "a/x", false],
  ["cp a/x b", "a/x", false],
  ["mv a/x b", "a/x", false],
])("%s", (text, source, isWritten) => {
  expect(written(text).includes(source)).toBe(isWritten);
});
