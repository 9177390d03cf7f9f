// One rule of the hookify plug-in: its front matter and the message below it. Each condition tests a field of the call.

import type { Json, Point } from "../../language/contract.ts";
import {
  type ConfigPath,
  collectProblems,
  isList,
  isObject,
  type JsonObject,
  member,
  type Problems,
} from "../shared/config.ts";
import { globsOfExpression } from "../shared/permissions/expression-globs.ts";
import {
  type Permission,
  type PermissionContext,
  type PermissionDecision,
  type PermissionTest,
  plainPermission,
  type ReadPermissions,
  type Subject,
} from "../shared/permissions/permission.ts";

const keys = ["name", "enabled", "event", "pattern", "conditions", "action", "tool_matcher"];
const events = ["bash", "file", "stop", "prompt", "all"];
const actions: { readonly [action: string]: PermissionDecision } = { warn: "warn", block: "block", ask: "ask" };
const operators: { readonly [operator: string]: Exclude<PermissionTest["kind"], "regex"> } = {
  contains: "contains",
  not_contains: "lacks",
  equals: "equals",
  starts_with: "starts",
  ends_with: "ends",
};

/** Fields of hookify by what they are here. */
const fields: { readonly [field: string]: "command" | "path" | "added" | "removed" | "prompt" } = {
  command: "command",
  file_path: "path",
  new_text: "added",
  new_string: "added",
  content: "added",
  old_text: "removed",
  old_string: "removed",
  user_prompt: "prompt",
};

interface Condition {
  readonly field: string;
  readonly test: PermissionTest;
}

type Read<T> = T | { readonly why: string; readonly path: ConfigPath; readonly help?: string };

const isUnread = (read: object): read is { readonly why: string; readonly path: ConfigPath; readonly help?: string } =>
  "why" in read;

export function readHookifyRule(value: Json, { name: file }: PermissionContext): ReadPermissions {
  const problems = collectProblems();
  const none = { permissions: [], hooks: [], problems: problems.found };
  const front = isObject(value) ? member(value, "front") : undefined;
  const body = isObject(value) ? member(value, "body") : undefined;
  if (!isObject(front) || typeof body !== "string") return none;
  const entry = textOf(front, "name") ?? file;
  for (const key of Object.keys(front).filter((word) => !keys.includes(word)))
    problems.add("P864", ["front", key], { entry, key }, `remove it; the keys are ${keys.join(", ")}`, {
      word: key,
      among: keys,
    });
  if (member(front, "enabled") === "false") {
    problems.add(
      "P872",
      ["front", "enabled"],
      { entry, why: "it is disabled and left out" },
      "write `enabled: true` to import it",
    );
    return none;
  }
  const read = readRule(front, problems, entry);
  if (isUnread(read)) {
    problems.add("P870", read.path, { entry, why: read.why }, read.help ?? "write the rule yourself");
    return none;
  }
  const permission: Permission = {
    ...plainPermission,
    ...read,
    path: ["front"],
    entry,
    written: textOf(front, "pattern") ?? entry,
    message: body.trim() === "" ? null : body.trim(),
    name: entry,
  };
  return { permissions: [permission], hooks: [], problems: problems.found };
}

const textOf = (front: JsonObject, key: string): string | null => {
  const value = member(front, key);
  return typeof value === "string" && value !== "" ? value : null;
};

type Rule = Pick<Permission, "point" | "decision" | "subject" | "differs">;

function readRule(front: JsonObject, problems: Problems, entry: string): Read<Rule> {
  const event = textOf(front, "event") ?? "all";
  if (!events.includes(event))
    return {
      why: `there is no event "${event}"`,
      path: ["front", "event"],
      help: `the events are ${events.join(", ")}`,
    };
  const action = textOf(front, "action") ?? "warn";
  const decision = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (decision === undefined) {
    return {
      why: `there is no action "${action}"`,
      path: ["front", "action"],
      help: `the actions are ${Object.keys(actions).join(", ")}`,
    };
  }
  const matcher = textOf(front, "tool_matcher");
  if (matcher !== null && matcher !== "*")
    return { why: "`tool_matcher` names tools of Claude Code beside the conditions", path: ["front", "tool_matcher"] };
  const conditions = readConditions(front, event);
  if (isUnread(conditions)) return conditions;
  if (decision === "ask" && (event === "stop" || event === "prompt"))
    problems.add(
      "P871",
      ["front", "action"],
      { entry, why: "hookify only shows its message there" },
      "write `action: block` to stop it",
    );
  return ruleOf(event, decision === "ask" && (event === "stop" || event === "prompt") ? "warn" : decision, conditions);
}

function readConditions(front: JsonObject, event: string): Read<readonly Condition[]> {
  const list = member(front, "conditions");
  const pattern = textOf(front, "pattern");
  if (list === undefined || (isList(list) && list.length === 0)) {
    if (pattern === null) return { why: "it has neither a pattern nor conditions", path: ["front"] };
    const field =
      event === "bash" ? "command" : event === "prompt" ? "user_prompt" : event === "stop" ? "reason" : "new_text";
    return [{ field, test: { kind: "regex", source: pattern } }];
  }
  if (!isList(list)) return { why: "`conditions` is not a list", path: ["front", "conditions"] };
  const read: Condition[] = [];
  for (const [index, item] of list.entries()) {
    const path = ["front", "conditions", index];
    const field = isObject(item) ? member(item, "field") : undefined;
    const text = isObject(item) ? member(item, "pattern") : undefined;
    const operator = isObject(item) ? (member(item, "operator") ?? "regex_match") : undefined;
    if (typeof field !== "string" || typeof text !== "string" || text === "" || typeof operator !== "string")
      return { why: "a condition needs a field and a pattern", path };
    if (operator === "regex_match") read.push({ field, test: { kind: "regex", source: text } });
    else if (Object.hasOwn(operators, operator))
      read.push({ field, test: { kind: operators[operator] ?? "contains", text } });
    else return { why: `there is no operator "${operator}", so it never matches`, path };
  }
  return read;
}

function ruleOf(event: string, decision: PermissionDecision, conditions: readonly Condition[]): Read<Rule> {
  const path = ["front"];
  const always = conditions.every(
    ({ test }) => test.kind === "regex" && /^\^?(?:\.\*|\(\.\*\))?\$?$/.test(test.source),
  );
  const at = (point: Point, subject: Subject, differs: readonly string[] = []): Rule => ({
    point,
    decision,
    subject,
    differs,
  });
  if (event === "stop") {
    if (always) return at("before_completion_decision", { kind: "everything" });
    return {
      why: "what was said in the session so far is not part of the event",
      path,
      help: "write a rule with `mark` and `marked()`",
    };
  }
  const kinds = new Set(conditions.map(({ field }) => fields[field]));
  const strange = conditions.find(({ field }) => !Object.hasOwn(fields, field));
  if (strange !== undefined) return { why: `the field \`${strange.field}\` has no counterpart`, path };
  const of = (kind: string): readonly PermissionTest[] =>
    conditions.filter(({ field }) => fields[field] === kind).map(({ test }) => test);
  if (kinds.has("prompt") || event === "prompt") {
    return kinds.size === 1 && kinds.has("prompt")
      ? at("user_prompt_submit", { kind: "prompt", tests: of("prompt") })
      : { why: "a prompt has no tool and no file", path };
  }
  if (kinds.has("command")) {
    return kinds.size === 1 && event !== "file"
      ? at("before_tool_call", { kind: "line", tests: of("command") })
      : { why: "one call does not have both a command and a file", path };
  }
  if (event === "bash") return { why: "a command has no file", path };
  const globs = of("path").map((test) => (test.kind === "regex" ? globsOfExpression(test.source) : globsOfText(test)));
  if (globs.includes(null) || globs.length > 1) {
    return {
      why: "the test of the path has no glob that matches at least the same",
      path,
      help: "write it with globs",
    };
  }
  const content: Subject = { kind: "content", files: globs[0] ?? [], added: of("added"), removed: of("removed") };
  const subject: Subject =
    content.added.length + content.removed.length > 0
      ? content
      : { kind: "files", access: "write", wide: content.files, narrow: content.files };
  return at("before_tool_call", subject);
}

/** A test of a path as globs; all of them match in every folder. */
function globsOfText(test: Exclude<PermissionTest, { readonly kind: "regex" }>): readonly string[] | null {
  const literal = test.text.replace(/[\\*?[\]{}]/g, "\\$&").replace(/^\.?\/+/, "");
  if (literal === "" || test.kind === "lacks") return null;
  if (test.kind === "equals") return [test.text.startsWith("/") ? `/${literal}` : `**/${literal}`];
  if (test.kind === "starts") return test.text.startsWith("/") ? [`/${literal}*`, `/${literal}*/**`] : null;
  if (test.kind === "ends") return [`**/*${literal}`];
  return [`**/*${literal}*`, `**/*${literal}*/**`];
}
