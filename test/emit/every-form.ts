// One IR with every form of condition, value and effect: what the emitter must write, type-check and run.

import type { Ir, IrCond, IrValue } from "../../src/compiler/ir/ir.ts";
import { anyUnder, eq, field, oneOf, sampleIr, text } from "./sample-ir.ts";

const optional = (name: string): IrValue => field(name, { optional: true });
const path = (name: string): IrValue => field(name, { type: "path" });
const element = (type: "path" | "host" | "string"): IrValue => ({ op: "var", var: 0, type });
const branch: IrValue = { op: "fact", key: "git_branch", type: "string", optional: true };
const level: IrValue = {
  op: "json",
  base: field("metadata", { type: "json", optional: true }),
  path: ["a", "level"],
  type: "string",
};
const flags: IrValue = {
  op: "json",
  base: field("metadata", { type: "json", optional: true }),
  path: ["flags"],
  type: "list<string>",
};
const not = (item: IrCond): IrCond => ({ op: "not", item });
const compare = (test: "lt" | "ge" | "ne", left: IrValue, value: number): IrCond => ({
  op: "compare",
  test,
  type: "int",
  left,
  right: { op: "const", value },
});

const part = (name: string, type: (IrValue & { readonly op: "part" })["type"]): IrValue & { readonly op: "part" } => ({
  op: "part",
  var: 0,
  part: name,
  type,
  optional: false,
});

export const everyForm: Ir = sampleIr(
  [
    {
      name: "plain",
      when: [
        eq("tool", "bash"),
        { op: "or", items: [eq("tool_name", "Bash"), oneOf("tool_name", ["a", "b", "c", "d", "e"])] },
        { op: "contains", of: "text", value: field("input.command"), needle: text("rm") },
        not({ op: "starts", value: field("input.command"), prefix: text("echo") }),
        { op: "ends", value: { op: "lower", value: field("input.command") }, suffix: text("x") },
        { op: "regex", value: field("input.command"), regex: 0 },
        compare("ge", { op: "length", of: "text", value: field("input.command") }, 3),
        { op: "glob", kind: "name", fold: false, value: field("tool_name"), globs: [0] },
      ],
      effects: [
        [
          { kind: "ask", message: ["Run ", field("input.command"), "?"] },
          { kind: "block", message: ["no"] },
        ],
      ],
      unknown: { kind: "block", message: ["It cannot be told."] },
      tools: ["bash"],
      resolved: { codex: { before_tool_call: [1] } },
      unknownOutcome: { codex: { before_tool_call: "block" } },
    },
    {
      name: "commands",
      when: [
        { op: "runs", patterns: [0, 1] },
        not({ op: "only", patterns: [1] }),
        { op: "flows", from: "secret", to: "network" },
        {
          op: "any",
          list: { op: "calls" },
          var: 0,
          body: {
            op: "and",
            items: [
              { op: "compare", test: "eq", type: "string", left: part("program", "string"), right: text("git") },
              { op: "holds", value: part("elevated", "bool") },
              { op: "under", value: part("cwd", "path"), dirs: ["src"], fold: true },
              { op: "contains", of: "list", value: part("args", "list<string>"), needle: text("-f") },
              {
                op: "any",
                list: part("writes", "list<path>"),
                var: 1,
                body: { op: "is", word: "home", value: { op: "var", var: 1, type: "path" } },
              },
            ],
          },
        },
        {
          op: "any",
          list: { op: "externals" },
          var: 2,
          body: { op: "holds", value: { ...part("fresh", "bool"), var: 2 } },
        },
      ],
    },
    {
      name: "paths",
      when: [
        oneOf("tool", ["write", "edit"]),
        anyUnder("writes", ["src", "/etc", "~/.ssh"]),
        not({
          op: "all",
          list: { op: "view", view: "writes" },
          var: 0,
          body: { op: "glob", kind: "path", fold: true, value: element("path"), globs: [1, 2] },
        }),
        { op: "is", word: "home", value: path("cwd") },
        { op: "is", word: "root", value: path("workdir") },
        not({ op: "is", word: "system", value: path("cwd") }),
        {
          op: "any",
          list: { op: "view", view: "deletes" },
          var: 0,
          body: {
            op: "or",
            items: [
              { op: "is", word: "policyc", value: element("path") },
              {
                op: "and",
                items: [
                  { op: "contains", of: "text", value: element("path"), needle: text("x") },
                  { op: "under", value: element("path"), dirs: ["a"], fold: true },
                ],
              },
            ],
          },
        },
      ],
      effects: [[{ kind: "block", message: [{ op: "view", view: "writes" }, " is off limits."] }]],
    },
    {
      name: "unsure",
      points: ["before_tool_call", "after_tool_result"],
      when: [
        { op: "is", word: "present", value: optional("call_id") },
        { op: "compare", test: "eq", type: "string", left: level, right: text("debug") },
        { op: "contains", of: "list", value: flags, needle: text("x") },
        { op: "any", list: flags, var: 0, body: { op: "starts", value: element("string"), prefix: text("a") } },
        {
          op: "or",
          items: [
            { op: "marked", label: "seen" },
            compare("lt", { op: "counted", counter: "calls", windowMs: 60_000 }, 3),
            {
              op: "and",
              items: [eq("tool", "mcp"), { op: "glob", kind: "name", fold: false, value: branch, globs: [0] }],
            },
          ],
        },
        { op: "is", word: "missing", value: { op: "fact", key: "env:CI", type: "string", optional: true } },
        { op: "holds", value: { op: "fact", key: "file_exists:CHANGELOG.md", type: "bool", optional: false } },
        {
          op: "in",
          type: "string",
          value: { op: "default", value: branch, fallback: text("main") },
          list: { op: "list", items: ["main", "dev"] },
        },
        {
          op: "compare",
          test: "ne",
          type: "string",
          left: { op: "concat", parts: [text("a"), optional("run_id")] },
          right: text("ab"),
        },
        {
          op: "any",
          list: { op: "view", view: "hosts" },
          var: 0,
          body: { op: "glob", kind: "host", fold: true, value: element("host"), globs: [3] },
        },
      ],
      effects: [
        [{ kind: "warn", message: ["level ", level] }],
        [{ kind: "mark", label: "seen" }],
        [{ kind: "count", counter: "calls" }],
      ],
      stratum: 0,
    },
    {
      name: "quiet-keys",
      points: ["after_tool_result"],
      when: [
        { op: "regex", value: field("output"), regex: 1 },
        { op: "holds", value: field("is_error", { type: "bool" }) },
      ],
      effects: [[{ kind: "set", field: "output", value: { op: "mask", value: field("output"), regex: 1 } }]],
      shadow: true,
    },
    {
      name: "offered-tools",
      points: ["before_model_call"],
      when: [
        { op: "contains", of: "list", value: field("tools", { type: "list<string>" }), needle: text("bash") },
        {
          op: "all",
          list: field("tools", { type: "list<string>" }),
          var: 0,
          body: { op: "starts", value: element("string"), prefix: text("x") },
        },
        { op: "compare", test: "eq", type: "string", left: text("a"), right: text("b") },
      ],
      effects: [[{ kind: "respond", value: { op: "concat", parts: [text("no "), field("model")] } }]],
    },
    {
      name: "approved",
      when: [eq("tool", "read"), { op: "under", value: path("input.path"), dirs: ["docs"], fold: false }],
      effects: [[{ kind: "allow", message: [] }, { kind: "pass" }]],
    },
    { name: "always", when: [{ op: "true" }], effects: [[{ kind: "note", message: ["Be careful."] }]] },
    { name: "never", when: [{ op: "false" }, eq("tool", "bash")] },
  ],
  {
    targets: ["policyc", "codex"],
    patterns: ["git push --force", "ls"],
    programs: { "acme-run": { wrapper: true, flags: [{ flag: "-e", takesValue: true }] } },
    globs: [
      { kind: "name", pattern: "release/*" },
      { kind: "path", pattern: "**/.env*" },
      { kind: "path", pattern: "/opt/keys/*.pem" },
      { kind: "host", pattern: "*.example" },
    ],
    regexes: [
      { source: "rm\\s", flags: "i", engine: "native" },
      { source: "AKIA[0-9A-Z]{16}", flags: "", engine: "linear" },
    ],
    labels: ["seen"],
    counters: { calls: [60_000] },
    tools: { deploy: { env: { type: "string", doc: "where to" } } },
  },
);
