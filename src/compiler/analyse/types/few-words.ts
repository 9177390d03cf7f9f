// Tests of a value that is one of a few words, such as `tool`, with a text that is none of them.

import { compileGlob, matchGlob } from "../../../language/glob.ts";
import type { WordTestExpr } from "../../ir/ast.ts";
import { fail, type RuleScope } from "../names/rule-scope.ts";
import type { Constant, Typed } from "../names/value-types.ts";

export type TextConstant = Constant & { readonly kind: "string" };

/** What agents call their own tools. */
export const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    shell: "bash",
    sh: "bash",
    multiedit: "edit",
    grep: "search",
    glob: "search",
    webfetch: "fetch",
    websearch: "web_search",
    task: "subagent",
    agent: "subagent",
  }),
);

/** What several agents call a tool of an MCP server; the start of such a name, or a pattern of it, means the server. */
const mcpTool = /^mcp__?([^*_]*(?:_[^*_]+)*)(?:__?(.*))?$/;

export function neverHelp(a: Typed, value: string, words: ReadonlySet<string>): string {
  const mcp = isTool(a) ? mcpTool.exec(value) : null;
  if (mcp !== null) {
    const [, server = "", tool = ""] = mcp;
    const tests = [
      server === "" ? "" : `mcp.server == "${server}"`,
      /^\.?\*?$/.test(tool) ? "" : `mcp.tool == "${tool}"`,
    ];
    return `write \`${['tool == "mcp"', ...tests.filter(Boolean)].join(" and ")}\``;
  }
  if (isTool(a))
    return 'declare a tool of your own with `tool NAME { ... }`; all others are `"other"`, with their name in `tool_name`';
  return `it can be ${[...words].slice(0, 12).join(", ")}`;
}

export const isTool = (typed: Typed): boolean => typed.value.op === "field" && typed.value.name === "tool";

export function textItems({ constant }: Typed): readonly TextConstant[] {
  if (constant === null) return [];
  const items = constant.kind === "list" ? constant.items : [constant];
  return items.filter((item) => item.kind === "string");
}

/** `tool starts with "mcp__"`: the left side is one of a few words, and none of them passes. */
export function neverWord(left: Typed, right: Typed, expr: WordTestExpr, scope: RuleScope): boolean {
  const { words } = left.type;
  const [text] = textItems(right);
  if (words === null || text === undefined || right.constant?.kind !== "string") return false;
  const passes = {
    "starts with": (word: string) => word.startsWith(text.value),
    "ends with": (word: string) => word.endsWith(text.value),
    contains: (word: string) => word.includes(text.value),
    matches: (word: string) => matchGlob(compileGlob(text.value, "name"), word),
  }[expr.op as string];
  if (passes === undefined || [...words].some(passes)) return false;
  fail(
    scope,
    "P231",
    text.span,
    { value: text.value, name: left.key ?? "this" },
    {
      help: neverHelp(left, text.value, words),
    },
  );
  return true;
}
