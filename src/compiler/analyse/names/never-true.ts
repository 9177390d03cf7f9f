// What can never fit: a rule with it would compile and never fire. Only what is certain is told here.

import { tools as shippedTools } from "../../../language/schema.ts";
import type { IrValue } from "../../ir/ir.ts";
import type { ToolSet } from "./narrowing.ts";

export interface Never {
  readonly why: string;
  readonly help: string;
}

/** A path or glob that no path fits: they are compared from the root on, without `.`, `..`, variables and final slash. */
export function neverPath(pattern: string): Never | null {
  const parts = pattern.replace(/^(?:\.\/)+|^\//, "").split("/");
  const glued = parts.find((part) => part.includes("**") && part !== "**");
  if (/^\s|(?<!\\)\s$/.test(pattern)) return { why: "it begins or ends with a space", help: "remove the space" };
  if (/^\$\{?\w/.test(pattern))
    return {
      why: "variables are not expanded in patterns",
      help: "write `~/` for the home folder; paths without a leading slash start at the project root",
    };
  if (pattern === "~") return { why: "paths are compared with the home folder expanded", help: "write `is home`" };
  if (glued !== undefined) {
    const help = `write \`${pattern.replace(glued, glued.replace("**", "**/*"))}\``;
    return { why: "`**` matches only whole parts of a path", help };
  }
  if (parts.includes(".") || parts.includes(".."))
    return {
      why: "paths are compared without `.` and `..`",
      help: "write the path from the project root; for a folder and everything in it, write `under`",
    };
  if (pattern.length > 1 && pattern.endsWith("/")) {
    const folder = pattern.replace(/\/+$/, "");
    return {
      why: "a path does not end with a slash",
      help: `write \`${folder}\`, or \`${folder}/**\` for its contents`,
    };
  }
  return pattern.length > 1 && parts.includes("") ? { why: "it has two slashes in a row", help: "remove one" } : null;
}

/** A host or glob that no address gives: hosts are compared lower case, without scheme, port, path and final dot. */
export function neverHost(text: string): Never | null {
  if (text.startsWith("mcp:") || text === "web-search") return null;
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/\/.*$/, "");
  if (bare !== text) return { why: "a host has no scheme and no path", help: `write \`${bare}\`` };
  if (/\s/.test(text)) return { why: "a host contains no space", help: "remove the space" };
  if (/^[^:]*:\d*$/.test(text)) return { why: "a host has no port", help: `write \`${text.replace(/:.*$/, "")}\`` };
  if (/[*?[{\\]/.test(text) && !/^\[[\da-f:.]+\]$/i.test(text)) return neverHostGlob(text);
  const given = hostOf(text.includes(":") && !text.startsWith("[") ? `[${text}]` : text);
  if (given === text.toLowerCase()) return null;
  if (given === null) return { why: "no URL can have such a host", help: 'write a name such as `"github.com"`' };
  return { why: `in a URL it becomes the host \`${given}\``, help: `write \`${given}\`` };
}

function neverHostGlob(text: string): Never | null {
  if (text.endsWith(".")) return { why: "hosts are compared without a final dot", help: "remove it" };
  return /[^\x00-\x7f]/.test(text)
    ? { why: "hosts are compared in their ASCII form", help: "write this part as `xn--...`" }
    : null;
}

function hostOf(text: string): string | null {
  try {
    return new URL(`http://${text}`).hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  } catch {
    return null;
  }
}

/** A name that git gives to no branch; outside of a repository it is empty. */
export function neverBranch(text: string): Never | null {
  if (text === "") return null;
  if (/^refs\/(?:heads|remotes)\//.test(text))
    return {
      why: "branches are compared by their short names",
      help: `write \`${text.replace(/^refs\/(?:heads|remotes)\//, "")}\``,
    };
  const isName = !/[\s~^:?*[\\\x00-\x1f\x7f]|\.\.|@\{|\/\/|^[-/]|[/.]$|\.lock$/.test(text);
  return isName
    ? null
    : { why: "git does not allow this name for a branch", help: "write the name as `git branch` shows it" };
}

const ranges = { hour: [0, 23], size: [0, Number.POSITIVE_INFINITY] } as const;

/** No number that the value can have passes the test. */
export function neverNumber(value: IrValue, test: string, limit: number): boolean {
  const range = rangeOf(value);
  if (range === null) return false;
  const [low, high] = range;
  switch (test) {
    case "eq":
    case "ne":
      return limit < low || limit > high;
    case "lt":
      return limit <= low;
    case "le":
      return limit < low;
    case "gt":
      return limit >= high;
    default:
      return limit > high;
  }
}

function rangeOf(value: IrValue): readonly [number, number] | null {
  if (value.op === "fact") return value.key.startsWith("hour:") ? ranges.hour : null;
  return value.op === "length" || value.op === "counted" ? ranges.size : null;
}

/** How the value is called in a message. */
export function callOf(value: IrValue): string {
  return value.op === "fact" ? (value.key.split(":")[0] ?? "this") : value.op;
}

/** Text in lower case never holds a capital. */
export const neverLower = (value: IrValue, text: string): boolean =>
  value.op === "lower" && text !== text.toLowerCase();

/** The views that the core fills for each shipped tool; tools that are not here, and those of MCP servers, may do anything. */
const filled: { readonly [tool: string]: readonly string[] } = {
  bash: ["reads", "writes", "deletes", "uploads", "hosts", "kinds"],
  read: ["reads"],
  search: ["reads"],
  write: ["writes", "deletes"],
  edit: ["writes", "deletes"],
  fetch: ["reads", "hosts"],
  web_search: ["hosts"],
  subagent: [],
};

/** None of the tools that are left at this place of the condition fills the view. */
export function neverFilled(tools: ToolSet, view: string): boolean {
  if (tools.except || tools.names.size === 0) return false;
  return [...tools.names].every(
    (tool) =>
      Object.hasOwn(shippedTools, tool) && Object.hasOwn(filled, tool) && filled[tool]?.includes(view) === false,
  );
}

/** None of them is a call of an MCP server. */
export const neverMcp = (tools: ToolSet): boolean => !tools.except && tools.names.size > 0 && !tools.names.has("mcp");
