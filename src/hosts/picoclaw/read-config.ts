// Reads picoclaw's `hooks`: long-lived processes with the stages they intercept and the events they watch. A process
// becomes one rule per kind of call, since each kind has its own time limit, grant and failure mode.

import type { Json, Point } from "../../language/contract.ts";
import {
  type ConfigPath,
  collectProblems,
  ENV_NAME,
  type ImportedHook,
  isList,
  isObject,
  type JsonObject,
  member,
  type Problems,
  type ReadConfig,
  type RunAction,
  reportUnknownKeys,
  scalarText,
} from "../shared/config.ts";
import { kindOf, olderKinds } from "./event-kinds.ts";
import { everyKind, knownKinds } from "./known-kinds.ts";
import { compareHooks, timeoutsOf } from "./stages.ts";

const hooksKeys = ["enabled", "defaults", "builtins", "processes"];
const processKeys = ["enabled", "priority", "transport", "command", "dir", "env", "observe", "intercept"];

/** The calls of each interception: either stage of a pair implies both. */
const questions: {
  readonly [intercept: string]: "llm" | "tool" | "approve";
} = { before_llm: "llm", after_llm: "llm", before_tool: "tool", after_tool: "tool", approve_tool: "approve" };

type Timeouts = ReturnType<typeof timeoutsOf>;

interface Part {
  readonly suffix: string;
  readonly points: readonly Point[];
  readonly may: readonly string[];
  readonly limit: keyof Timeouts;
  readonly fail: "open" | "closed";
}

const parts: { readonly [question: string]: readonly Part[] } = {
  llm: [
    {
      suffix: "llm",
      points: ["before_model_call", "after_model_call"],
      may: ["stop", "set"],
      limit: "interceptorMs",
      fail: "open",
    },
  ],
  tool: [
    {
      suffix: "tool",
      points: ["before_tool_call"],
      may: ["block", "stop", "respond", "set"],
      limit: "interceptorMs",
      fail: "open",
    },
    { suffix: "after-tool", points: ["after_tool_result"], may: ["stop", "set"], limit: "interceptorMs", fail: "open" },
  ],
  approve: [
    { suffix: "approve", points: ["before_permission_decision"], may: ["block"], limit: "approvalMs", fail: "closed" },
  ],
};

/** Points for which picoclaw has event kinds. */
const watchable: readonly Point[] = [
  "before_run",
  "after_run",
  "before_model_call",
  "after_model_call",
  "before_tool_call",
  "after_tool_result",
];

export function isPicoclawConfig(value: Json): boolean {
  const hooks = isObject(value) ? member(value, "hooks") : undefined;
  return isObject(hooks) && ["processes", "builtins", "defaults"].some((key) => isObject(member(hooks, key)));
}

export function readPicoclawConfig(value: Json): ReadConfig {
  const problems = collectProblems();
  const hooks = isObject(value) ? (member(value, "hooks") ?? {}) : null;
  const done = (read: readonly ImportedHook[] = []): ReadConfig => ({
    scope: "user",
    hooks: read,
    problems: problems.found,
  });
  if (!isObject(hooks)) {
    problems.add("P865", ["hooks"], { setting: "hooks", type: "an object" }, 'write `"hooks": { "processes": {...} }`');
    return done();
  }
  reportUnknownKeys(hooks, hooksKeys, ["hooks"], "hooks", problems);
  if (member(hooks, "enabled") === false) {
    problems.add(
      "P872",
      ["hooks", "enabled"],
      { entry: "hooks.enabled", why: "all hooks are switched off" },
      "write `true` to import them",
    );
    return done();
  }
  const timeouts = readTimeouts(member(hooks, "defaults"), problems);
  refuseBuiltins(member(hooks, "builtins"), problems);
  const processes = member(hooks, "processes") ?? {};
  if (!isObject(processes)) {
    const type = "an object of hooks by name";
    problems.add(
      "P865",
      ["hooks", "processes"],
      { setting: "hooks.processes", type },
      'write `"processes": { "name": {...} }`',
    );
    return done();
  }
  const read = Object.entries(processes).map(([name, item]) => readProcess(name, item, timeouts, problems));
  const order = (hook: ProcessHooks): { name: string; source: "process"; priority: number } => ({
    name: hook.name,
    source: "process",
    priority: hook.priority,
  });
  const sorted = read.filter((hook) => hook !== null).sort((a, b) => compareHooks(order(a), order(b)));
  return done(sorted.flatMap(({ hooks: of }) => of));
}

function readTimeouts(defaults: Json | undefined, problems: Problems): Timeouts {
  const keys = {
    observerMs: "observer_timeout_ms",
    interceptorMs: "interceptor_timeout_ms",
    approvalMs: "approval_timeout_ms",
  };
  if (!isObject(defaults)) return timeoutsOf({});
  const path = ["hooks", "defaults"];
  reportUnknownKeys(defaults, Object.values(keys), path, "hooks.defaults", problems);
  const configured: { [limit: string]: number } = {};
  for (const [limit, key] of Object.entries(keys)) {
    const value = member(defaults, key) ?? 0;
    if (typeof value === "number" && Number.isSafeInteger(value)) configured[limit] = value;
    else
      problems.add(
        "P865",
        [...path, key],
        { setting: `hooks.defaults.${key}`, type: "a whole number" },
        "write milliseconds",
      );
  }
  return timeoutsOf(configured);
}

/** Builtins are code inside picoclaw, so there is no program to start. */
function refuseBuiltins(builtins: Json | undefined, problems: Problems): void {
  if (!isObject(builtins)) return;
  for (const [name, item] of Object.entries(builtins)) {
    const path = ["hooks", "builtins", name];
    if (name === "")
      problems.add("P866", path, { entry: "hooks.builtins", why: "builtin hook name is required" }, "give it a name");
    if (name === "" || !isObject(item) || member(item, "enabled") !== true) continue;
    const why = `builtin hook "${name}" is not registered outside picoclaw`;
    const help = "write its behaviour as a rule, or as a program for `run [...] protocol picoclaw`";
    problems.add("P870", path, { entry: `hooks.builtins.${name}`, why }, help);
  }
}

interface ProcessHooks {
  readonly name: string;
  readonly priority: number;
  readonly hooks: readonly ImportedHook[];
}

/** A process while it is being read. */
interface Process {
  readonly object: JsonObject;
  readonly path: ConfigPath;
  readonly entry: string;
  readonly problems: Problems;
}

function readProcess(name: string, item: Json, timeouts: Timeouts, problems: Problems): ProcessHooks | null {
  const path = ["hooks", "processes", name];
  const entry = `configure process hook "${name}"`;
  if (!isObject(item)) {
    return problems.add(
      "P865",
      path,
      { setting: `hooks.processes.${name}`, type: "an object" },
      'write `{ "enabled": true, "command": [...] }`',
    );
  }
  if (member(item, "enabled") !== true) {
    return problems.add(
      "P872",
      path,
      { entry: `hooks.processes.${name}`, why: "it is disabled and left out" },
      "write `true` to import it",
    );
  }
  if (name === "") return problems.add("P866", path, { entry, why: "hook name is required" }, "give the entry a name");
  const place: Process = { object: item, path, entry, problems };
  const before = problems.found.length;
  reportUnknownKeys(item, processKeys, path, `hooks.processes.${name}`, problems);
  readTransport(place);
  const argv = readCommand(place);
  const env = readEnvironment(place);
  const kinds = readObserved(place);
  const calls = readIntercepts(place);
  const dir = member(item, "dir");
  const isWrong = problems.found.slice(before).some(({ code }) => code !== "P871" && code !== "P872");
  if (argv === null || env === null || kinds === null || calls === null || isWrong) return null;
  if (kinds.length === 0 && calls.size === 0)
    return problems.add(
      "P866",
      path,
      { entry, why: "no hook modes enabled" },
      'write `"intercept": ["before_tool"]` or `"observe": ["*"]`',
    );
  const whole = `in picoclaw it inherits the whole environment; here it gets only PATH, HOME and what \`env\` names`;
  problems.add(
    "P871",
    path,
    { entry: `hooks.processes.${name}`, why: whole },
    "add the variables it needs to `env [...]`",
  );
  const priority = member(item, "priority");
  const common = {
    kind: "run",
    argv,
    shell: null,
    protocol: "picoclaw",
    envNames: ["PATH", "HOME"],
    envValues: env,
  } as const;
  const cwd = typeof dir === "string" && dir !== "" ? dir : null;
  const hookOf = (
    suffix: string,
    points: readonly Point[],
    rest: Pick<RunAction, "timeoutMs" | "may" | "fail" | "observe">,
  ): ImportedHook => ({
    path,
    entry: `hooks.processes.${name}`,
    name: `${name}-${suffix}`,
    points,
    tests: [],
    priority: typeof priority === "number" ? priority : 0,
    action: { ...common, cwd, ...rest },
  });
  const deciding = [...calls].flatMap((question) =>
    (parts[question] ?? []).map(({ suffix, points, may, limit, fail }) =>
      hookOf(suffix, points, { timeoutMs: timeouts[limit], may, fail, observe: null }),
    ),
  );
  const watched = watchable.filter((point) => kinds.includes("*") || kinds.includes(kindOf(point)));
  const watching =
    watched.length === 0
      ? []
      : [hookOf("observe", watched, { timeoutMs: timeouts.observerMs, may: [], fail: null, observe: kinds })];
  return { name, priority: typeof priority === "number" ? priority : 0, hooks: [...deciding, ...watching] };
}

function readTransport({ object, path, entry, problems }: Process): void {
  const transport = (scalarText(member(object, "transport")) ?? "").trim().toLowerCase() || "stdio";
  if (transport === "stdio") return;
  problems.add(
    "P866",
    [...path, "transport"],
    { entry, why: `unsupported transport "${transport}"` },
    'write "stdio", or remove it',
  );
}

function readCommand({ object, path, entry, problems }: Process): readonly string[] | null {
  const command = member(object, "command") ?? [];
  const help = 'write `"command": ["program", "argument"]`';
  if (!isList(command) || !command.every((word) => typeof word === "string"))
    return problems.add(
      "P865",
      [...path, "command"],
      { setting: `${entry}: command`, type: "a list of strings" },
      help,
    );
  if (command.length === 0 || (command[0] as string).trim() === "")
    return problems.add("P866", path, { entry, why: "command is required" }, help);
  return command as readonly string[];
}

function readEnvironment({ object, path, entry, problems }: Process): RunAction["envValues"] | null {
  const env = member(object, "env") ?? {};
  if (!isObject(env))
    return problems.add(
      "P865",
      [...path, "env"],
      { setting: `${entry}: env`, type: "an object" },
      'write `"env": { "NAME": "value" }`',
    );
  const values: [string, string][] = [];
  for (const [name, given] of Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const value = scalarText(given);
    if (value === null || !ENV_NAME.test(name)) {
      const why = value === null ? `the value of ${name} must be text` : `"${name}" is not the name of a variable`;
      return problems.add(
        "P863",
        [...path, "env", name],
        { entry, why },
        "use letters, digits and underscores, and a string as the value",
      );
    }
    values.push([name, value]);
  }
  return values;
}

/** The kinds to watch, `*` for all, empty when it watches nothing; null after a report. */
function readObserved({ object, path, entry, problems }: Process): readonly string[] | null {
  const observe = member(object, "observe") ?? [];
  if (!isList(observe) || !observe.every((kind) => typeof kind === "string"))
    return problems.add(
      "P865",
      [...path, "observe"],
      { setting: `${entry}: observe`, type: "a list of strings" },
      'write `"observe": ["*"]`',
    );
  const kinds: string[] = [];
  for (const [index, written] of (observe as readonly string[]).entries()) {
    const word = written.trim().toLowerCase();
    // picoclaw stops reading here, so the rest is not checked either.
    if (everyKind.includes(word)) return ["*"];
    const kind = olderKinds.get(word) ?? word;
    const at = [...path, "observe", index];
    if (!knownKinds.has(kind)) {
      const among = [...knownKinds, ...olderKinds.keys()];
      return problems.add(
        "P866",
        at,
        { entry, why: `unsupported observe event "${written}"` },
        'write a kind such as "agent.turn.end", or "*"',
        { word, among },
      );
    }
    if (watchable.some((point) => kindOf(point) === kind)) kinds.push(kind);
    else
      problems.add(
        "P871",
        at,
        { entry, why: `policyc has no point for "${kind}", so the hook is never notified of it` },
        "remove it from `observe`",
      );
  }
  return kinds;
}

function readIntercepts({ object, path, entry, problems }: Process): ReadonlySet<string> | null {
  const intercept = member(object, "intercept") ?? [];
  if (!isList(intercept) || !intercept.every((stage) => typeof stage === "string"))
    return problems.add(
      "P865",
      [...path, "intercept"],
      { setting: `${entry}: intercept`, type: "a list of strings" },
      'write `"intercept": ["before_tool"]`',
    );
  const calls = new Set<string>();
  for (const [index, written] of (intercept as readonly string[]).entries()) {
    const word = written.trim().toLowerCase();
    if (word === "") continue;
    const question = Object.hasOwn(questions, word) ? questions[word] : undefined;
    if (question === undefined) {
      const among = Object.keys(questions);
      return problems.add(
        "P866",
        [...path, "intercept", index],
        { entry, why: `unsupported intercept "${written}"` },
        `the stages are ${among.join(", ")}`,
        { word, among },
      );
    }
    calls.add(question);
  }
  return calls;
}
