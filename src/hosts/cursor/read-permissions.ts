// Reads Cursor's permissions: `Shell(git)`, `Read(src/**)`, `Write(...)`, `Mcp(server:tool)`, `WebFetch(domain)`.

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
import { fileGlobs, prefixSubject } from "../shared/permissions/words.ts";

const decisions: { readonly [list: string]: PermissionDecision } = { deny: "block", allow: "allow" };
const STAY = "leave it in Cursor's settings";

export function readCursorPermissions(value: Json): ReadPermissions {
  const problems = collectProblems();
  const lists = isObject(value) ? (member(value, "permissions") ?? {}) : null;
  if (!isObject(lists)) {
    problems.add(
      "P865",
      ["permissions"],
      { setting: "`permissions`", type: "an object" },
      'write `{ "deny": ["Shell(rm)"] }`',
    );
    return { permissions: [], hooks: [], problems: problems.found };
  }
  for (const key of Object.keys(lists).filter((name) => !Object.hasOwn(decisions, name))) {
    const among = Object.keys(decisions);
    problems.add("P864", ["permissions", key], { entry: "permissions", key }, `the keys are ${among.join(", ")}`, {
      word: key,
      among,
    });
  }
  const permissions = Object.entries(decisions).flatMap(([list, decision]) =>
    readList(lists, list, ["permissions", list], decision, problems, subjectOf),
  );
  return { permissions, hooks: [], problems: problems.found };
}

/** `permissions.json`: what runs without approval. */
export function readCursorAllowlists(value: Json): ReadPermissions {
  const problems = collectProblems();
  if (!isObject(value)) {
    problems.add("P865", [], { setting: "the file", type: "an object" }, 'write `{ "terminalAllowlist": ["git"] }`');
    return { permissions: [], hooks: [], problems: problems.found };
  }
  if (member(value, "autoRun") !== undefined)
    problems.add("P874", ["autoRun"], { entry: "autoRun", why: "it is advice for Cursor's classifier" }, STAY);
  const permissions = [
    ...readList(value, "terminalAllowlist", ["terminalAllowlist"], "allow", problems, shell),
    ...readList(value, "mcpAllowlist", ["mcpAllowlist"], "allow", problems, server),
  ];
  return { permissions, hooks: [], problems: problems.found };
}

/** Hooks speak Cursor's own protocol, which a policy does not. */
export function readCursorHooks(value: Json): ReadPermissions {
  const problems = collectProblems();
  const hooks = isObject(value) ? member(value, "hooks") : undefined;
  for (const [event, list] of Object.entries(isObject(hooks) ? hooks : {}))
    for (const index of isList(list) ? list.keys() : []) {
      const entry = `hooks.${event}[${index}]`;
      problems.add(
        "P870",
        ["hooks", event, index],
        { entry, why: "there is no protocol for hooks of Cursor" },
        "keep it in Cursor's hooks.json",
      );
    }
  return { permissions: [], hooks: [], problems: problems.found };
}

function readList(
  from: JsonObject,
  key: string,
  path: ConfigPath,
  decision: PermissionDecision,
  problems: Problems,
  read: (text: string) => Subject | string,
): readonly Permission[] {
  const items = member(from, key) ?? [];
  const name = path.join(".");
  if (!isList(items)) {
    problems.add("P865", path, { setting: `\`${name}\``, type: "a list" }, "write a list of strings");
    return [];
  }
  return items.flatMap((item, index): readonly Permission[] => {
    const at = [...path, index];
    const entry = `${name}[${index}]`;
    if (typeof item !== "string") {
      problems.add("P865", at, { setting: `\`${entry}\``, type: "a string" }, 'write `"Shell(git)"`');
      return [];
    }
    const subject = read(item.trim());
    if (typeof subject !== "string") return [{ ...plainPermission, path: at, entry, written: item, decision, subject }];
    const code = decision === "allow" ? "P873" : "P870";
    problems.add(code, at, { entry: `\`${item}\` (${entry})`, why: subject }, "write the rule yourself");
    return [];
  });
}

function subjectOf(text: string): Subject | string {
  const [, kind, inside = ""] = /^(\w+)\(([\s\S]*)\)$/.exec(text) ?? [];
  const specifier = inside.trim();
  switch (kind) {
    case "Shell":
      return shell(specifier);
    case "Read":
      return files(specifier, "read");
    case "Write":
      return files(specifier, "write");
    case "Mcp":
      return server(specifier);
    case "WebFetch":
      return /^\*+$/.test(specifier) ? { kind: "tools", tools: ["fetch"] } : hosts(specifier);
    default:
      return "it is not one of Shell, Read, Write, Mcp and WebFetch with brackets";
  }
}

const hosts = (host: string): Subject | string =>
  host === "" ? "it names no domain" : { kind: "hosts", hosts: [host] };

/** `git`, `git push`, `git:push *`: the program, perhaps with what its arguments begin with. */
function shell(specifier: string): Subject | string {
  if (/^\*+$/.test(specifier)) return { kind: "tools", tools: ["bash"] };
  const [, program, args] = /^([^\s:]+):(.*)$/s.exec(specifier) ?? [];
  const text = program === undefined ? specifier : `${program} ${args}`;
  const plain = text.replace(/\s*\*+$/, "").trim();
  const isGlued = /\S\*$/.test(text);
  if (plain.includes("*"))
    return prefixSubject(text.replaceAll("*", "x")) === null
      ? NOT_ONE
      : { kind: "wildcard", text: text.replace(/\*+/g, "*") };
  const subject = prefixSubject(plain);
  if (subject === null) return NOT_ONE;
  return isGlued && subject.kind === "words" ? { ...subject, rest: "glued" } : subject;
}

const NOT_ONE = "it is not the beginning of one command";

function files(specifier: string, access: "read" | "write"): Subject | string {
  const globs = fileGlobs(specifier);
  return globs === null || specifier === "" ? "it names no files" : { kind: "files", access, ...globs };
}

/** `server:tool`, `server, tool`, `server`; a star is any. */
function server(specifier: string): Subject | string {
  const [name = "", tool = "*"] = specifier.split(/\s*[:,]\s*/);
  if (name === "" || tool === "") return "it names no server";
  if (name === "*")
    return tool === "*" ? { kind: "tools", tools: ["mcp"] } : "a tool of every server has no counterpart";
  if (name.includes("*")) return "a wildcard in the name of a server has no counterpart";
  return { kind: "server", server: name, tools: tool === "*" ? [] : [tool], others: false };
}
