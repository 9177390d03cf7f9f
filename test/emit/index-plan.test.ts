// The index: which atoms are necessary, where rules are filed, when buckets split.

import { describe, expect, it } from "vitest";
import { termsOf } from "../../src/compiler/emit/atoms.ts";
import { type IndexPlan, largestBucket, planPoints } from "../../src/compiler/emit/index-plan.ts";
import { regexLiterals } from "../../src/compiler/emit/regex-literals.ts";
import type { IrCond } from "../../src/compiler/ir/ir.ts";
import { foldedFolder } from "../../src/compiler/ir/view-atoms.ts";
import { anyUnder, eq, field, oneOf, type RuleDraft, sampleIr, text } from "./sample-ir.ts";

const terms = (...when: readonly IrCond[]) => {
  const ir = sampleIr([{ when }]);
  const [rule] = ir.rules;
  return rule === undefined ? [] : termsOf(rule, ir);
};
const plan = (rules: readonly RuleDraft[]) => {
  const found = planPoints(sampleIr(rules)).get("before_tool_call");
  if (found === undefined) throw new Error("no plan");
  return found;
};
const bucket = (index: IndexPlan, key: string, value: string) =>
  index.keys.find((one) => one.key === key)?.buckets.get(value);

describe("necessary atoms", () => {
  it("takes equality and lists of required text", () => {
    expect(terms(eq("tool", "bash"))).toEqual([[{ key: "tool", values: ["bash"] }]]);
    expect(terms(oneOf("mcp.server", ["a", "b"]))).toEqual([[{ key: "mcp.server", values: ["a", "b"] }]]);
  });

  it("takes neither optional fields nor paths, numbers or negations", () => {
    const optional: IrCond = {
      op: "compare",
      test: "eq",
      type: "string",
      left: field("call_id", { optional: true }),
      right: text("x"),
    };
    // `input.path` is optional in some tools, so its absence must not read as "no candidates".
    expect(terms(optional)).toEqual([[]]);
    expect(terms(eq("input.path", "x"))).toEqual([[]]);
    expect(terms({ op: "not", item: eq("tool_name", "x") })).toEqual([[]]);
    expect(terms(eq("input.command", "x"))).toEqual([[{ key: "input.command", values: ["x"] }]]);
  });

  it("turns `tool` being something else into the list of the others", () => {
    const [[atom] = []] = terms({
      op: "compare",
      test: "ne",
      type: "string",
      left: field("tool"),
      right: text("bash"),
    });
    expect(atom?.key).toBe("tool");
    expect(atom?.values).toContain("other");
    expect(atom?.values).not.toContain("bash");
  });

  it("intersects two tests of one field", () => {
    expect(terms(oneOf("tool", ["a", "b"]), oneOf("tool", ["b", "c"]))).toEqual([[{ key: "tool", values: ["b"] }]]);
  });

  it("merges an `or` over one key and splits one over several", () => {
    expect(terms({ op: "or", items: [eq("tool", "a"), eq("tool", "b")] })).toEqual([
      [{ key: "tool", values: ["a", "b"] }],
    ]);
    expect(terms({ op: "or", items: [eq("tool", "a"), eq("mcp.server", "s")] })).toEqual([
      [{ key: "tool", values: ["a"] }],
      [{ key: "mcp.server", values: ["s"] }],
    ]);
  });

  it("gives up on an `or` with a branch that has no atom", () => {
    expect(terms({ op: "or", items: [eq("tool", "a"), { op: "marked", label: "x" }] })).toEqual([[]]);
  });

  it("folds folders the way the engine probes them", () => {
    expect(["./Src/", "/ETC", "~/.SSH", ".", "a//b/./c"].map(foldedFolder)).toEqual([
      "src",
      "/etc",
      "~/.ssh",
      ".",
      "a/b/c",
    ]);
    expect(["../x", "$HOME/x", "~root/x", "C:/x", "a\\b"].map(foldedFolder)).toEqual([null, null, null, null, null]);
  });

  it("takes `under` only where it compares without case", () => {
    expect(terms(anyUnder("writes", ["src"]))).toEqual([[{ key: "under:writes", values: ["src"] }]]);
    const exact: IrCond = {
      op: "any",
      list: { op: "view", view: "writes" },
      var: 0,
      body: { op: "under", value: { op: "var", var: 0, type: "path" }, dirs: ["src"], fold: false },
    };
    expect(terms(exact)).toEqual([[{ key: "does", values: ["writes"] }]]);
  });
});

/** Terms of a condition on the paths of a view or of a command, with the tables that it refers to. */
const told = (cond: IrCond, tables: Parameters<typeof sampleIr>[1]) => {
  const ir = sampleIr([{ when: [cond] }], tables);
  const [rule] = ir.rules;
  return rule === undefined ? [] : termsOf(rule, ir);
};
const path: IrCond & { readonly op: "glob" } = {
  op: "glob",
  kind: "path",
  fold: true,
  value: { op: "var", var: 0, type: "path" },
  globs: [],
};
const anyPath = (body: IrCond): IrCond => ({ op: "any", list: { op: "view", view: "writes" }, var: 0, body });

describe("atoms of paths", () => {
  const named = (...patterns: readonly string[]) =>
    told(anyPath({ ...path, globs: patterns.map((_, at) => at) }), {
      globs: patterns.map((pattern) => ({ pattern, kind: "path" })),
    });

  it("takes the names that globs need: whole, first, as a beginning or an end", () => {
    expect(named("**/.SSH/**", "/dev/*", "**/id_*", "**/*.pem", "~/.aws/credentials", "./ci/*.yml")).toEqual([
      [{ key: "names:writes", values: ["/.ssh/", "^/dev/", "/id_", ".pem/", "/credentials/", "/ci/"] }],
    ]);
    expect(named("/**/etc/x*")).toEqual([[{ key: "names:writes", values: ["/etc/"] }]]);
  });

  it("knows only that something is written where a glob fits any name", () => {
    expect(named("**/.ssh/**", "**/*")).toEqual([[{ key: "does", values: ["writes"] }]]);
    const exact = anyPath({ ...path, fold: false, globs: [0] });
    expect(told(exact, { globs: [{ pattern: "/etc/**", kind: "path" }] })).toEqual([
      [{ key: "does", values: ["writes"] }],
    ]);
  });

  it("takes what a path is", () => {
    const word = (is: "root" | "home"): IrCond => ({ op: "is", word: is, value: path.value });
    expect(terms(anyPath({ op: "or", items: [word("root"), word("home")] }))).toEqual([
      [{ key: "is:writes", values: ["root", "home"] }],
    ]);
  });
});

describe("atoms of commands", () => {
  const bash = { key: "tool", values: ["bash"] };

  it("takes the end of a flow that few commands have", () => {
    expect(terms({ op: "flows", from: "secret", to: "network" })).toEqual([[bash, { key: "does", values: ["sends"] }]]);
    expect(terms({ op: "flows", from: "download", to: "file" })).toEqual([
      [bash, { key: "does", values: ["downloads"] }],
    ]);
    expect(terms({ op: "flows", from: "file", to: "file" })).toEqual([[bash]]);
  });

  it("takes what the text of a command must have in it", () => {
    const matches: IrCond = {
      op: "any",
      list: { op: "calls" },
      var: 0,
      body: { op: "regex", value: { op: "part", var: 0, part: "text", type: "string", optional: false }, regex: 0 },
    };
    const regexes = [{ source: "sys_admin|host\\s+pid", flags: "", engine: "native" as const }];
    expect(told(matches, { regexes })).toEqual([[bash, { key: "text", values: ["sys_admin", "host"] }]]);
  });
});

describe("texts that a regex needs", () => {
  it.each([
    ["\\bfoo\\s*bar!\\b", ["bar!"]],
    ["(?:abc|defg)x?", ["abc", "defg"]],
    ["abcd|abc", ["abc"]],
    ["(?:abc)+z", ["abc"]],
    ["(?=abc)...", null],
    ["(?!abcdef)xyz", ["xyz"]],
    ["(?:abc)?", null],
    ["abc|[a-z]+", null],
    ["a\\.b/c", ["a.b/c"]],
    ["ab", null],
    ["(abc)\\1", ["abc"]],
  ])("%s", (source, found) => {
    expect(regexLiterals(source, "")).toEqual(found);
  });

  it("gives up where letters stand for others", () => {
    expect(regexLiterals("abc", "i")).toBeNull();
    expect(regexLiterals("abc", "u")).toBeNull();
  });
});

describe("the index", () => {
  it("files a rule under its smallest bucket", () => {
    const { index } = plan([
      { when: [eq("tool", "mcp"), eq("mcp.server", "one")] },
      { when: [eq("tool", "mcp"), eq("mcp.server", "two")] },
      { when: [eq("tool", "mcp")] },
    ]);
    expect(bucket(index, "mcp.server", "one")).toEqual([0]);
    expect(bucket(index, "mcp.server", "two")).toEqual([1]);
    expect(bucket(index, "tool", "mcp")).toEqual([2]);
  });

  it("keeps a rule with an unfiled branch out of all buckets", () => {
    const { index } = plan([{ when: [] }, { when: [{ op: "or", items: [eq("tool", "a"), eq("mcp.server", "s")] }] }]);
    expect(index.always).toEqual([0]);
    expect(bucket(index, "tool", "a")).toEqual([1]);
    expect(bucket(index, "mcp.server", "s")).toEqual([1]);
  });

  it("prefers keys that are always known, and splits their buckets by the others", () => {
    const rules = Array.from({ length: 40 }, (_, i) => ({
      when: [eq("tool", "write"), anyUnder("writes", [`d${i}`])],
    }));
    const { index } = plan(rules);
    const inner = bucket(index, "tool", "write");
    expect(inner).toBeDefined();
    expect(inner && "always" in inner ? bucket(inner, "under:writes", "d7") : null).toEqual([7]);
    expect(largestBucket(index)).toBe(1);
  });

  it("leaves a small bucket whole", () => {
    const rules = Array.from({ length: 16 }, (_, i) => ({
      when: [eq("tool", "write"), anyUnder("writes", [`d${i}`])],
    }));
    expect(bucket(plan(rules).index, "tool", "write")).toHaveLength(16);
  });

  it("tests rules that mark or count first, by stratum", () => {
    const { state, index, all } = plan([
      { when: [eq("tool", "a")], stratum: 1 },
      { when: [eq("tool", "a")] },
      { when: [eq("tool", "a")], stratum: 0 },
    ]);
    expect(state).toEqual([2, 0]);
    expect(bucket(index, "tool", "a")).toEqual([1]);
    expect(all).toEqual([0, 1, 2]);
  });

  it("files them by their place in that order where there are many", () => {
    const rules = Array.from({ length: 40 }, (_, i) => ({ when: [eq("tool", `t${i}`)], stratum: i < 20 ? 1 : 0 }));
    const { state, stateIndex } = plan(rules);
    const places = stateIndex === null ? undefined : bucket(stateIndex, "tool", "t3");
    expect(places).toEqual([state.indexOf(3)]);
    expect(state.indexOf(3)).toBe(23);
    expect(plan(rules.slice(0, 16)).stateIndex).toBeNull();
  });

  it("stays small when lists multiply", () => {
    const many = (prefix: string) => Array.from({ length: 200 }, (_, i) => `${prefix}${i}`);
    const rules = Array.from({ length: 20 }, () => ({
      when: [oneOf("tool_name", many("t")), oneOf("mcp.server", many("s")), oneOf("mcp.tool", many("m"))],
    }));
    expect(JSON.stringify(plan(rules).index).length).toBeLessThan(1_000_000);
  });
});
