// A hook uses few fields of a manifest: those that were hashed, however its line breaks stand, or none.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manifestText, revisionOf } from "../../src/language/revision.ts";
import { readManifest } from "../../src/service/light-manifest.ts";
import { seeded } from "../seeded.ts";

const files = { "hook.cjs": "1".repeat(64), "policy.mjs": "2".repeat(64) };
const other = { "hook.cjs": "3".repeat(64) };

function textOf(content: object): { readonly text: string; readonly revision: string } {
  const whole = { facts: {}, format: 1, ir: 1, language: 1, rules: [], scope: "user", targets: {}, ...content };
  const revision = revisionOf(whole, files);
  return { text: manifestText({ ...whole, files, revision }), revision };
}

/** What a whole reading finds, or the code of the refusal. */
function read(text: string, pin: string | null = null): unknown {
  try {
    return readManifest(Buffer.from(text), pin);
  } catch (caught) {
    return (caught as { readonly code?: string }).code;
  }
}

describe("the manifest of a hook", () => {
  it("is that of the compiler, with whatever is in its rules", () => {
    const rules = [{ files: other, scope: "internal", rules: [1], revision: "4".repeat(64) }, "x", { scope: "repo" }];
    const fields = { counters: { rules: [1], scope: [2], größe: [3] }, facts: { files: ["a"] }, labels: ["größe"] };
    for (const content of [{}, { rules }, { ...fields, rules: [...rules, "größe"] }]) {
      const { text, revision } = textOf(content);
      expect(read(text)).toMatchObject({ revision, scope: "user", files });
      expect(read(text, revision)).toMatchObject({ revision, scope: "user", files });
      expect(read(text, "5".repeat(64))).toBe("P606");
    }
  });

  it("in another layout is the same", () => {
    const { text, revision } = textOf({ rules: [{ files: other }] });
    for (const laid of [JSON.stringify(JSON.parse(text)), JSON.stringify(JSON.parse(text), null, 4)])
      expect(read(laid)).toMatchObject({ revision, scope: "user", files });
  });

  it("is refused when it is not as it was built", () => {
    const { text, revision } = textOf({ rules: ["a"] });
    expect(read(text.replace('"a"', '"b"'))).toBe("P604");
    expect(read(text.replace("111", "113"), revision)).toBe("P604");
    expect(read(text.replace('"user"', '"repo"'))).toBe("P604");
    expect(
      read(
        text.replace(
          revision,
          revision.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
        ),
      ),
    ).toBe("P604");
    expect(read(text.slice(0, -3))).toBe("P602");
    expect(read("[]")).toBe("P603");
    expect(read("")).toBe("P602");
  });

  it("is never another, wherever its line breaks are", () => {
    const nested = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(1, "user", "internal", "x"),
        fc.array(tie("value"), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom("files", "scope", "rules", "revision", "format", "hook.cjs"), tie("value"), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
      ),
    })).value;
    const breaks = fc.array(fc.tuple(fc.nat(), fc.constantFrom("\n", "\n  ", "\n    ")), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(nested, { maxLength: 3 }), nested, breaks, fc.boolean(), (rules, facts, added, all) => {
        const { text, revision } = textOf({ rules, facts: Object(facts) });
        let moved = all ? text : text.replace(/\n */g, "");
        for (const [at, white] of added) {
          const place = at % moved.length;
          moved = `${moved.slice(0, place)}${white}${moved.slice(place)}`;
        }
        const found = read(moved);
        if (typeof found === "object") expect(found).toMatchObject({ revision, scope: "user", files });
        else expect(found).toMatch(/^P60[234]$/);
      }),
      seeded("manifests", 500),
    );
  });
});
