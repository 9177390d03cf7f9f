// One entry of Claude Code's permissions: `Tool` or `Tool(specifier)`.

import type { Subject } from "../shared/permissions/permission.ts";
import { fileGlobs, plainWords, shellWords } from "../shared/permissions/words.ts";
import { ambiguousNames } from "../shared/tool-table.ts";
import { claudeTools } from "./tools.ts";

interface Unread {
  readonly why: string;
  readonly help: string;
}

export interface ReadRule {
  readonly subject: Subject;
  readonly differs: readonly string[];
}

const FILES_READ: ReadonlySet<string> = new Set(["Read", "NotebookRead", "Grep", "Glob", "LS"]);
const FILES_WRITTEN: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const SUBAGENTS: ReadonlySet<string> = new Set(["Agent", "Task"]);

export function readPermissionRule(text: string, isUser: boolean): ReadRule | Unread {
  const [, tool = "", inside] = /^([A-Za-z_][\w.*-]*)(?:\(([\s\S]*)\))?$/.exec(text) ?? [];
  if (tool === "") return { why: "it is not of the form Tool(specifier)", help: "correct it, and import again" };
  const specifier = inside === undefined || inside.trim() === "" || inside.trim() === "*" ? null : inside.trim();
  if (tool.startsWith("mcp__")) return serverRule(tool, specifier);
  const row = claudeTools.rows.find(({ native }) => native === tool);
  if (specifier === null) return wholeTool(tool);
  if (row?.tool === "bash") return commandRule(specifier);
  if (FILES_READ.has(tool)) return fileRule(specifier, "read", isUser);
  if (FILES_WRITTEN.has(tool)) return fileRule(specifier, "write", isUser);
  const [, domain] = /^domain:(.+)$/s.exec(specifier) ?? [];
  if (row?.tool === "fetch" && domain !== undefined)
    return { subject: { kind: "hosts", hosts: [domain] }, differs: [] };
  if (SUBAGENTS.has(tool) && /^[\w .:-]+$/.test(specifier))
    return { subject: { kind: "subagent", role: specifier }, differs: [] };
  return {
    why: `what stands in brackets after ${tool} has no counterpart`,
    help: "write a rule about this tool yourself",
  };
}

function wholeTool(tool: string): ReadRule | Unread {
  const names = ambiguousNames(claudeTools, tool);
  if (FILES_WRITTEN.has(tool)) {
    const all = tool === "Edit" ? [] : names;
    return { subject: { kind: "tools", tools: ["write", "edit"], names: all }, differs: [] };
  }
  if (tool === "*") return { subject: { kind: "everything" }, differs: [] };
  if (tool.includes("*"))
    return { why: "a wildcard in the name of a tool has no counterpart", help: "name the tools one by one" };
  const row = claudeTools.rows.find(({ native }) => native === tool);
  const subject: Subject =
    row === undefined ? { kind: "named", name: tool } : { kind: "tools", tools: [row.tool], names };
  return { subject, differs: [] };
}

/** `mcp__server`, `mcp__server__*`, `mcp__server__tool`, `mcp__*`. */
function serverRule(tool: string, specifier: string | null): ReadRule | Unread {
  if (specifier !== null)
    return { why: "arguments of an MCP tool have no counterpart", help: "name the tool without brackets" };
  const [, server = "", name] = /^mcp__(.+?)(?:__(.+))?$/s.exec(tool) ?? [];
  if (server === "*" && (name ?? "*") === "*") return { subject: { kind: "tools", tools: ["mcp"] }, differs: [] };
  if (server.includes("*"))
    return { why: "a wildcard in the name of a server has no counterpart", help: "name the servers one by one" };
  const tools = name === undefined || name === "*" ? [] : [name];
  return { subject: { kind: "server", server, tools, others: false }, differs: [] };
}

const OPERATOR: Unread = {
  why: "it contains an operator of the shell, and Claude Code compares each command of a line by itself",
  help: "write a rule with `command flows`, for example `command flows download into interpreter`",
};

function commandRule(specifier: string): ReadRule | Unread {
  const [, before] = /^(.*?):\*$/s.exec(specifier) ?? [];
  const text = before ?? specifier;
  const stars = text.replace(/\\[\s\S]/g, "").match(/\*/g)?.length ?? 0;
  if (stars > 1 || (stars === 1 && (before !== undefined || !text.endsWith("*")))) return wildcardRule(text, before);
  const isGlued = stars === 1 && !/\s\*$/.test(text);
  const words = shellWords(stars === 1 ? text.slice(0, -1) : text);
  if (words === null) return OPERATOR;
  if (words.length === 0) return { why: "it names no command", help: "name the program" };
  const rest = isGlued ? "glued" : stars === 1 || before !== undefined ? "more" : "none";
  return { subject: { kind: "words", words: plainWords(words), rest }, differs: [] };
}

function wildcardRule(text: string, before: string | undefined): ReadRule | Unread {
  if (shellWords(text.replaceAll("*", "x")) === null) return OPERATOR;
  return { subject: { kind: "wildcard", text: before === undefined ? text : `${text} *` }, differs: [] };
}

function fileRule(specifier: string, access: "read" | "write", isUser: boolean): ReadRule | Unread {
  const isRooted = /^\/(?!\/)/.test(specifier);
  // Two slashes are the root of the disk; one is the project, or the folder of the user's own settings.
  const path = specifier.startsWith("//") ? specifier.slice(1) : isRooted ? specifier.slice(1) : specifier;
  const globs = fileGlobs(path);
  if (globs === null) return { why: "a pattern that begins with `!` has no counterpart", help: "name the other files" };
  const anchored = isRooted && !path.includes("/") ? { wide: [path, `${path}/**`], narrow: globs.narrow } : globs;
  const differs = isRooted && isUser ? ["its path is read from the project's root"] : [];
  return { subject: { kind: "files", access, ...anchored }, differs };
}
