// Reads ignis's hooks.json: lists of entries by event. Checked the way ignis checks it, with its wording.
// A single wrong entry keeps ignis from starting; here the other entries are still read, so that all mistakes show at once.

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
  type ReadContext,
  type ToolTest,
} from "../shared/config.ts";
import { ignis } from "./capabilities.ts";
import { ignisProtocol } from "./protocol.ts";

const entryKeys = ["command", "argv", "timeout_ms", "env", "sandbox", "matcher"];
const EXAMPLE = '`{ "command": "/usr/bin/env python3 /opt/run.py" }`';

const pointOfEvent: ReadonlyMap<string, Point> = new Map(
  (Object.keys(ignis.points) as Point[]).map((point) => [ignis.points[point]?.event ?? "", point]),
);

/** An entry while it is being read. */
interface Entry {
  readonly object: JsonObject;
  readonly path: ConfigPath;
  readonly entry: string;
  readonly problems: Problems;
}

/** Whether a value looks like hooks.json: lists below `hooks`. */
export function isIgnisConfig(value: Json): boolean {
  const hooks = isObject(value) ? member(value, "hooks") : undefined;
  return isObject(hooks) && Object.keys(hooks).length > 0 && Object.values(hooks).every(isList);
}

export function readIgnisConfig(value: Json, context: ReadContext): ReadConfig {
  const problems = collectProblems();
  const hooks = isObject(value) ? (member(value, "hooks") ?? {}) : null;
  const read: ImportedHook[] = [];
  if (!isObject(hooks)) {
    invalid(problems, ["hooks"], "`hooks` must be an object", 'write `{ "hooks": { "PreToolUse": [...] } }`');
    return { scope: "user", hooks: read, problems: problems.found };
  }
  for (const [event, entries] of Object.entries(hooks)) {
    const point = pointOfEvent.get(event);
    const path = ["hooks", event];
    if (point === undefined) {
      const among = [...pointOfEvent.keys()];
      const holes = { entry: path.join("."), why: "ignis has no such event and ignores it" };
      problems.add("P872", path, holes, `the events are ${among.join(", ")}`, { word: event, among });
    } else if (!isList(entries)) {
      invalid(problems, path, `\`${path.join(".")}\` must be a list`, `write \`[${EXAMPLE.slice(1, -1)}]\``);
    } else {
      entries.forEach((item, index) => {
        const at = [...path, index];
        const entry = `hooks.${event}[${index}]`;
        if (!isObject(item)) invalid(problems, at, `\`${entry}\` must be an object`, `write ${EXAMPLE}`);
        else {
          const hook = readEntry({ object: item, path: at, entry, problems }, point, context);
          if (hook !== null) read.push(hook);
        }
      });
    }
  }
  return { scope: "user", hooks: read, problems: problems.found };
}

function invalid(problems: Problems, path: ConfigPath, why: string, help: string): null {
  return problems.add("P850", path, { what: "hooks.json is not valid JSON", why }, help);
}

function readEntry(item: Entry, point: Point, context: ReadContext): ImportedHook | null {
  const { object, path, entry, problems } = item;
  for (const key of Object.keys(object).filter((name) => !entryKeys.includes(name))) {
    const holes = { entry, why: `ignis ignores the key "${key}"` };
    problems.add("P872", [...path, key], holes, `remove it; the keys are ${entryKeys.join(", ")}`, {
      word: key,
      among: entryKeys,
    });
  }
  const argv = readProgram(item, context);
  const timeoutMs = readTimeout(item);
  const envNames = readEnvironment(item);
  const tests = readMatcher(item, point);
  if (argv === null || timeoutMs === null || envNames === null || tests === null || !readSandbox(item)) return null;
  const effects = ignis.points[point]?.effects ?? {};
  const rewrites = effects.set_input !== undefined || effects.set_output !== undefined;
  const may = [...(effects.block === undefined ? [] : ["block"]), ...(rewrites ? ["set"] : [])];
  return {
    path,
    entry,
    name: displayName(argv[0] ?? ""),
    points: [point],
    tests,
    priority: null,
    action: {
      kind: "run",
      argv,
      shell: null,
      protocol: ignisProtocol.name,
      timeoutMs,
      envNames,
      envValues: [],
      cwd: null,
      may,
      fail: ignisProtocol.failure,
      observe: null,
    },
  };
}

/** `/opt/translate-en/run.py` is `run`. */
function displayName(program: string): string {
  const base = program.split("/").at(-1) ?? "";
  return base.replace(/(?<=.)\.[^.]*$/, "") || "hook";
}

function readProgram(item: Entry, context: ReadContext): readonly string[] | null {
  const { object, path, entry, problems } = item;
  const wrong = (why: string, help: string, at: ConfigPath = path): null =>
    problems.add("P859", at, { entry, why }, help);
  const command = member(object, "command") ?? null;
  const argv = member(object, "argv") ?? null;
  if (command !== null && argv !== null)
    return wrong("hook entry has both `command` and `argv`; use exactly one", "remove `command` and keep `argv`");
  if (command === null && argv === null)
    return wrong("hook entry has neither `command` nor `argv`", `write ${EXAMPLE}`);
  if (command !== null) {
    if (typeof command !== "string")
      return invalid(problems, [...path, "command"], `${entry}.command must be text`, "use `argv` for a list of words");
    const words = command.split(/\s+/).filter((word) => word !== "");
    if (words.length === 0) return wrong("hook entry has empty `command`", `write ${EXAMPLE}`, [...path, "command"]);
    reportLookalikes(command, item);
    return located(words, item, context);
  }
  if (!isList(argv) || !argv.every((word) => typeof word === "string"))
    return invalid(
      problems,
      [...path, "argv"],
      `${entry}.argv must be a list of strings`,
      'write `"argv": ["/opt/run.py"]`',
    );
  const words = argv as readonly string[];
  const name = 'name the program: `"argv": ["/opt/run.py", "--flag"]`';
  if (words.length === 0) return wrong("hook entry `argv` is empty", name, [...path, "argv"]);
  if (words[0]?.trim() === "") return wrong("hook entry `argv[0]` is empty", name, [...path, "argv", 0]);
  return located(words, item, context);
}

/** Quotes and variables look like shell syntax, but ignis uses no shell. */
function reportLookalikes(command: string, { entry, path, problems }: Entry): void {
  if (!/["'$`|;&<>]/.test(command)) return;
  const why = "`command` is split at spaces without a shell; quotes, variables and operators in it have no effect";
  problems.add(
    "P871",
    [...path, "command"],
    { entry, why },
    "use `argv`, or write `run shell` in the rule if you want a shell",
  );
}

function located(words: readonly string[], item: Entry, context: ReadContext): readonly string[] {
  const [program = "", ...rest] = words;
  const { entry, path, problems } = item;
  if (program.startsWith("~/")) return [`${context.home}${program.slice(1)}`, ...rest];
  if (!program.includes("/") && !context.isOnPath(program)) {
    const why = `hook program '${program}' not found in PATH; use an absolute path or a command on PATH`;
    problems.add(
      "P871",
      path,
      { entry, why },
      "the rule is written anyway; a bundle is refused where the program is missing",
    );
  }
  return words;
}

function readTimeout({ object, path, entry, problems }: Entry): number | null {
  const value = member(object, "timeout_ms") ?? ignisProtocol.timeoutMs;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) {
    if (value > 0) return value;
    const setting = `${entry}.timeout_ms`;
    return problems.add(
      "P857",
      [...path, "timeout_ms"],
      { setting },
      "write a number of milliseconds, or remove it for the default of 10000",
    );
  }
  const why = `${entry}.timeout_ms must be a whole number and not negative`;
  return invalid(
    problems,
    [...path, "timeout_ms"],
    why,
    "write a number of milliseconds, or remove it for the default of 10000",
  );
}

function readEnvironment({ object, path, entry, problems }: Entry): readonly string[] | null {
  const value = member(object, "env") ?? [];
  if (!isList(value) || !value.every((name) => typeof name === "string"))
    return invalid(problems, [...path, "env"], `${entry}.env must be a list of names`, 'write `"env": ["TOKEN"]`');
  const names = value as readonly string[];
  let isFine = true;
  names.forEach((name, index) => {
    const fault = nameFault(name);
    if (fault === null) return;
    isFine = false;
    const help = name.includes("=")
      ? "write only the name; the value comes from ignis's own environment"
      : "write a name such as `API_TOKEN`";
    problems.add("P863", [...path, "env", index], { entry, why: `hook env var name ${fault}` }, help);
  });
  return isFine ? [...new Set(names)] : null;
}

function nameFault(name: string): string | null {
  if (name === "") return "is empty";
  if (!/^[A-Za-z_]/.test(name)) return `'${name}' must start with a letter or underscore`;
  return ENV_NAME.test(name) ? null : `'${name}' contains invalid characters; use letters, digits, and underscores`;
}

/** The tests of the matcher; null after reporting that it can never match. */
function readMatcher({ object, path, entry, problems }: Entry, point: Point): readonly ToolTest[] | null {
  const value = member(object, "matcher") ?? null;
  const at = [...path, "matcher"];
  if (value === null) return [];
  if (typeof value !== "string")
    return invalid(problems, at, `${entry}.matcher must be text`, 'write `"matcher": "bash"`');
  const isToolPoint = point === "before_tool_call" || point === "after_tool_result";
  const matcher = value.trim();
  if (!isToolPoint) {
    const why = "ignis reads `matcher` only for PreToolUse and PostToolUse";
    problems.add("P872", at, { entry, why }, "remove it");
    return [];
  }
  if (matcher === "" || matcher === "*") return [];
  const prefix = matcher.endsWith("*") ? matcher.slice(0, -1) : null;
  if (/[*?]/.test(prefix ?? matcher)) {
    const why = `matcher "${matcher}" never matches: only a star at its end is special`;
    return problems.add("P861", at, { entry, why }, "write one entry for each tool, or a prefix such as `edit_*`");
  }
  if (prefix !== null) return [{ kind: "prefix", prefix }];
  if (matcher.includes("|")) {
    const why = `matcher "${matcher}" matches only a tool with exactly that name: alternatives are not supported`;
    problems.add("P871", at, { entry, why }, "write one entry for each tool");
  }
  return [{ kind: "name", names: [matcher], ignoresCase: false }];
}

function readSandbox({ object, path, entry, problems }: Entry): boolean {
  const value = member(object, "sandbox") ?? true;
  if (typeof value !== "boolean") {
    invalid(problems, [...path, "sandbox"], `${entry}.sandbox must be true or false`, "leave it out");
    return false;
  }
  if (value) {
    const why = "ignis restricts the files that this hook can use; policyc starts it without a sandbox";
    problems.add(
      "P871",
      path,
      { entry, why },
      "start it through a sandbox of your own, such as `bwrap`, in `run [...]`",
    );
  }
  return true;
}
