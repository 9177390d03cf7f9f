// `npm run demo`, as the README promises it: checks, tests and builds the shipped policies, then prints a decision, its
// reason and its place. It uses dist/, which `npm ci` makes.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./workspace.ts";

it("the demo prints a decision with its reason and place", () => {
  const printed = execFileSync(process.execPath, [join(root, "scripts/demo.mjs")], { encoding: "utf8" });
  expect(printed).toMatch(/^checked {2}policies\/recommended\.policy: \d+ rules, no findings$/m);
  expect(printed).toMatch(/^decision block$/m);
  expect(printed).toMatch(/^reason {3}secret-files-stay-unread: `app\/\.env` contains secrets/m);
  expect(printed).toMatch(/^place {4}std\/secrets\.policy:\d+:\d+$/m);
});
