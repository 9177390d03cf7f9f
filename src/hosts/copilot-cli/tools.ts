// Maps Copilot's tools to policyc's: under its own names, and under Claude Code's names, which it reports to hooks with
// PascalCase events. The arguments are its own in both cases.

import type { Json } from "../../language/contract.ts";
import { patchCall, patchTool } from "../shared/patch-call.ts";
import { fieldOf, type JsonObject } from "../shared/read-answer.ts";
import { literalGlob } from "../shared/several-files.ts";
import type { Derived, ToolRow, ToolTable } from "../shared/tool-table.ts";

const path = ["path", "file_path"];
const shell = { command: "command" };
const read = { path };
const write = { path, content: ["file_text", "content"] };
const edit = { path, old: ["old_str", "old_string"], new: ["new_str", "new_string"] };
const search = { pattern: ["pattern", "query"], path: "path" };
const filters = ["glob"];
const task = { task: "prompt", role: ["agent_type", "subagent_type"] };
const patchNames = ["input", "patch", "patchText"];

/** Three tools are called Edit; one of them takes a patch. */
function editOrPatch(input: JsonObject): Derived {
  const text = patchNames.map((name) => fieldOf(input, name)).find((value) => typeof value === "string");
  if (typeof text !== "string") return {};
  const isBoth = path.some((name) => fieldOf(input, name) !== undefined);
  if (isBoth) return { fault: "it contains both a patch and a path" };
  return { ...patchCall(text), fields: { patch: text, ...patchCall(text).fields } };
}

/** A single place becomes the `path` of the search; several places become its files. */
function places(input: JsonObject): Derived {
  const paths = fieldOf(input, "paths");
  if (paths === undefined) return {};
  if (fieldOf(input, "path") !== undefined) return { fault: "it contains both `path` and `paths`" };
  const [only, ...more] = Array.isArray(paths) ? (paths as readonly Json[]) : [paths];
  if (typeof only === "string" && more.length === 0) return { fields: { path: only } };
  const files = [only ?? null, ...more, ...filters.flatMap((name) => fieldOf(input, name) ?? [])];
  if (!files.every((file) => typeof file === "string")) return { unknown: ["input.files"] };
  return { fields: { files: files.map((file, at) => (at <= more.length ? literalGlob(file) : file)) } };
}

const editors: { readonly [command: string]: string } = { view: "read", create: "write" };

function byCommand({ command, file_text }: JsonObject): Derived {
  const tool = typeof command === "string" && Object.hasOwn(editors, command) ? editors[command] : undefined;
  if (tool === undefined) return {};
  return { tool, fields: tool === "write" && typeof file_text === "string" ? { content: file_text } : {} };
}

const both = (native: string, claude: string, row: Omit<ToolRow, "native">): readonly ToolRow[] => [
  { native, ...row },
  { native: claude, ...row },
];

export const copilotTools: ToolTable = {
  rows: [
    ...both("bash", "Bash", { tool: "bash", fields: shell }),
    { native: "powershell", tool: "bash", fields: shell, fixed: { shell: "powershell" } },
    ...both("view", "Read", { tool: "read", fields: read }),
    ...both("create", "Write", { tool: "write", fields: write }),
    { native: "edit", tool: "edit", fields: edit },
    { native: "Edit", tool: "edit", fields: edit, derive: editOrPatch },
    { native: "str_replace_editor", tool: "edit", fields: edit, derive: byCommand },
    patchTool("apply_patch", patchNames),
    ...both("grep", "Grep", { tool: "search", fields: search, filters, derive: places }),
    { native: "rg", tool: "search", fields: search, filters, derive: places },
    ...both("glob", "Glob", { tool: "search", fields: search }),
    ...both("web_fetch", "WebFetch", { tool: "fetch", fields: { url: "url" } }),
    ...both("web_search", "WebSearch", { tool: "web_search", fields: { query: "query" } }),
    ...both("task", "Agent", { tool: "subagent", fields: task }),
    { native: "Task", tool: "subagent", fields: task },
  ],
  // Server names have dashes, tool names rarely do, and none of Copilot's own tools does.
  mcp: /^(.+)-([^-]+)$/s,
  mcpName: (server, tool) => `${server}-${tool}`,
};
