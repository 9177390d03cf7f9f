// Generated code without its types is what esbuild makes of it: for every shipped pack, for every form of the IR, and for code
// that is made for trials only.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect, it } from "vitest";
import { stripTypes } from "../../src/compiler/bundle/strip-types.ts";
import { emitModule } from "../../src/compiler/emit/emit-module.ts";
import type { IrCond } from "../../src/compiler/ir/ir.ts";
import { eachCond } from "../../src/compiler/ir/ir-walk.ts";
import { everyForm } from "../emit/every-form.ts";
import { builtPacks } from "../guards/built-packs.ts";

/** Exactly the same once both are written in the same way. */
async function expectStripped(policyTs: string): Promise<void> {
  const options = {
    minifySyntax: true,
    minifyWhitespace: true,
    target: "es2022",
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  };
  const [ours, theirs] = await Promise.all([
    transform(stripTypes(policyTs), { ...options, loader: "js" }),
    transform(policyTs, { ...options, loader: "ts" }),
  ]);
  expect(ours.code).toBe(theirs.code);
}

it("in every shipped pack", async () => {
  for (const { dir } of await builtPacks()) await expectStripped(readFileSync(join(dir, "policy.ts"), "utf8"));
}, 120_000);

it("in every form of the IR, and in code for trials", async () => {
  await expectStripped(emitModule(everyForm));
  const traced = new Map<IrCond, number>();
  for (const rule of everyForm.rules) eachCond(rule, (cond) => void traced.set(cond, traced.size));
  const variants = everyForm.rules.slice(0, 3).map((rule, at) => ({ ...rule, id: everyForm.rules.length + at }));
  await expectStripped(emitModule(everyForm, { traced, variants }));
}, 60_000);

it("texts that look like types are left as they are", async () => {
  const [rule] = everyForm.rules;
  if (rule === undefined) throw new Error("there is no rule");
  const text = '(c: Context): Truth => x as Maybe<string> // "kind: "warn" | "note"\nimport type { A } from "b";\n!,';
  const effects = [[{ kind: "block" as const, message: [text] }]];
  await expectStripped(emitModule({ ...everyForm, rules: [{ ...rule, name: "a: Truth", effects }] }));
});
