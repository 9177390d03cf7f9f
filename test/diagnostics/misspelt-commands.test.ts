// Patterns that one slip of the pen makes inert, and right ones that resemble others. npm itself knows `isntall`.

import { expect, it } from "vitest";
import { misspeltIn } from "../../src/compiler/analyse/types/misspelt-commands.ts";
import { isPatternError, parsePattern } from "../../src/shell/match/pattern.ts";

const meant = (text: string): string | null => {
  const pattern = parsePattern(text);
  if (isPatternError(pattern)) throw new Error(pattern.error);
  return misspeltIn(pattern, {})?.meant ?? null;
};

it.each([
  ["kubctl delete", "kubectl"],
  ["npm publsh", "publish"],
  ["kubectl delte pod", "delete"],
  ["gti push", "git"],
  ["dokcer run", "docker"],
  ["terrafrom apply", "terraform"],
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
])("%s is not misspelt", (text) => expect(meant(text)).toBeNull());
