// From policy text to generated code: what a reviewer finds in policy.ts. UPDATE=1 writes the expected text again.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { emitModule } from "../../src/compiler/emit/emit-module.ts";
import { checkPolicies } from "../../src/compiler/pipeline.ts";

const folder = fileURLToPath(new URL("from-text", import.meta.url));
const packsDir = fileURLToPath(new URL("../../policies", import.meta.url));

it("writes what the policy says", async () => {
  const { model, diagnostics } = await checkPolicies(["input.policy"], { cwd: folder, packsDir });
  expect(diagnostics.map(({ code }) => code)).toEqual(["P504"]);
  if (model === null) throw new Error("no model");
  // The rules that every bundle has would only make the sample change with them.
  const rules = model.ir.rules.filter((rule) => rule.file === "input.policy");
  expect(rules.map((rule) => rule.id)).toEqual(rules.map((_, id) => id));
  const text = emitModule({ ...model.ir, rules });
  const file = join(folder, "expected.txt");
  if (process.env.UPDATE === "1") writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
});
