// Maps Cline's tools to policyc's: the extension's, whose values are all strings, and the SDK's, which take lists.

import type { Json } from "../../language/contract.ts";
import { commandLine } from "../shared/command-words.ts";
import { oneAddress } from "../shared/fetch-address.ts";
import { innerJson, listOf } from "../shared/native-event.ts";
import { isObject, type JsonObject } from "../shared/read-answer.ts";
import { filesRead } from "../shared/several-files.ts";
import type { Derived, ToolTable } from "../shared/tool-table.ts";

/** A single value as a list of one. */
const many = (value: Json | undefined): readonly Json[] => {
  const inner = innerJson(value);
  return Array.isArray(inner) ? listOf(inner) : inner === undefined ? [] : [inner];
};

/** Commands run in order; each is a line for the shell or a program with its arguments. */
function running(input: JsonObject): Derived {
  const { commands, command, cmd, args } = input;
  if ([commands, command, cmd].filter((one) => one !== undefined).length > 1)
    return { fault: "it contains commands in two places" };
  const list = commands === undefined ? [args === undefined ? (command ?? cmd ?? null) : input] : many(commands);
  const lines = list.map((entry) => {
    if (typeof entry === "string") return entry;
    return isObject(entry) ? commandLine([entry.command ?? null, ...many(entry.args)]) : null;
  });
  if (lines.length === 0 || lines.includes(null)) return { tool: "other" };
  return { fields: { command: lines.join("\n") } };
}

/** The values that a list of requests holds under any of these names. */
function named(input: JsonObject, key: string, names: readonly string[]): readonly (Json | undefined)[] {
  const given = names.filter((one) => input[one] !== undefined);
  const list = given.length === 0 ? [input] : given.flatMap((one) => many(input[one]));
  return list.map((one) => (isObject(one) ? one[key] : one));
}

const readingFiles = (input: JsonObject): Derived => filesRead(named(input, "path", ["files", "file_paths", "paths"]));

/** A policyc search call can describe only one search. */
function searching(input: JsonObject): Derived {
  const [query, ...more] = named(input, "query", ["queries"]);
  return typeof query === "string" && more.length === 0 ? { fields: { pattern: query } } : { tool: "other" };
}

const fetching = (input: JsonObject): Derived => ({
  fields: { url: oneAddress({ named: named(input, "url", ["requests"]).map((url) => url ?? null), possible: [] }) },
});

/** An MCP call is a tool of its own, with the server among its parameters. */
function mcpUse({ server_name, tool_name, arguments: given }: JsonObject): Derived {
  const args = innerJson(given) ?? {};
  if (typeof server_name !== "string" || typeof tool_name !== "string" || !isObject(args)) return { tool: "other" };
  return { fields: { server: server_name, tool: tool_name, args } };
}

const browsing = ({ url }: JsonObject): Derived => (typeof url === "string" ? {} : { tool: "other" });

export const clineTools: ToolTable = {
  rows: [
    { native: "execute_command", tool: "bash", fields: { command: "command" } },
    { native: "run_commands", tool: "bash", fields: {}, derive: running },
    { native: "write_to_file", tool: "write", fields: { path: "path", content: "content" } },
    { native: "new_rule", tool: "write", fields: { path: "path", content: "content" } },
    // The text consists of search and replace blocks, so it includes the new content.
    { native: "replace_in_file", tool: "edit", fields: { path: "path", new: "diff" } },
    { native: "editor", tool: "edit", fields: { path: "path", old: "old_text", new: "new_text" } },
    { native: "apply_patch", tool: "edit", fields: { patch: "input" } },
    { native: "read_file", tool: "read", fields: { path: "path" } },
    { native: "read_files", tool: "read", fields: {}, derive: readingFiles },
    { native: "list_files", tool: "read", fields: { path: "path" } },
    { native: "list_code_definition_names", tool: "read", fields: { path: "path" } },
    { native: "search_files", tool: "search", fields: { pattern: "regex", path: "path" }, filters: ["file_pattern"] },
    { native: "search_codebase", tool: "search", fields: {}, derive: searching },
    { native: "web_fetch", tool: "fetch", fields: { url: "url" } },
    { native: "fetch_web_content", tool: "fetch", fields: {}, derive: fetching },
    { native: "browser_action", tool: "fetch", fields: { url: "url" }, derive: browsing },
    { native: "web_search", tool: "web_search", fields: { query: "query" } },
    { native: "use_mcp_tool", tool: "mcp", fields: {}, derive: mcpUse },
  ],
  mcp: /^([^_].*?)__(.+)$/s,
  mcpName: (server, tool) => `${server}__${tool}`,
};
