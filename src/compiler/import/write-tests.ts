// The matcher of a hook as a condition, and events on which it is true and false. Null with a reason where the language
// cannot say it: a hook without its matcher would be another hook.

import { neocodeTools } from "../../hosts/neocode/tools.ts";
import type { ToolTest } from "../../hosts/shared/config.ts";
import type { Json, Point } from "../../language/contract.ts";
import { type Fields, points } from "../../language/schema.ts";
import { judgeRegex } from "../analyse/types/regex-safety.ts";
import { dataText, listText, regexText, stringText } from "./policy-text.ts";

export interface Unsayable {
  readonly why: string;
  readonly help: string;
}

/** The condition; empty text when there is none. */
export function conditionOf(tests: readonly ToolTest[]): string | Unsayable {
  const parts: string[] = [];
  for (const test of tests) {
    const part = testText(test, tests);
    if (typeof part !== "string") return part;
    parts.push(part);
  }
  return parts.join(" and ");
}

function testText(test: ToolTest, all: readonly ToolTest[]): string | Unsayable {
  switch (test.kind) {
    case "name": {
      const wild = test.names.find((name) => /[*?[\]{}]/.test(name));
      if (wild !== undefined) {
        return {
          why: `the tool name "${wild}" contains a wildcard, which has no meaning here`,
          help: "list the tools one by one",
        };
      }
      const field = test.ignoresCase ? "lower(tool_name)" : "tool_name";
      return test.names.length === 1
        ? `${field} == ${stringText(test.names[0] ?? "")}`
        : `${field} in ${listText(test.names)}`;
    }
    case "prefix":
      return `tool_name starts with ${stringText(test.prefix)}`;
    case "regex": {
      for (const { source, flags } of test.regexes) {
        const verdict = judgeRegex(source, flags);
        if (verdict.kind === "safe" || verdict.kind === "polynomial") continue;
        const why = verdict.kind === "exponential" ? "it can take exponential time" : verdict.why;
        return {
          why: `the expression \`${source}\` cannot be imported: ${why}`,
          help: "write it without nested repetition",
        };
      }
      return either(test.regexes.map(({ source, flags }) => `tool_name matches ${regexText(source, flags)}`));
    }
    case "arguments":
      return argumentsText(test.texts, all);
  }
}

const either = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" or ")})`;

/** Fields that hold the whole of what a call is about. */
const telling: ReadonlyMap<string, string> = new Map([
  ["bash", "command"],
  ["fetch", "url"],
]);

function argumentsText(texts: readonly string[], all: readonly ToolTest[]): string | Unsayable {
  const tool = argumentTool(all);
  if (tool === null) {
    return {
      why: "arguments_contains needs a tool whose arguments are known",
      help: 'add `tool_name: bash` to the match, or write `tool == "bash" and lower(input.command) contains "..."` in a rule',
    };
  }
  const field = `lower(input.${telling.get(tool)})`;
  return `tool == ${stringText(tool)} and ${either(texts.map((text) => `${field} contains ${stringText(text)}`))}`;
}

/** The one tool of ours that the names stand for, if its arguments are one text. */
function argumentTool(tests: readonly ToolTest[]): string | null {
  const named = tests.flatMap((test) => (test.kind === "name" ? test.names : []));
  const names = named.filter((name) => tests.every((test) => isMatch(test, name)));
  const tools = new Set(names.map((name) => neocodeTools.rows.find(({ native }) => native === name)?.tool ?? ""));
  const [tool = ""] = tools;
  return tools.size === 1 && telling.has(tool) ? tool : null;
}

export interface ImportedExample {
  readonly fires: string | null;
  readonly ignores: string | null;
}

/** Events for the examples of a rule; null where none was found. */
export function examplesOf(at: readonly Point[], tests: readonly ToolTest[]): ImportedExample {
  const [point] = at;
  if (point === undefined) return { fires: null, ignores: null };
  const named = at.length > 1 ? { point } : {};
  if (!points[point].tool) return { fires: dataText({ ...named, ...fieldsOf(points[point].fields) }), ignores: null };
  const name = candidates(tests).find((word) => tests.every((test) => isMatch(test, word)));
  const tool = argumentTool(tests);
  const texts = tests.flatMap((test) => (test.kind === "arguments" ? test.texts : []));
  const call = (toolName: string): Json =>
    tool !== null && texts.length > 0
      ? { tool, tool_name: toolName, input: { [telling.get(tool) ?? ""]: texts[0] ?? "" } }
      : { tool: "other", tool_name: toolName, input: {} };
  const rest = fieldsOf(points[point].fields, ["tool", "tool_name"]);
  const event = (toolName: string): string =>
    dataText({ ...named, ...(call(toolName) as { [key: string]: Json }), ...rest });
  const stranger = ["other-tool", "Z"].find((word) => !tests.every((test) => isMatch(test, word)));
  return {
    fires: name === undefined ? null : event(name),
    ignores: tests.length === 0 || stranger === undefined ? null : event(stranger),
  };
}

function candidates(tests: readonly ToolTest[]): readonly string[] {
  const found = ["bash", ...neocodeTools.rows.map(({ native }) => native), "mcp__server__tool"];
  for (const test of tests) {
    if (test.kind === "name") found.unshift(...test.names);
    else if (test.kind === "prefix") found.unshift(`${test.prefix}x`);
    else if (test.kind === "regex")
      for (const { source } of test.regexes)
        found.push(...source.split(/[^A-Za-z0-9_.:-]+/), source.replace(/[\^$\\]/g, ""));
  }
  return found.filter((word) => word !== "");
}

function isMatch(test: ToolTest, name: string): boolean {
  switch (test.kind) {
    case "name":
      return test.names.includes(test.ignoresCase ? name.toLowerCase() : name);
    case "prefix":
      return name.startsWith(test.prefix);
    case "regex":
      return test.regexes.some(({ source, flags }) => new RegExp(source, flags).test(name));
    case "arguments":
      return true;
  }
}

/** A value for every field that an event must have. */
function fieldsOf(fields: Fields, given: readonly string[] = []): { readonly [field: string]: Json } {
  const values: { readonly [type: string]: Json } = { bool: true, int: 1, json: {}, "list<string>": [] };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => !field.optional && !given.includes(name))
      .map(([name, field]) => [name, values[field.type] ?? "x"]),
  );
}
