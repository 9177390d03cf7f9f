// What rules become: each sample is one file, expected.json its IR without std/self.

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { analyseIn, expectText, root, samplesIn } from "../harness.ts";

const packsDir = join(root, "test/fixtures/packs");

describe("ir", () => {
  it.each(samplesIn("ir"))("%s", (sample) => {
    const { model, text } = analyseIn(join(root, "test/ir", sample), ["input.policy"], { packsDir });
    expect(text).toBe("");
    const ir = model?.ir;
    const rules = ir?.rules.filter((rule) => rule.file !== "std/self.policy");
    expectText(`ir/${sample}/expected.json`, `${compact({ ...ir, rules })}\n`);
  });

  it("is plain JSON", () => {
    const { model } = analyseIn(root, ["policies/std", "policies/shell"]);
    expect(JSON.parse(JSON.stringify(model?.ir))).toEqual(model?.ir);
  });
});

/** JSON with short parts on one line, so that a change of one condition is a change of one line. */
function compact(value: unknown, indent = ""): string {
  const line = JSON.stringify(value) ?? "null";
  if (indent.length + line.length <= 140 || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => inner + compact(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${compact(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${items.join(",\n")}\n${indent}${close}`;
}
