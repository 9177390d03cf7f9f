// Reads Gemini CLI's policies. There the highest priority decides; entries of higher priority become exceptions of a refusal.

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
import { prefixSubject } from "../shared/permissions/words.ts";
import { serverSubject, toolOf, toolSubject } from "./tool-subject.ts";

const decisions: { readonly [decision: string]: PermissionDecision } = {
  allow: "allow",
  ask_user: "ask",
  deny: "block",
};
const strictness: { readonly [decision in PermissionDecision]: number } = { allow: 0, warn: 0, ask: 1, block: 2 };
const keys = [
  "name",
  "description",
  "toolName",
  "subagent",
  "mcpName",
  "toolAnnotations",
  "argsPattern",
  "commandPrefix",
  "commandRegex",
  "decision",
  "priority",
  "modes",
  "interactive",
  "allowRedirection",
  "allow_redirection",
  "denyMessage",
  "deny_message",
];
/** What a rule cannot test. */
const untestable = ["subagent", "toolAnnotations"];
const MOST_EXCEPTIONS = 12;

interface Ranked {
  readonly permission: Permission;
  readonly priority: number;
  /** It holds only in some sessions. */
  readonly isLimited: boolean;
}

export function readGeminiPolicies(value: Json): ReadPermissions {
  const problems = collectProblems();
  const rules = isObject(value) ? member(value, "rule") : undefined;
  for (const key of Object.keys(isObject(value) ? value : {}).filter((name) => name !== "rule")) {
    const entry = `[[${key}]]`;
    if (key === "safety_checker")
      problems.add("P874", [key], { entry, why: "Gemini CLI runs the checker" }, "leave it there");
    else
      problems.add("P864", [key], { entry: "the file", key }, "the entries are `[[rule]]`", {
        word: key,
        among: ["rule"],
      });
  }
  if (rules !== undefined && !isList(rules))
    problems.add("P865", ["rule"], { setting: "`rule`", type: "a list of tables" }, "write `[[rule]]`");
  const ranked = (isList(rules) ? rules : []).flatMap((rule, index) => readRule(rule, ["rule", index], problems));
  return { permissions: ranked.map((one) => withExceptions(one, ranked)), hooks: [], problems: problems.found };
}

function withExceptions({ permission, priority }: Ranked, all: readonly Ranked[]): Permission {
  if (permission.decision === "allow") return permission;
  const above = all.filter(
    (one) =>
      one.priority > priority &&
      strictness[one.permission.decision] < strictness[permission.decision] &&
      !one.isLimited &&
      mayMeet(one.permission.subject, permission.subject),
  );
  if (above.length === 0) return permission;
  if (above.length > MOST_EXCEPTIONS) {
    const differs = [...permission.differs, "too many entries have a higher priority, so they make no exception"];
    return { ...permission, differs };
  }
  return { ...permission, exceptions: above.map((one) => one.permission.subject) };
}

const ofShell: ReadonlySet<Subject["kind"]> = new Set(["words", "expression"]);

/** Whether a call may be of both; false only where that is certain. */
function mayMeet(one: Subject, other: Subject): boolean {
  if (one.kind === "everything" || other.kind === "everything") return true;
  if (one.kind === "words" && other.kind === "words")
    return (one.words[0] ?? []).some((program) => other.words[0]?.includes(program));
  const shells = [one, other].map((it) => ofShell.has(it.kind) || (it.kind === "tools" && it.tools.includes("bash")));
  if (shells.includes(true)) return !shells.includes(false);
  if (one.kind === "tools" && other.kind === "tools") return one.tools.some((tool) => other.tools.includes(tool));
  if (one.kind === "server" && other.kind === "server") return one.server === other.server;
  return one.kind !== "named" || other.kind !== "named" || one.name === other.name;
}

function readRule(rule: Json, path: ConfigPath, problems: Problems): readonly Ranked[] {
  const entry = `rule[${path[1]}]`;
  const leave = (why: string, help: string, key?: string): readonly Ranked[] => {
    problems.add("P870", key === undefined ? path : [...path, key], { entry, why }, help);
    return [];
  };
  if (!isObject(rule)) return leave("it is not a table", "write `[[rule]]`");
  for (const key of Object.keys(rule).filter((name) => !keys.includes(name)))
    problems.add("P864", [...path, key], { entry, key }, `the keys are ${keys.join(", ")}`, { word: key, among: keys });
  if (Object.keys(rule).some((name) => !keys.includes(name))) return [];
  const named = member(rule, "decision");
  const decision = typeof named === "string" && Object.hasOwn(decisions, named) ? decisions[named] : undefined;
  if (decision === undefined)
    return leave(
      `there is no decision ${JSON.stringify(named ?? null)}`,
      `the decisions are ${Object.keys(decisions).join(", ")}`,
      "decision",
    );
  const priority = member(rule, "priority") ?? 0;
  if (typeof priority !== "number" || !(priority >= 0 && priority <= 999))
    return leave("its priority is not a number from 0 to 999", "correct it", "priority");
  const odd = untestable.find((key) => member(rule, key) !== undefined);
  if (odd !== undefined) return leave(`it depends on \`${odd}\``, "write the rule yourself", odd);
  const limited = limitOf(rule);
  if (limited !== null && decision === "allow") {
    problems.add("P873", path, { entry, why: `it holds only for some ${limited}` }, "write the rule yourself");
    return [];
  }
  const subjects = subjectsOf(rule);
  if (typeof subjects === "string") {
    problems.add(decision === "allow" ? "P873" : "P870", path, { entry, why: subjects }, "write the rule yourself");
    return [];
  }
  const message = member(rule, "denyMessage") ?? member(rule, "deny_message");
  return subjects.map(({ subject, written }) => ({
    priority,
    isLimited: limited !== null,
    permission: {
      ...plainPermission,
      path,
      entry,
      written,
      decision,
      subject,
      message: typeof message === "string" && message.trim() !== "" ? message.trim() : null,
      differs: limited === null ? [] : [`in Gemini CLI it holds only for some ${limited}; here it always holds`],
    },
  }));
}

/** What restricts an entry to some sessions; null when nothing does. */
function limitOf(rule: JsonObject): string | null {
  const modes = member(rule, "modes");
  if (isList(modes) && modes.length > 0 && !modes.includes("default")) return "modes";
  return member(rule, "interactive") === undefined ? null : "sessions";
}

type Written = readonly { readonly subject: Subject; readonly written: string }[];

/** What the entry is about, each with its text, or why it has no counterpart. */
function subjectsOf(rule: JsonObject): Written | string {
  const names = textsOf(member(rule, "toolName"));
  const server = member(rule, "mcpName");
  const prefixes = textsOf(member(rule, "commandPrefix"));
  const expression = member(rule, "commandRegex");
  const pattern = member(rule, "argsPattern");
  if (names === null || prefixes === null) return "`toolName` and `commandPrefix` are strings or lists of strings";
  if ([prefixes.length > 0, expression !== undefined, pattern !== undefined].filter(Boolean).length > 1)
    return "only one of commandPrefix, commandRegex and argsPattern may be given";
  if (prefixes.length > 0)
    return each(prefixes, (text) => prefixSubject(text.trim()) ?? `\`${text}\` is not the beginning of one command`);
  if (expression !== undefined) return expressionOf(expression, "commandRegex");
  if (pattern !== undefined) return argumentsOf(pattern, names);
  if (typeof server === "string")
    return each(names.length === 0 ? ["*"] : names, (name) => serverSubject(server, name), `${server} `);
  if (server !== undefined) return "`mcpName` is not a string";
  return names.length === 0 ? "it names no tool" : each(names, toolSubject);
}

function each(texts: readonly string[], read: (text: string) => Subject | string, before = ""): Written | string {
  const written: { readonly subject: Subject; readonly written: string }[] = [];
  for (const text of texts) {
    const subject = read(text);
    if (typeof subject === "string") return subject;
    written.push({ subject, written: `${before}${text}` });
  }
  return written;
}

/** It is compared with the command from its first character. */
function expressionOf(source: Json, key: string): Written | string {
  if (typeof source !== "string" || source === "") return `\`${key}\` is not a string`;
  const text = source.replace(/^\^/, "");
  return [{ subject: { kind: "expression", source: text, flags: "s", begins: true }, written: source }];
}

/** Of the arguments of tools only the command is known by its name. */
function argumentsOf(pattern: Json, names: readonly string[]): Written | string {
  const [, rest] = typeof pattern === "string" ? (/^"command":\s?"(.+)$/s.exec(pattern) ?? []) : [];
  if (rest === undefined || names.some((name) => toolOf(name) !== "bash"))
    return "`argsPattern` is compared with the arguments as JSON text, which a policy does not have";
  return expressionOf(rest, "argsPattern");
}

function textsOf(value: Json | undefined): readonly string[] | null {
  if (value === undefined) return [];
  if (typeof value === "string") return value.trim() === "" ? null : [value];
  return isList(value) &&
    value.length > 0 &&
    value.every((text): text is string => typeof text === "string" && text.trim() !== "")
    ? value
    : null;
}
