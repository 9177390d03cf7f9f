// Which effect a target supports: else chains, restrictions, scopes, the nearest effect, grants of hooks.

import { describe, expect, it } from "vitest";
import { resolveCapabilities } from "../../src/compiler/analyse/rules/capabilities.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import type { IrRule } from "../../src/compiler/ir/ir.ts";
import type { HookSpec, Scope } from "../../src/language/contract.ts";
import { field, is, not, ruleOf, say, span, text } from "./ir-builders.ts";

function resolve(rule: IrRule, target: string, scope: Scope = "user", hooks: readonly HookSpec[] = []) {
  const session = new Session();
  const spans = { rule: span, points: new Map(), conditions: [], effects: [], unknown: null };
  const [resolved] = resolveCapabilities([rule], [target], scope, [spans], session, hooks);
  const found = session.diagnostics();
  return {
    resolved: resolved?.resolved,
    unknown: resolved?.unknownOutcome,
    codes: found.map((one) => one.code),
    messages: found.map((one) => one.message),
    help: found[0]?.help ?? "",
  };
}

const bash = { tools: ["bash"], conds: [is(field("tool"), "bash")] };
const setOutput = { kind: "set", field: "output", value: text("x") } as const;

describe("else chains", () => {
  it("takes the first effect where it works and says nothing", () => {
    const found = resolve(ruleOf({ effects: [[say("ask"), say("block")]] }), "claude-code");
    expect(found).toMatchObject({ resolved: {}, codes: [], unknown: { "claude-code": { before_tool_call: "ask" } } });
  });

  it("takes the next one where it does not", () => {
    const found = resolve(ruleOf({ effects: [[say("ask"), say("block")]] }), "codex");
    expect(found.codes).toEqual([]);
    expect(found.resolved).toEqual({ codex: { before_tool_call: [1] } });
    expect(found.unknown).toEqual({ codex: { before_tool_call: "block" } });
  });

  it("keeps one index per chain", () => {
    const effects = [[say("warn"), { kind: "pass" } as const], [say("block")]];
    expect(resolve(ruleOf({ effects }), "goose").resolved).toEqual({ goose: { before_tool_call: [1, 0] } });
  });

  it("decides per point", () => {
    const rule = ruleOf({ points: ["before_tool_call", "after_tool_result"], effects: [[say("block"), say("stop")]] });
    expect(resolve(rule, "claude-code").resolved).toEqual({ "claude-code": { after_tool_result: [1] } });
  });

  it("names the cell and the nearest effect when none works", () => {
    const found = resolve(ruleOf({ effects: [[say("ask")]] }), "codex");
    expect(found.codes).toEqual(["P401"]);
    expect(found.messages[0]).toMatch(/^codex cannot `ask` at before_tool_call in user scope: /);
    expect(found.help).toContain("`block` works there");
  });

  it.each([
    ["claude-code", "after_tool_result", "block", 'set output = "..."'],
    ["vscode-copilot", "after_tool_result", "block", "stop"],
    ["ignis", "assistant_message_render", "block", 'set message = "..."'],
    ["cursor", "before_tool_call", "stop", "block"],
    ["neocode", "before_tool_call", "warn", "note"],
    ["gemini-cli", "before_tool_call", "allow", "pass"],
    ["picoclaw", "before_model_call", "block", "stop"],
  ] as const)("on %s at %s the nearest to %s is %s", (target, point, effect, nearest) => {
    const found = resolve(ruleOf({ points: [point], effects: [[say(effect)]] }), target);
    expect(found.codes).toEqual(["P401"]);
    expect(found.help).toContain(`\`${nearest}\` works there`);
  });

  it("leaves state and hooks to the engine", () => {
    const rule = ruleOf({ points: ["session_end"], effects: [[{ kind: "mark", label: "l" }]] });
    expect(resolve(rule, "claude-code")).toMatchObject({ codes: [], resolved: {}, unknown: {} });
  });
});

describe("restrictions", () => {
  it("are met by a fixed tool", () => {
    expect(resolve(ruleOf({ ...bash, effects: [[say("ask")]] }), "cursor").codes).toEqual([]);
    const read = ruleOf({ tools: ["bash", "read"], effects: [[say("ask")]] });
    expect(resolve(read, "cursor").codes).toEqual(["P401"]);
    const any = resolve(ruleOf({ effects: [[say("ask")]] }), "cursor");
    expect(any.codes).toEqual(["P401"]);
    expect(any.help).toContain('tool in ["bash", "mcp"]');
  });

  it("are met by a fixed field", () => {
    const model = ruleOf({
      points: ["session_start"],
      effects: [[{ kind: "set", field: "model", value: text("m") }]],
    });
    expect(resolve(model, "codex-runtime").codes).toEqual([]);
  });

  it("are met by success", () => {
    const codesAfter = (conds: Parameters<typeof ruleOf>[0]["conds"]) =>
      resolve(ruleOf({ points: ["after_tool_result"], conds: conds ?? [], effects: [[setOutput]] }), "codex").codes;
    expect(codesAfter([not({ op: "holds", value: field("is_error", "bool") })])).toEqual([]);
    expect(codesAfter([is(field("is_error", "bool"), false)])).toEqual([]);
    expect(codesAfter([is(field("is_error", "bool"), true)])).toEqual(["P401"]);
    expect(codesAfter([])).toEqual(["P401"]);
  });

  it("of manner hold by themselves, unproven ones never", () => {
    expect(resolve(ruleOf({ effects: [[say("warn")]] }), "windsurf").codes).toEqual([]);
    const block = ruleOf({ points: ["before_completion_decision"] });
    expect(resolve(block, "goose").codes).toEqual(["P401"]);
    expect(resolve(ruleOf({ points: ["before_model_call"] }), "claude-code").codes).toEqual(["P401"]);
  });
});

describe("points, tools and fields a target never brings", () => {
  it.each([
    ["neocode", "before_completion_decision"],
    ["neocode", "pre_compact"],
    ["codex-runtime", "after_tool_result"],
    ["windsurf", "session_start"],
  ] as const)("%s is silent at %s", (target, point) => {
    expect(resolve(ruleOf({ points: [point] }), target).codes).toEqual(["P402"]);
  });

  it("lets internal rules where only they are asked", () => {
    expect(resolve(ruleOf({ points: ["pre_compact"] }), "neocode", "internal").codes).toEqual([]);
  });

  it("refuses tools that never come by", () => {
    expect(resolve(ruleOf(bash), "mcp-proxy").codes).toEqual(["P404"]);
    expect(resolve(ruleOf({ tools: ["mcp"] }), "codex-runtime").codes).toEqual(["P404"]);
    expect(resolve(ruleOf({}), "codex-runtime").codes).toEqual([]);
  });

  it("refuses fields that are not sent", () => {
    const rule = ruleOf({ points: ["user_prompt_submit"], conds: [is(field("prompt"), "x")] });
    expect(resolve(rule, "neocode").codes).toEqual(["P405"]);
    expect(resolve(rule, "ignis").codes).toEqual([]);
  });
});

describe("scopes", () => {
  it.each(["allow", "respond", "set"] as const)("repo refuses %s", (kind) => {
    const effect =
      kind === "allow"
        ? say("allow")
        : kind === "set"
          ? ({ kind: "set", field: "input.command", value: text("x") } as const)
          : ({ kind: "respond", value: text("x") } as const);
    const rule = ruleOf({ ...bash, effects: [[effect]] });
    expect(resolve(rule, "policyc", "repo").codes).toEqual(["P403"]);
    expect(resolve(rule, "policyc", "user").codes).toEqual([]);
  });

  it("repo may degrade explicitly", () => {
    const rule = ruleOf({ ...bash, effects: [[say("allow"), { kind: "pass" }]] });
    expect(resolve(rule, "policyc", "repo")).toMatchObject({
      codes: [],
      resolved: { policyc: { before_tool_call: [1] } },
    });
  });
});

describe("unknown conditions", () => {
  const unsure = [is({ op: "fact", key: "git_branch", type: "string", optional: true }, "main")];
  it("are refused where nothing could hold the action up", () => {
    const set = { kind: "set", field: "prompt", value: text("x") } as const;
    const rule = ruleOf({ points: ["user_prompt_submit"], conds: unsure, effects: [[set]] });
    expect(resolve(rule, "copilot-cli").codes).toEqual(["P407"]);
    const sure = ruleOf({ points: ["user_prompt_submit"], conds: [is(field("prompt"), "a")], effects: [[set]] });
    expect(resolve(sure, "copilot-cli").codes).toEqual([]);
  });

  it("let `if unknown ask` become block by itself where nobody can be asked", () => {
    const found = resolve(ruleOf({ conds: unsure, unknown: say("ask") }), "codex");
    expect(found).toMatchObject({ codes: [], unknown: { codex: { before_tool_call: "block" } } });
  });

  it("are checked against the `if unknown` effect", () => {
    expect(resolve(ruleOf({ conds: unsure, unknown: say("stop") }), "codex").codes).toEqual(["P401"]);
    expect(resolve(ruleOf({ conds: unsure, unknown: say("block") }), "codex").codes).toEqual([]);
  });

  it("have no outcome in rules that do not restrict", () => {
    expect(resolve(ruleOf({ conds: unsure, effects: [[say("warn")]] }), "policyc").unknown).toEqual({});
  });
});

describe("grants of hooks", () => {
  const hook = (may: readonly string[], observe: readonly string[] | null = null): HookSpec => ({
    rule: "r",
    at: "a.policy:1:1",
    points: ["after_run"],
    argv: ["/bin/true"],
    shell: null,
    protocol: "policyc",
    timeout_ms: 1000,
    env_names: [],
    env_values: {},
    cwd: null,
    may,
    fail: "open",
    observe,
  });
  const rule = (point: IrRule["points"][number]) => ruleOf({ points: [point], effects: [[{ kind: "run", hook: 0 }]] });

  it("must be possible", () => {
    expect(resolve(rule("after_run"), "policyc", "user", [hook(["block"])]).codes).toEqual(["P406"]);
    expect(resolve(rule("after_run"), "policyc", "user", [hook(["warn", "note"])]).codes).toEqual([]);
    expect(resolve(rule("after_run"), "policyc", "user", [hook([], [])]).codes).toEqual([]);
    expect(resolve(rule("before_tool_call"), "neocode", "user", [hook(["set"])]).codes).toEqual(["P406"]);
  });

  it("by default need only the block", () => {
    expect(resolve(rule("before_tool_call"), "neocode", "user", [hook(["block", "warn", "note"])]).codes).toEqual([]);
    expect(resolve(rule("after_tool_result"), "neocode", "user", [hook(["block", "warn", "note"])]).codes).toEqual([
      "P406",
    ]);
  });

  it("in repo scope may only tighten", () => {
    expect(resolve(rule("before_tool_call"), "policyc", "repo", [hook(["allow"])]).codes).toEqual(["P406"]);
  });
});
