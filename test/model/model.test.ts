// What the front says about whole bundles: each sample is a folder of files, expected.txt the findings, or else the meaning.

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Model } from "../../src/compiler/ir/model.ts";
import { analyseIn, expectText, root, samplesIn } from "../harness.ts";

const packsDir = join(root, "test/fixtures/packs");

describe("model", () => {
  it.each(samplesIn("model"))("%s", (sample) => {
    const { model, text } = analyseIn(join(root, "test/model", sample, "input"), ["."], { packsDir });
    expectText(`model/${sample}/expected.txt`, text + (model === null ? "" : meaning(model)));
  });

  it("gives the same answer twice", () => {
    const run = () => analyseIn(join(root, "test/model/guards-that-hold/input"), ["."], { packsDir });
    expect(JSON.stringify(run())).toBe(JSON.stringify(run()));
  });
});

/** One line per rule, example and step. */
function meaning({ ir, examples, tests, reparameterised }: Model): string {
  const lines = [`scope ${ir.scope}, targets ${ir.targets.join(", ")}`];
  for (const rule of ir.rules) {
    if (rule.file === "std/self.policy") continue;
    const stratum = rule.stratum === null ? "" : `, layer ${rule.stratum}`;
    const tools = rule.tools === null ? "" : `, tools ${rule.tools.join(" ")}`;
    lines.push(
      `rule ${rule.name} at ${rule.file}:${rule.line}:${rule.column} on ${rule.points.join(", ")}${tools}${stratum}`,
    );
    for (const { text, operands } of rule.conditions)
      lines.push(`  ${text}    reads ${operands.join(", ") || "nothing"}`);
    for (const chain of rule.effects) lines.push(`  ${chain.map((effect) => effect.kind).join(" else ")}`);
  }
  for (const { rule, expects, event, given } of examples) {
    const { name, file } = ir.rules[rule] ?? { name: "", file: "" };
    if (file !== "std/self.policy") lines.push(`${name} ${expects} ${JSON.stringify(event)} ${JSON.stringify(given)}`);
  }
  for (const test of tests) {
    lines.push(`test ${test.name}`);
    for (const step of test.steps)
      lines.push(`  ${JSON.stringify(step.event)} ${step.expect} ${[...step.by, ...step.warns].join(" ")}`);
  }
  if (ir.labels.length > 0) lines.push(`labels ${ir.labels.join(", ")}`);
  for (const [counter, windows] of Object.entries(ir.counters))
    lines.push(`counter ${counter} over ${windows.join(", ")} ms`);
  if (reparameterised.length > 0)
    lines.push(`examples left out: ${reparameterised.map((rule) => ir.rules[rule]?.name).join(", ")}`);
  return `${lines.join("\n")}\n`;
}
