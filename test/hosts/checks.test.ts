// Contradictions, constants, duplicates; the English sentence of a rule; characters that deceive.

import { describe, expect, it } from "vitest";
import { reportSuspiciousText } from "../../src/compiler/analyse/files/suspicious-text.ts";
import { checks } from "../../src/compiler/check/index.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import type { IrCond, IrRule } from "../../src/compiler/ir/ir.ts";
import type { Model } from "../../src/compiler/ir/model.ts";
import { contradiction as clashOf } from "../../src/compiler/logic/contradicts.ts";
import { formOf } from "../../src/compiler/logic/form.ts";
import { tablesOf } from "../../src/compiler/logic/tables.ts";
import { ruleSentence } from "../../src/compiler/sentence/sentence.ts";
import { field, irOf, is, not, oneOf, or, ruleOf, say, text } from "./ir-builders.ts";

const tool = field("tool");
const count = (test: "lt" | "gt" | "le" | "ge", limit: number): IrCond => ({
  op: "compare",
  test,
  type: "int",
  left: { op: "counted", counter: "c", windowMs: 1000 },
  right: text(limit),
});
const starts = (prefix: string): IrCond => ({ op: "starts", value: tool, prefix: text(prefix) });

const contradiction = (conds: readonly IrCond[]) =>
  clashOf(
    conds.map((cond) => formOf(cond, { every: false })),
    tablesOf(irOf([])),
  );

describe("contradiction", () => {
  it.each<[string, readonly IrCond[]]>([
    ["two values", [is(tool, "a"), is(tool, "b")]],
    ["a value and a list without it", [is(tool, "a"), oneOf(tool, ["b", "c"])]],
    ["a value excluded", [is(tool, "a"), not(is(tool, "a"))]],
    ["a list all excluded", [oneOf(tool, ["a", "b"]), not(oneOf(tool, ["a", "b", "c"]))]],
    ["no number between", [count("gt", 5), count("lt", 6)]],
    [
      "present and missing",
      [
        { op: "is", word: "present", value: tool },
        { op: "is", word: "missing", value: tool },
      ],
    ],
    ["a prefix no value has", [oneOf(tool, ["a", "b"]), starts("x")]],
    ["both branches of an or", [is(tool, "a"), or(is(tool, "b"), is(tool, "c"))]],
    ["a negated or", [not(or(is(tool, "a"), is(tool, "b"))), is(tool, "a")]],
    [
      "inside any",
      [
        {
          op: "any",
          list: { op: "view", view: "hosts" },
          var: 0,
          body: {
            op: "and",
            items: [is({ op: "var", var: 0, type: "host" }, "a"), is({ op: "var", var: 0, type: "host" }, "b")],
          },
        },
      ],
    ],
  ])("finds %s", (_, conds) => {
    expect(contradiction(conds)).not.toBeNull();
  });

  it.each<[string, readonly IrCond[]]>([
    ["different fields", [is(tool, "a"), is(field("tool_name"), "b")]],
    ["one open branch", [is(tool, "a"), or(is(tool, "b"), is(tool, "a"))]],
    ["two exclusions", [not(is(tool, "a")), not(is(tool, "b"))]],
    ["an empty list, a parameter at its default", [oneOf(tool, [])]],
    ["paths, which have several spellings", [is(field("cwd", "path"), "/a"), is(field("cwd", "path"), "/A")]],
    ["one number between", [count("ge", 5), count("le", 5)]],
    [
      "separate elements",
      [
        { op: "any", list: { op: "view", view: "hosts" }, var: 0, body: is({ op: "var", var: 0, type: "host" }, "a") },
        { op: "any", list: { op: "view", view: "hosts" }, var: 0, body: is({ op: "var", var: 0, type: "host" }, "b") },
      ],
    ],
    ["a negated and", [not({ op: "and", items: [is(tool, "a"), is(tool, "b")] }), is(tool, "a")]],
  ])("keeps quiet about %s", (_, conds) => {
    expect(contradiction(conds)).toBeNull();
  });

  it("reads machine-made conditions", () => {
    const wide = or(...Array.from({ length: 20000 }, (_, i) => is(tool, `t${i}`)));
    const many = Array.from({ length: 2000 }, (_, i) => is(field(`f${i}`), "x"));
    expect(contradiction([wide, ...many])).toBeNull();
  });
});

function codes(rules: readonly IrRule[]): readonly string[] {
  const session = new Session();
  session.addSource({ file: "a.policy", text: "c\n" });
  const numbered = rules.map((rule, id) => ({ ...rule, id }));
  const ruleSpans = numbered.map((_, at) => ({ file: "a.policy", start: at, end: at + 1 }));
  const model: Model = {
    ir: irOf(numbered),
    ruleSpans,
    partSpans: [],
    packFiles: new Set(),
    examples: [],
    tests: [],
    reparameterised: [],
    hasOwnRules: true,
    places: new Map(),
    writtenGlobs: new Map(),
  };
  for (const check of checks) check(model, session);
  return session.diagnostics().map((found) => found.code);
}

describe("checks", () => {
  it("report an impossible rule", () => {
    expect(codes([ruleOf({ conds: [is(tool, "a"), is(tool, "b")] })])).toEqual(["P430"]);
  });

  it("report a value compared with itself", () => {
    const same: IrCond = { op: "compare", test: "eq", type: "string", left: tool, right: tool };
    expect(codes([ruleOf({ conds: [same] })])).toEqual(["P431"]);
  });

  it("report literals compared, and not parameters", () => {
    const cond: IrCond = { op: "compare", test: "eq", type: "string", left: text("a"), right: text("a") };
    const at = (shown: string) => ({
      ...ruleOf({}),
      conditions: [{ cond, text: shown, line: 1, column: 1, operands: [] }],
    });
    expect(codes([at('"a" == "a"')])).toEqual(["P431"]);
    expect(codes([at('mode == "a"')])).toEqual([]);
  });

  it("report the second of two equal rules, and no others", () => {
    const one = ruleOf({ conds: [is(tool, "a")] });
    expect(codes([one, { ...one, name: "s" }])).toEqual(["P432"]);
    expect(codes([one, { ...one, shadow: true }, { ...one, effects: [[say("warn", "other")]] }])).toEqual([]);
  });
});

describe("the sentence of a rule", () => {
  it.each<[IrRule, string]>([
    [
      ruleOf({ conds: [is(tool, "bash"), { op: "marked", label: "secret-read" }], effects: [[say("block", "No.")]] }),
      'Before a tool call, when the tool is "bash" and the session is marked secret-read, block with: "No."',
    ],
    [
      ruleOf({ effects: [[say("ask", "sure?"), say("block", "no")], [{ kind: "count", counter: "n" }]] }),
      'Before a tool call, always, ask a human with: "sure?", or block with: "no" where that is not possible and count n.',
    ],
    [
      ruleOf({
        points: ["session_start", "before_run"],
        conds: [or(is(tool, "a"), not({ op: "marked", label: "l" }))],
        effects: [[{ kind: "allow", message: [] }]],
        unknown: say("ask", ""),
        shadow: true,
      }),
      'When a session starts or before a run, if the tool is "a" or the session is not marked l, allow it without confirmation; if that cannot be determined, ask a human (in shadow: reported, not enforced).',
    ],
  ])("reads well", (rule, sentence) => {
    expect(ruleSentence(rule, irOf([rule]))).toBe(sentence);
  });

  it("speaks of one element, or of each", () => {
    const hosts = { op: "view", view: "hosts" } as const;
    const it = { op: "var", var: 0, type: "host" } as const;
    const glob: IrCond = { op: "glob", value: it, globs: [0, 0, 0, 0, 0, 0], kind: "host", fold: true };
    const conds: readonly IrCond[] = [
      { op: "any", list: hosts, var: 0, body: not(glob) },
      { op: "all", list: hosts, var: 0, body: { op: "and", items: [is(it, "a"), glob] } },
    ];
    const rule = ruleOf({ conds, effects: [[{ kind: "mark", label: "l" }]] });
    const patterns = '6 patterns ("*.org", "*.org", "*.org", ...)';
    expect(ruleSentence(rule, irOf([rule], { globs: [{ kind: "host", pattern: "*.org" }] }))).toBe(
      `Before a tool call, when one of the hosts it contacts matches none of ${patterns} and (for each of the hosts it contacts, it is "a" and it matches one of ${patterns}), mark the session l.`,
    );
  });

  it("says once what several tests share", () => {
    const it = (at: number) => ({ op: "var", var: at, type: "path" }) as const;
    const over = (view: "writes" | "deletes", at: number): IrCond => {
      const glob = (globs: readonly number[]): IrCond => ({
        op: "glob",
        value: it(at),
        globs,
        kind: "path",
        fold: true,
      });
      return { op: "any", list: { op: "view", view }, var: at, body: or(glob([0]), glob([1])) };
    };
    const rule = ruleOf({
      conds: [is(tool, "edit"), or(over("writes", 0), over("deletes", 1))],
      effects: [[say("block", "No.")]],
    });
    const globs = ["a", "b"].map((pattern) => ({ kind: "path", pattern }) as const);
    expect(ruleSentence(rule, irOf([rule], { globs }))).toBe(
      'Before a tool call, when the tool is "edit" and one of the files it writes or deletes matches "a" or "b", block with: "No."',
    );
  });

  it("shows what a message interpolates, and rewrites", () => {
    const rule = ruleOf({
      points: ["after_tool_result"],
      effects: [
        [{ kind: "warn", message: ["saw ", { op: "view", view: "hosts" }] }],
        [{ kind: "set", field: "output", value: { op: "mask", value: field("output"), regex: 0 } }],
      ],
    });
    const ir = irOf([rule], { regexes: [{ source: "k", flags: "i", engine: "native" }] });
    expect(ruleSentence(rule, ir)).toBe(
      'After a tool result, always, warn with: "saw {hosts}" and set the output to the output with /k/i masked.',
    );
  });
});

describe("suspicious text", () => {
  const found = (source: string): readonly string[] => {
    const session = new Session();
    reportSuspiciousText({ file: "a.policy", text: source }, session);
    return session.diagnostics().map(({ code, span }) => `${code} ${span.start}-${span.end}`);
  };

  it.each([
    ["a\u202eb", ["P450 1-2"]],
    ["# a\u2066b", ["P450 3-4"]],
    ["a\u200bb", ["P450 1-2"]],
    ["a\0b", ["P450 1-2"]],
    ["# a\rrule b\r\n", ["P450 3-4"]],
    ['"a\u{e0101}"', ["P450 2-4"]],
    ["a\ufeffb", ["P450 1-2"]],
    ["x\u{e0041}y", ["P450 1-3"]],
    ['"p\u0430ypal.com"', ["P451 1-7"]],
    ['tool == "\uff42ash"', ["P451 9-13"]],
  ])("%j", (source, expected) => {
    expect(found(source)).toEqual(expected);
  });

  it.each([
    "rule a\n\ton x\r\n",
    "\ufeffrule a",
    '"\u{1f468}\u200d\u{1f469}\u200d\u{1f467} family"',
    "# p\u0430ypal in a comment",
    '"\u043f\u0440\u0438\u0432\u0435\u0442 world"',
    '"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"',
    '"na\u00efve caf\u00e9 \u03bcm"',
  ])("leaves %j alone", (source) => {
    expect(found(source)).toEqual([]);
  });
});
