// Patterns that one slip of the pen makes inert, and right ones that resemble others. npm itself knows `isntall`.

import { expect, it } from "vitest";
import { misspeltIn, unknownProgramIn } from "../../src/compiler/analyse/types/misspelt-commands.ts";
import { isPatternError, type Pattern, parsePattern } from "../../src/shell/match/pattern.ts";
import type { UserPrograms } from "../../src/shell/programs/index.ts";

function read(text: string, programs: UserPrograms = {}): Pattern {
  const pattern = parsePattern(text, programs);
  if (isPatternError(pattern)) throw new Error(pattern.error);
  return pattern;
}

const meant = (text: string): string | null => misspeltIn(read(text), {})?.meant ?? null;

it.each([
  ["kubctl delete", "kubectl"],
  ["npm publsh", "publish"],
  ["kubectl delte pod", "delete"],
  ["gti push", "git"],
  ["dokcer run", "docker"],
  ["terrafrom apply", "terraform"],
  ["clamscan --confgi x", "--config"],
  ["msgcat --outpt=*", "--output"],
])("%s", (text, word) => expect(meant(text)).toBe(word));

it.each([
  "kubectl delete pod",
  "npm install",
  "npm isntall",
  "git push",
  "acme-deploy now",
  "abc",
  "npm run isntall",
  "*",
  "kubct* delete",
  "kubectl delete --all",
  "clamscan --configs x",
  "msgcat --color",
])("%s is not misspelt", (text) => expect(meant(text)).toBeNull());

const unknown = (text: string, programs: UserPrograms = {}): string | null => unknownProgramIn(read(text, programs));

it.each([
  ["acme-deploy now", "acme-deploy"],
  ["( git | acme ) push", "acme"],
  ["git push", null],
  ["acme* push", null],
  ["./deploy.sh now", null],
  ["python3.12 -c *", null],
])("%s names %s without a table", (text, name) => expect(unknown(text)).toBe(name));

it("a declared program is known", () => {
  expect(unknown("acme-deploy now", { "acme-deploy": { wrapper: false, flags: [] } })).toBeNull();
});
