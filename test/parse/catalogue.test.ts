// Each syntax code's `bad` policy gives exactly that code, its `good` policy none; every code says why it matters.

import { describe, expect, test } from "vitest";
import type { CatalogueEntry } from "../../src/compiler/diagnostics/catalogue/entry.ts";
import { syntaxCodes } from "../../src/compiler/diagnostics/catalogue/syntax.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { parsePolicy } from "../../src/compiler/parse/parse.ts";

const entries: readonly (readonly [string, CatalogueEntry])[] = Object.entries(syntaxCodes);

function codesOf(text: string): readonly string[] {
  const session = new Session();
  parsePolicy({ file: "t.policy", text }, session);
  return session.diagnostics().map((d) => d.code);
}

describe("the syntax codes of the catalogue", () => {
  test.each(entries.filter(([, entry]) => entry.bad !== undefined))(
    "%s: bad gives it, good does not",
    (code, entry) => {
      expect([...new Set(codesOf(entry.bad ?? ""))]).toEqual([code]);
      if (entry.good !== undefined) expect(codesOf(entry.good)).toEqual([]);
    },
  );

  test.each(entries)("%s follows the message grammar", (_, entry) => {
    expect(entry.message).toMatch(/^[a-z`{=]/);
    expect(entry.message).not.toMatch(/[.\n]$/);
    expect(entry.explain).toMatch(/\.$/);
  });

  test("codes ascend and slugs are unique", () => {
    const codes = entries.map(([code]) => code);
    expect([...codes].sort()).toEqual(codes);
    expect(new Set(entries.map(([, entry]) => entry.slug)).size).toBe(codes.length);
  });
});
