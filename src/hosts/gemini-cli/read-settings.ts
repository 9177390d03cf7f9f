// Reads the lists of tools in Gemini CLI's settings: which there are, which are excluded, which run without a question.

import type { Json } from "../../language/contract.ts";
import {
  type ConfigPath,
  collectProblems,
  isList,
  isObject,
  type JsonObject,
  member,
  type Problems,
} from "../shared/config.ts";
import {
  type Permission,
  type PermissionDecision,
  plainPermission,
  type ReadPermissions,
  type Subject,
} from "../shared/permissions/permission.ts";
import { nativeName, settingSubject, toolOf } from "./tool-subject.ts";

const STAY = "leave it in Gemini CLI's settings";

/** Lists of entries, by where they are; the older settings have them at the top. */
const lists: readonly { readonly path: readonly string[]; readonly decision: PermissionDecision }[] = [
  { path: ["tools", "exclude"], decision: "block" },
  { path: ["excludeTools"], decision: "block" },
  { path: ["tools", "allowed"], decision: "allow" },
  { path: ["allowedTools"], decision: "allow" },
];

export function readGeminiSettings(value: Json): ReadPermissions {
  const problems = collectProblems();
  const permissions: Permission[] = [];
  const add = (
    path: ConfigPath,
    written: string,
    decision: PermissionDecision,
    subject: Subject,
    exceptions: readonly Subject[] = [],
  ): void => {
    permissions.push({ ...plainPermission, path, entry: path.join("."), written, decision, subject, exceptions });
  };
  if (!isObject(value)) {
    problems.add("P865", [], { setting: "the file", type: "an object" }, 'write `{ "tools": { "exclude": [...] } }`');
    return { permissions, hooks: [], problems: problems.found };
  }
  for (const { path, decision } of lists)
    for (const [index, text] of textsAt(value, path, problems).entries()) {
      const subject = settingSubject(text);
      const at = [...path, index];
      if (typeof subject !== "string") add(at, text, decision, subject);
      else
        problems.add(
          decision === "allow" ? "P873" : "P870",
          at,
          { entry: `\`${text}\``, why: subject },
          "write the rule yourself",
        );
    }
  for (const path of [["tools", "core"], ["coreTools"]]) readCore(textsAt(value, path, problems), path, add, problems);
  for (const path of [["mcp", "excluded"], ["excludeMCPServers"]])
    for (const [index, server] of textsAt(value, path, problems).entries())
      add([...path, index], server, "block", { kind: "server", server, tools: [], others: false });
  for (const path of [["mcp", "allowed"], ["allowMCPServers"]]) {
    const servers = textsAt(value, path, problems);
    if (servers.length > 0) add(path, servers.join(", "), "block", { kind: "servers-beside", servers });
  }
  readServers(member(value, "mcpServers"), add, problems);
  if (member(value, "hooks") !== undefined)
    problems.add("P870", ["hooks"], { entry: "hooks", why: "there is no protocol for hooks of Gemini CLI" }, STAY);
  return { permissions, hooks: [], problems: problems.found };
}

type Add = (
  path: ConfigPath,
  written: string,
  decision: PermissionDecision,
  subject: Subject,
  exceptions?: readonly Subject[],
) => void;

/** The built-in tools that there are: all others are refused, and a shell that may only run some commands runs no others. */
function readCore(names: readonly string[], path: ConfigPath, add: Add, problems: Problems): void {
  if (names.length === 0) return;
  const commands: Subject[] = [];
  const tools = new Set<string>();
  const others: string[] = [];
  for (const [index, name] of names.entries()) {
    const subject = settingSubject(name);
    if (typeof subject === "string" || subject.kind === "everything" || subject.kind === "server") {
      const why = typeof subject === "string" ? subject : "it is not a built-in tool";
      problems.add("P870", [...path, index], { entry: `\`${name}\``, why }, "correct it");
      return;
    }
    if (subject.kind === "words") commands.push(subject);
    const tool = subject.kind === "words" ? "bash" : toolOf(name);
    if (tool === null) others.push(nativeName(name));
    else tools.add(tool);
  }
  const written = names.join(", ");
  add(path, written, "block", { kind: "tools-beside", tools: [...tools], names: others });
  if (commands.length > 0 && !names.some((name) => toolOf(name) === "bash"))
    add([...path, "run_shell_command"], written, "block", { kind: "tools", tools: ["bash"] }, commands);
}

function readServers(servers: Json | undefined, add: Add, problems: Problems): void {
  for (const [server, settings] of Object.entries(isObject(servers) ? servers : {})) {
    if (!isObject(settings)) continue;
    const path = ["mcpServers", server];
    const subject = (tools: readonly string[], others = false): Subject => ({ kind: "server", server, tools, others });
    const included = textsAt(settings, ["includeTools"], problems, path);
    if (included.length > 0) add([...path, "includeTools"], included.join(", "), "block", subject(included, true));
    const excluded = textsAt(settings, ["excludeTools"], problems, path);
    if (excluded.length > 0) add([...path, "excludeTools"], excluded.join(", "), "block", subject(excluded));
    if (member(settings, "trust") === true) add([...path, "trust"], "trust", "allow", subject([]));
  }
}

function textsAt(
  value: JsonObject,
  path: readonly string[],
  problems: Problems,
  above: ConfigPath = [],
): readonly string[] {
  let found: Json | undefined = value;
  for (const step of path) found = isObject(found) ? member(found, step) : undefined;
  if (found === undefined) return [];
  if (isList(found) && found.every((text): text is string => typeof text === "string" && text.trim() !== ""))
    return found;
  const at = [...above, ...path];
  problems.add("P865", at, { setting: `\`${at.join(".")}\``, type: "a list of names" }, 'write `["read_file"]`');
  return [];
}
