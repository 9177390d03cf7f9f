// What each analysis of a rule set reports, and what it leaves alone: cases.txt has policies with the codes they must give.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { analyse } from "../../src/compiler/analyse/front.ts";
import { checks } from "../../src/compiler/check/index.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { scratch } from "../bundle/built.ts";
import { packsDir } from "../docs/workspace.ts";

const cases = readFileSync(join(import.meta.dirname, "cases.txt"), "utf8").split(/^---\n/m);

it.each(cases)("%s", (text) => {
  const [, wanted = ""] = /^# expect ?(.*)\n/.exec(text) ?? [];
  const cwd = scratch();
  writeFileSync(join(cwd, "a.policy"), text);
  const session = new Session();
  const model = analyse(["a.policy"], { cwd, packsDir }, session);
  if (model !== null && !session.hasErrors) for (const check of checks) check(model, session);
  const found = session.diagnostics();
  expect(found.map(({ code }) => code).sort()).toEqual(wanted.split(" ").filter((code) => code !== ""));
  // Both places are underlined where two are at odds.
  for (const { code, notes, message } of found) if (/^P43[2-6]$/.test(code)) expect(notes, message).toHaveLength(1);
});
