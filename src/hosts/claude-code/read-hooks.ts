// Claude Code's command hooks as external hooks of rules.

import type { Json, Point } from "../../language/contract.ts";
import {
  type ConfigPath,
  type ImportedHook,
  isList,
  isObject,
  member,
  type Problems,
  type ToolTest,
} from "../shared/config.ts";
import { claudeCode } from "./capabilities.ts";
import { claudeCodeProtocol } from "./protocol.ts";

const pointOfEvent: ReadonlyMap<string, Point> = new Map(
  (Object.keys(claudeCode.points) as Point[]).map((point) => [claudeCode.points[point]?.event ?? "", point]),
);

/** At these events the matcher names a tool. */
const toolPoints: ReadonlySet<Point> = new Set([
  "before_tool_call",
  "before_permission_decision",
  "after_tool_result",
  "after_tool_failure",
]);

const keys: ReadonlySet<string> = new Set([
  "type",
  "command",
  "args",
  "timeout",
  "statusMessage",
  "async",
  "onFailure",
]);

export function readClaudeHooks(value: Json | undefined, problems: Problems): readonly ImportedHook[] {
  if (value === undefined) return [];
  if (!isObject(value)) {
    problems.add("P865", ["hooks"], { setting: "`hooks`", type: "an object" }, 'write `{ "PreToolUse": [...] }`');
    return [];
  }
  return Object.entries(value).flatMap(([event, groups]) => {
    const path = ["hooks", event];
    const point = pointOfEvent.get(event);
    if (point === undefined) {
      const why = "there is no point for this event, so its hooks stay in Claude Code's settings";
      problems.add("P870", path, { entry: path.join("."), why }, "keep them there", {
        word: event,
        among: [...pointOfEvent.keys()],
      });
      return [];
    }
    if (!isList(groups)) {
      problems.add("P865", path, { setting: `\`${path.join(".")}\``, type: "a list" }, "write a list of groups");
      return [];
    }
    return groups.flatMap((group, index) => readGroup(group, [...path, index], point, problems));
  });
}

function readGroup(group: Json, path: ConfigPath, point: Point, problems: Problems): readonly ImportedHook[] {
  const entry = entryOf(path);
  const hooks = isObject(group) ? member(group, "hooks") : undefined;
  if (!isObject(group) || !isList(hooks)) {
    problems.add("P865", path, { setting: `\`${entry}\``, type: "an object with a list `hooks`" }, "correct it");
    return [];
  }
  const tests = readMatcher(member(group, "matcher"), point);
  if (typeof tests === "string") {
    problems.add("P870", [...path, "matcher"], { entry, why: tests }, "write the rule for it yourself");
    return [];
  }
  return hooks.flatMap((hook, index) => {
    const at = [...path, "hooks", index];
    const read = readHook(hook, at, point, tests);
    if (typeof read !== "string") return [read];
    problems.add("P870", at, { entry: entryOf(at), why: read }, "keep it in Claude Code's settings");
    return [];
  });
}

const entryOf = (path: ConfigPath): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .slice(1);

/** The tests, or why there are none. Names of letters are compared whole, anything else is an expression. */
function readMatcher(matcher: Json | undefined, point: Point): readonly ToolTest[] | string {
  if (matcher === undefined || matcher === "" || matcher === "*") return [];
  if (typeof matcher !== "string") return "its matcher is not a string";
  if (!toolPoints.has(point)) return "at this event its matcher does not name a tool";
  const names = matcher.split(/[|,]/).map((name) => name.trim());
  return names.every((name) => /^[\w -]+$/.test(name))
    ? [{ kind: "name", names, ignoresCase: false }]
    : [{ kind: "regex", regexes: [{ source: matcher, flags: "" }] }];
}

function readHook(hook: Json, path: ConfigPath, point: Point, tests: readonly ToolTest[]): ImportedHook | string {
  if (!isObject(hook)) return "it is not an object";
  const type = member(hook, "type");
  if (type !== "command") return `hooks of the type ${JSON.stringify(type ?? null)} are not started by a policy`;
  const other = Object.keys(hook).find((key) => !keys.has(key));
  if (other !== undefined) return `\`${other}\` has no counterpart`;
  const command = member(hook, "command");
  const args = member(hook, "args");
  if (typeof command !== "string" || command.trim() === "") return "it names no command";
  if (args !== undefined && !(isList(args) && args.every((arg) => typeof arg === "string")))
    return "`args` is not a list of strings";
  const timeout = member(hook, "timeout") ?? claudeCodeProtocol.timeoutMs / 1000;
  if (typeof timeout !== "number" || !(timeout > 0)) return "`timeout` is not a number of seconds";
  const isWatching = member(hook, "async") === true;
  return {
    path,
    entry: entryOf(path),
    name: nameOf(command),
    points: [point],
    tests,
    priority: null,
    action: {
      kind: "run",
      argv: args === undefined ? null : [command, ...(args as readonly string[])],
      shell: args === undefined ? command : null,
      protocol: claudeCodeProtocol.name,
      timeoutMs: timeout * 1000,
      envNames: [],
      envValues: [],
      cwd: null,
      may: isWatching ? [] : grantsAt(point),
      fail: isWatching ? null : member(hook, "onFailure") === "block" ? "closed" : "open",
      observe: isWatching ? [] : null,
    },
  };
}

/** What Claude Code itself would carry out. */
function grantsAt(point: Point): readonly string[] {
  const effects = claudeCode.points[point]?.effects ?? {};
  const named = ["block", "ask", "allow", "note", "warn"].filter((name) => Object.hasOwn(effects, name));
  return Object.keys(effects).some((name) => name.startsWith("set_")) ? [...named, "set"] : named;
}

/** `"$CLAUDE_PROJECT_DIR"/.claude/hooks/check.sh` is `check`. */
function nameOf(command: string): string {
  const file = command.match(/[\w.-]+(?=\.(?:sh|py|js|mjs|ts|rb)\b)/g)?.at(-1);
  return file ?? command.split(/\s+/)[0]?.split("/").at(-1) ?? "hook";
}
