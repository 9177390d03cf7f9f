// Paths that are put together without `node:path` are those it would make.

import { basename, dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lastBundle } from "../../src/runtime/last-bundle.ts";
import { inFolder, resolved } from "../../src/runtime/plain-paths.ts";
import { seeded } from "../seeded.ts";

const part = fc.constantFrom("", ".", "..", "a", ".policyc", "bundle", "b c", "...", "a.", "~");
const path = fc
  .tuple(fc.constantFrom("/", "", "//"), fc.array(part, { maxLength: 6 }), fc.constantFrom("", "/"))
  .map(([start, parts, end]) => `${start}${parts.join("/")}${end}`);

it("resolves what `resolve` resolves", () => {
  fc.assert(
    fc.property(path, (given) => {
      expect(resolved(given)).toBe(resolve(given));
    }),
    seeded("resolved paths", 2000),
  );
});

it("keeps the bundle that is replaced beside it", () => {
  fc.assert(
    fc.property(path, (given) => {
      const whole = resolve(given);
      expect(lastBundle(given)).toBe(join(dirname(whole), `.${basename(whole)}.last`));
    }),
    seeded("resolved paths", 2000),
  );
});

it("names files in folders", () => {
  expect(inFolder("/home/a", ".policyc/run")).toBe(join("/home/a", ".policyc", "run"));
});
