// Maps the tools of VS Code's agent mode to policyc's. Names change between releases, so several are accepted.

import type { Json } from "../../language/contract.ts";
import { besideClaude } from "../claude-code/tools.ts";
import { givenAddresses, oneAddress } from "../shared/fetch-address.ts";
import { listOf } from "../shared/native-event.ts";
import { patchTool } from "../shared/patch-call.ts";
import { isObject, type JsonObject } from "../shared/read-answer.ts";
import type { Derived, ToolTable } from "../shared/tool-table.ts";

const file = ["filePath", "path"];

/** The path of a call over several files, if it is the same for all. */
function samePath(paths: readonly (Json | undefined)[]): Derived {
  const [path, ...more] = [...new Set(paths)];
  return typeof path === "string" && more.length === 0 ? { fields: { path } } : {};
}

const pathsOf = ({ replacements }: JsonObject): Derived =>
  samePath(listOf(replacements).map((one) => (isObject(one) ? one.filePath : undefined)));

export const vscodeTools: ToolTable = {
  rows: besideClaude([
    { native: "run_in_terminal", tool: "bash", fields: { command: "command" } },
    { native: "runInTerminal", tool: "bash", fields: { command: "command" } },
    { native: "read_file", tool: "read", fields: { path: file } },
    { native: "create_file", tool: "write", fields: { path: file, content: "content" } },
    { native: "replace_string_in_file", tool: "edit", fields: { path: file, old: "oldString", new: "newString" } },
    { native: "multi_replace_string_in_file", tool: "edit", fields: {}, derive: pathsOf },
    { native: "insert_edit_into_file", tool: "edit", fields: { path: file, new: "code" } },
    { native: "edit_notebook_file", tool: "edit", fields: { path: file, new: "newCode" } },
    { native: "editFiles", tool: "edit", fields: {}, derive: ({ files }) => samePath(listOf(files)) },
    patchTool("apply_patch", ["input", "patch"]),
    { native: "grep_search", tool: "search", fields: { pattern: "query" }, filters: ["includePattern"] },
    { native: "file_search", tool: "search", fields: { pattern: "query" } },
    { native: "semantic_search", tool: "search", fields: { pattern: "query" } },
    { native: "list_dir", tool: "search", fields: { path: "path" }, fixed: { pattern: "*" } },
    {
      native: "fetch_webpage",
      tool: "fetch",
      fields: {},
      derive: ({ urls }) => ({ fields: { url: oneAddress(givenAddresses(urls)) } }),
    },
    { native: "runSubagent", tool: "subagent", fields: { task: "prompt", role: "agentName" } },
  ]),
  // A server whose name contains the separator cannot be distinguished from its tool.
  mcp: /^mcp_([^_]+)_(.+)$/s,
  mcpName: (server, tool) => `mcp_${server}_${tool}`,
};
