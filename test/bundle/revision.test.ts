// The revision is the hash of the manifest in canonical JSON: written out here by hand, piece by piece.

import fc from "fast-check";
import { expect, it } from "vitest";
import { laidOut, manifestText, revisionOf, revisionOfCanonical } from "../../src/language/revision.ts";
import { sha256Hex } from "../../src/language/sha256.ts";
import { seeded } from "../seeded.ts";

function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const fields = keys.map((key) => `${JSON.stringify(key)}:${canonical((value as { [key: string]: unknown })[key])}`);
  return `{${fields.join(",")}}`;
}

const value = fc.jsonValue({ maxDepth: 4 }).filter((one) => !JSON.stringify(one).includes("__proto__"));
const key = fc.oneof(fc.string(), fc.constantFrom("constructor", "toString", "10", "9", "", "a", "revision", "files"));
const manifest = fc.dictionary(key, value, { noNullPrototype: true }).filter((one) => !Object.hasOwn(one, "__proto__"));

it("is that of any content, in whatever order its keys are", () => {
  fc.assert(
    fc.property(manifest, (content) => {
      const files = { "b.txt": "2", "a.txt": "1" };
      const { revision, ...rest } = content;
      const wanted = sha256Hex(`policyc-bundle\n${canonical({ ...rest, files })}`);
      const turned = Object.fromEntries(Object.entries(content).reverse());
      return revisionOf(content, files) === wanted && revisionOf(turned, files) === wanted;
    }),
    seeded("hashes", 300),
  );
});

it("is none where a key could hide", () => {
  expect(() => revisionOf(JSON.parse('{"a":{"__proto__":{}}}'), {})).toThrow("__proto__");
});

it("is found in the text of a manifest, and nothing else in the text counts less", () => {
  fc.assert(
    fc.property(manifest, fc.nat(), (fields, at) => {
      const content = { ...fields, scope: "user" };
      const files = { "b.txt": "2", "a.txt": "1" };
      const revision = revisionOf(content, files);
      const text = manifestText({ ...content, files, revision });
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ ...content, files, revision })));
      expect(saidAndFound(text)).toEqual([revision, revision]);
      const place = at % text.length;
      const changed = `${text.slice(0, place)}${text[place] === "#" ? "+" : "#"}${text.slice(place + 1)}`;
      expect(saidAndFound(changed)).not.toEqual([revision, revision]);
    }),
    seeded("revisions", 200),
  );
});

/** What the text says its revision is, and what it is. */
function saidAndFound(text: string): readonly (string | undefined)[] {
  const found = laidOut(Buffer.from(text));
  return found === null ? [] : [found.revision, revisionOfCanonical(found.canonical)];
}
