// From policy text to generated code: what a reviewer finds in policy.ts. UPDATE=1 writes the expected text again.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { emitModule } from "../../src/compiler/emit/emit-module.ts";
import { checkPolicies } from "../../src/compiler/pipeline.ts";

const folder = fileURLToPath(new URL("from-text", import.meta.url));
const packsDir = fileURLToPath(new URL("../../policies", import.meta.url));

it("writes what the policy says", async () => {
  const { model, diagnostics } = await checkPolicies(["input.policy"], { cwd: folder, packsDir });
  expect(diagnostics.map(({ code }) => code)).toEqual([]);
  if (model === null) throw new Error("no model");
  // The rules that every bundle has would only make the sample change with them.
  const rules = model.ir.rules.filter((rule) => rule.file === "input.policy");
  expect(rules.map((rule) => rule.id)).toEqual(rules.map((_, id) => id));
  const text = emitModule({ ...model.ir, rules });
  const file = join(folder, "expected.txt");
  if (process.env.UPDATE === "1") writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
});

it("brings no second engine for patterns along with the packs", async () => {
  const place = mkdtempSync(join(tmpdir(), "policyc-packs-"));
  const packs = readdirSync(packsDir, { recursive: true, encoding: "utf8" }).filter((name) =>
    /^(?:shell|std)\W/.test(name),
  );
  const uses = packs.map((name) => `use "${name.replaceAll("\\", "/").replace(/\.policy$/, "")}"\n`);
  expect(uses.length).toBeGreaterThan(20);
  writeFileSync(join(place, "all.policy"), `language 1\n${uses.join("")}`);
  const { model } = await checkPolicies(["all.policy"], { cwd: place, packsDir });
  rmSync(place, { recursive: true });
  if (model === null) throw new Error("no model");
  expect(emitModule(model.ir)).not.toContain("policyc:linear");
});
