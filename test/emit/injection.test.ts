// Text of an author can never become code: names, messages, patterns, fields and labels full of syntax.

import { expect, it } from "vitest";
import { emitModule } from "../../src/compiler/emit/emit-module.ts";
import type { Ir } from "../../src/compiler/ir/ir.ts";
import { importIr } from "./emitted.ts";
import { eq, field, sampleIr, text } from "./sample-ir.ts";

const nasty = [
  '"; globalThis.hacked = true; //',
  "'; globalThis.hacked = true; //",
  "`+(globalThis.hacked = true)+`",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not be one in the output either
  "${globalThis.hacked = true}",
  "*/ globalThis.hacked = true; /*",
  "\nglobalThis.hacked = true;\n",
  "\r globalThis.hacked = true",
  "\u2028globalThis.hacked = true;\u2029",
  "</script><script>globalThis.hacked = true</script>",
  "\\",
  '\\"; globalThis.hacked = true; //',
  "__proto__",
  "constructor",
  "\u202eevil",
  "\ud800",
];

const irFor = (evil: string): Ir =>
  sampleIr(
    [
      {
        name: evil,
        file: `${evil}.policy`,
        owner: evil,
        doc: evil,
        tools: [evil],
        when: [
          eq("tool", "other"),
          eq("tool_name", evil),
          { op: "starts", value: field(`input.${evil}`, { optional: true }), prefix: text(evil) },
          { op: "not", item: { op: "marked", label: evil } },
          { op: "glob", kind: "name", fold: false, value: field("tool_name"), globs: [0] },
          { op: "regex", value: field("tool_name"), regex: 0 },
        ],
        effects: [[{ kind: "block", message: [evil, field("tool_name"), evil] }]],
      },
    ],
    {
      globs: [{ kind: "name", pattern: "**" }],
      regexes: [{ source: evil.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), flags: "", engine: "native" }],
      labels: [evil],
      counters: { [evil]: [1000] },
      tools: { [`t${evil}`]: { [evil]: { type: "string", optional: true, doc: evil } } },
    },
  );

it.each(nasty.map((evil) => [JSON.stringify(evil), evil]))("%s stays text", async (_, evil) => {
  const ir = irFor(evil);
  const module = await importIr({
    ...ir,
    rules: ir.rules.map((rule) => ({
      ...rule,
      conditions: rule.conditions.map((part) => ({ ...part, text: `${evil} ${part.text}` })),
    })),
  });
  expect("hacked" in globalThis).toBe(false);
  expect(module.program.rules[0]?.name).toBe(evil);
  expect(Object.keys(module.program.counters)).toEqual([evil]);
  expect(Object.keys(module.program.tools[`t${evil}`] ?? {})).toEqual([evil]);
  const policy = module.createPolicy({ revision: "r" });
  const event = { point: "before_tool_call", tool: "x", tool_name: evil, input: { [evil]: evil } };
  const decision = policy.decideSync(event);
  // An event with `__proto__` is refused by the engine; every other one is blocked by the rule.
  expect(decision.outcome).toBe("block");
  if (evil !== "__proto__") expect(decision.reasons[0]?.rule).toBe(evil);
  expect("hacked" in globalThis).toBe(false);
});

it("comments stay on their line and show what is invisible", () => {
  for (const evil of nasty) {
    const lines = emitModule(irFor(evil)).split(/[\n\r\u2028\u2029]/);
    expect(lines.filter((line) => /^\s*globalThis/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith("//") && /[\u202e\ud800]/.test(line))).toEqual([]);
  }
});
