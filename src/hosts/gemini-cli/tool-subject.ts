// A name of a tool in Gemini CLI's settings and policies as a subject.

import type { Subject } from "../shared/permissions/permission.ts";
import { prefixSubject } from "../shared/permissions/words.ts";
import { ambiguousNames } from "../shared/tool-table.ts";
import { geminiTools } from "./tools.ts";

/** Classes of tools, which older settings name. */
const classes: { readonly [name: string]: string } = {
  ShellTool: "run_shell_command",
  ReadFileTool: "read_file",
  ReadManyFilesTool: "read_many_files",
  WriteFileTool: "write_file",
  EditTool: "replace",
  GrepTool: "grep_search",
  GlobTool: "glob",
  LSTool: "list_directory",
  WebFetchTool: "web_fetch",
  WebSearchTool: "google_web_search",
};

export const nativeName = (name: string): string => (Object.hasOwn(classes, name) ? (classes[name] ?? name) : name);

export const toolOf = (name: string): string | null =>
  geminiTools.rows.find(({ native }) => native === nativeName(name))?.tool ?? null;

/** The subject, or why there is none. */
export function toolSubject(name: string): Subject | string {
  if (name === "*") return { kind: "everything" };
  if (name === "mcp_*") return { kind: "tools", tools: ["mcp"] };
  const [, server, tool] = /^mcp_([^_]+)_(.+)$/s.exec(name) ?? /^(?!mcp_)(.+?)__(.+)$/s.exec(name) ?? [];
  if (server !== undefined && tool !== undefined) return serverSubject(server, tool);
  if (name.includes("*")) return "a wildcard in the name of a tool has no counterpart";
  const ours = toolOf(name);
  if (ours === null) return { kind: "named", name };
  return { kind: "tools", tools: [ours], names: ambiguousNames(geminiTools, nativeName(name)) };
}

export function serverSubject(server: string, tool: string): Subject | string {
  if (server === "*")
    return tool === "*" ? { kind: "tools", tools: ["mcp"] } : "a tool of every server has no counterpart";
  if (server.includes("*")) return "a wildcard in the name of a server has no counterpart";
  return { kind: "server", server, tools: tool === "*" ? [] : [tool], others: false };
}

/** `run_shell_command(git status)`, or the name of a tool. */
export function settingSubject(text: string): Subject | string {
  const [, name = "", inside] = /^([^()]+)(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
  if (name === "") return "it is not the name of a tool";
  if (inside === undefined || inside.trim() === "") return toolSubject(name);
  if (toolOf(name) !== "bash") return "only shell commands may stand in brackets";
  return prefixSubject(inside.trim().replace(/\s*\*$/, "")) ?? "what stands in brackets is not one command";
}
