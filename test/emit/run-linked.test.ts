// A linked policy runs in this process as the module that ships would, in an instance of its own.

import { expect, it } from "vitest";
import { compileModule } from "../../src/compiler/bundle/compile-module.ts";
import { type LinkedPolicy, textOfLinked } from "../../src/compiler/bundle/link-parts.ts";
import { emitModule } from "../../src/compiler/emit/emit-module.ts";
import { runLinked } from "../../src/compiler/trial/run-linked.ts";
import { eq, sampleIr } from "./sample-ir.ts";

type Exports = { readonly [name: string]: unknown };

const linked = (): Promise<LinkedPolicy> =>
  compileModule(emitModule(sampleIr([{ name: "no-bash", when: [eq("tool", "bash")] }])));

it("exports what the module exports, and shares nothing with it", async () => {
  const policy = await linked();
  const run = runLinked(policy) as Exports;
  const text = Buffer.from(textOfLinked(policy)).toString("base64");
  const module: Exports = await import(/* @vite-ignore */ `data:text/javascript;base64,${text}`);
  expect(Object.keys(run).sort()).toEqual(Object.keys(module).sort());
  for (const [name, value] of Object.entries(run)) expect(value, name).not.toBe(module[name]);
});

it("starts each part once for all policies", async () => {
  const [one, other] = [runLinked(await linked()) as Exports, runLinked(await linked()) as Exports];
  expect(one.operandValue).toBe(other.operandValue);
  expect(one.program).not.toBe(other.program);
});

it("takes exports under other names, in strict code", () => {
  const rules =
    "var a = part.one;\nvar strict = (function() { return this === void 0; })();\nexport {\n  a as b,\n  strict\n};\n";
  const part = { variable: "part", text: "var part = { one: 1 };\n" };
  expect(runLinked({ parts: [part], rules })).toEqual({ b: 1, strict: true });
});

it.each(["var a = 1;\n", "var a = 1;\nexport {\n  a\n};\na = 2;\n"])("does not guess what is exported: %j", (rules) => {
  expect(() => runLinked({ parts: [], rules })).toThrow("a list of its exports");
});
