// Maps Kiro's tools to policyc's. The input of two of them says what they do: fs_write has a command,
// fs_read a list of operations.

import type { Json } from "../../language/contract.ts";
import { listOf } from "../shared/native-event.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { filesRead } from "../shared/several-files.ts";
import type { Derived, ToolRow, ToolTable } from "../shared/tool-table.ts";

/** An operation may be a search; all others are reads of every path that they name. */
function reading({ operations, path }: JsonObject): Derived {
  const list = listOf(operations);
  const [only, ...more] = list;
  if (isObject(only) && more.length === 0 && only.mode === "Search" && only.image_paths === undefined) {
    const file = fieldOf(only, "path");
    return { tool: "search", fields: { pattern: only.pattern ?? "", ...(file === undefined ? {} : { path: file }) } };
  }
  return filesRead([path, ...list.flatMap(saidBy)]);
}

function saidBy(operation: Json): readonly (Json | undefined)[] {
  if (!isObject(operation)) return [operation];
  const { path, image_paths: images, mode } = operation;
  // A search without a folder is relative to the working folder.
  return [path ?? (mode === "Search" ? "." : null), ...(Array.isArray(images) ? listOf(images) : [images])];
}

/** `create` writes the whole file, all others change a part of it. */
export function writing({ command, file_text, old_str, new_str, content }: JsonObject): Derived {
  const whole = file_text ?? content;
  if (command === "create" || (command === undefined && whole !== undefined))
    return { fields: whole === undefined ? {} : { content: whole } };
  const put = new_str ?? whole;
  return {
    tool: "edit",
    fields: { ...(old_str === undefined ? {} : { old: old_str }), ...(put === undefined ? {} : { new: put }) },
  };
}

/** Asking for the state of a running task does not start a new one. */
const delegating = ({ task }: JsonObject): Derived => (typeof task === "string" ? {} : { tool: "other" });

/** The same tool under the names of several versions. */
const named = (natives: readonly string[], row: Omit<ToolRow, "native">): readonly ToolRow[] =>
  natives.map((native) => ({ native, ...row }));

export const kiroTools: ToolTable = {
  rows: [
    ...named(["execute_bash", "execute_cmd", "shell"], { tool: "bash", fields: { command: "command" } }),
    ...named(["fs_read", "read"], { tool: "read", fields: {}, derive: reading }),
    ...named(["fs_write", "write"], { tool: "write", fields: { path: "path" }, derive: writing }),
    ...named(["grep"], { tool: "search", fields: { pattern: "pattern", path: "path" }, filters: ["include"] }),
    ...named(["glob"], { tool: "search", fields: { pattern: "pattern", path: "path" } }),
    ...named(["web_fetch"], { tool: "fetch", fields: { url: "url" } }),
    ...named(["web_search"], { tool: "web_search", fields: { query: "query" } }),
    ...named(["delegate", "use_subagent"], {
      tool: "subagent",
      fields: { task: "task", role: "agent" },
      derive: delegating,
    }),
  ],
  mcp: /^@([^/]+)\/(.+)$/s,
  mcpName: (server, tool) => `@${server}/${tool}`,
};
