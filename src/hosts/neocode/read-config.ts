// Reads NeoCode's hook configuration: `runtime.hooks` of config.yaml (user) or `hooks` of .neocode/hooks.yaml (repo).
// Checked the way NeoCode checks it, with its wording; an entry that NeoCode rejects is left out and reported.

import type { Json, Point } from "../../language/contract.ts";
import { policycItself } from "../policyc/capabilities.ts";
import {
  type ConfigPath,
  collectProblems,
  type HandlerAction,
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
import { neocode } from "./capabilities.ts";
import { type Item, type Limits, readHandler, refuseHttp } from "./read-handlers.ts";
import { readMatch } from "./read-match.ts";
import { readCommand } from "./read-params.ts";

type Layer = "user" | "repo";

interface Reading {
  readonly layer: Layer;
  readonly timeoutSec: number;
  readonly failurePolicy: string;
  readonly problems: Problems;
  readonly ids: Set<string>;
}

const hooksKeys = ["enabled", "user_hooks_enabled", "default_timeout_sec", "default_failure_policy", "items"];
const itemKeys = [
  "id",
  "enabled",
  "point",
  "scope",
  "kind",
  "mode",
  "handler",
  "match",
  "priority",
  "timeout_sec",
  "failure_policy",
  "params",
];
const policies = ["warn_only", "fail_open", "fail_closed"];

/** Whether a value looks like one of the two files. */
export function isNeocodeConfig(value: Json): boolean {
  if (!isObject(value)) return false;
  const runtime = member(value, "runtime");
  if (isObject(runtime) && Object.hasOwn(runtime, "hooks")) return true;
  const hooks = member(value, "hooks");
  return isObject(hooks) && Object.hasOwn(hooks, "items");
}

export function readNeocodeConfig(value: Json): ReadConfig {
  const problems = collectProblems();
  const runtime = isObject(value) ? member(value, "runtime") : undefined;
  const layer: Layer = isObject(runtime) ? "user" : "repo";
  const done = (hooks: readonly ImportedHook[] = []): ReadConfig => ({ scope: layer, hooks, problems: problems.found });
  if (value === null || (isObject(value) && Object.keys(value).length === 0)) {
    problems.add(
      "P852",
      [],
      { what: "repo hooks file is empty" },
      "write `hooks: { items: [...] }`, or remove the file",
    );
    return done();
  }
  const path = layer === "user" ? ["runtime", "hooks"] : ["hooks"];
  const name = path.join(".");
  if (layer === "repo" && isObject(value)) reportUnknownKeys(value, ["hooks"], [], "hooks.yaml", problems);
  const hooks = isObject(runtime) ? member(runtime, "hooks") : isObject(value) ? member(value, "hooks") : undefined;
  if (!isObject(hooks)) {
    problems.add("P865", path, { setting: name, type: "a mapping" }, `write \`${name}\` with \`items\` below it`);
    return done();
  }
  reportUnknownKeys(hooks, layer === "user" ? hooksKeys : ["items"], path, name, problems);
  const reading = readDefaults(hooks, layer, path, problems);
  if (isSwitchedOff(hooks, path, reading)) return done();
  const items = member(hooks, "items") ?? [];
  if (!isList(items)) {
    problems.add(
      "P865",
      [...path, "items"],
      { setting: `${name}.items`, type: "a list" },
      "start each item with `- id: ...`",
    );
    return done();
  }
  const read = items.map((item, index) =>
    readItem(item, [...path, "items", index], `${name}.items[${index}]`, reading),
  );
  const sorted = read.filter((hook) => hook !== null).sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
  reportRewrites(sorted, problems);
  return done(sorted);
}

/** NeoCode uses the first of several rewrites; here each hook sees the result of the one before it. */
function reportRewrites(hooks: readonly ImportedHook[], problems: Problems): void {
  const rewriting = hooks.filter(({ action }) => action.kind === "run" && action.may.includes("set"));
  for (const { entry, path } of rewriting.slice(1)) {
    const why = "NeoCode uses the first of several rewrites; here this hook rewrites the result of the one before it";
    problems.add("P871", path, { entry, why }, "keep one rewriting hook, or make them independent");
  }
}

function readDefaults(hooks: JsonObject, layer: Layer, path: ConfigPath, problems: Problems): Reading {
  const timeoutSec = member(hooks, "default_timeout_sec") ?? 2;
  const failurePolicy = scalarText(member(hooks, "default_failure_policy")) ?? "warn_only";
  const isTimely = typeof timeoutSec === "number" && timeoutSec > 0;
  if (!isTimely) {
    const setting = "runtime.hooks.default_timeout_sec";
    problems.add(
      "P857",
      [...path, "default_timeout_sec"],
      { setting },
      "write a number of seconds; NeoCode's own default is 2",
    );
  }
  const isKnown = policies.includes(failurePolicy);
  if (!isKnown) {
    const why = `invalid policy "${failurePolicy}"`;
    const at = [...path, "default_failure_policy"];
    problems.add("P858", at, { entry: "runtime.hooks.default_failure_policy", why }, `write ${policies.join(", ")}`, {
      word: failurePolicy,
      among: policies,
    });
  }
  return {
    layer,
    timeoutSec: isTimely ? timeoutSec : 2,
    failurePolicy: isKnown ? failurePolicy : "warn_only",
    problems,
    ids: new Set(),
  };
}

function isSwitchedOff(hooks: JsonObject, path: ConfigPath, { layer, problems }: Reading): boolean {
  if (layer === "repo") return false;
  const off = ["enabled", "user_hooks_enabled"].find((key) => member(hooks, key) === false);
  if (off === undefined) return false;
  problems.add(
    "P872",
    [...path, off],
    { entry: `runtime.hooks.${off}`, why: "all hooks of this file are switched off" },
    "write `true` to import them",
  );
  return true;
}

function readItem(item: Json, path: ConfigPath, entry: string, reading: Reading): ImportedHook | null {
  const { problems, layer } = reading;
  if (!isObject(item))
    return problems.add(
      "P865",
      path,
      { setting: entry, type: "a mapping" },
      "write `id`, `point` and `handler` or `kind: command`",
    );
  const isDisabled = member(item, "enabled") === false;
  const dropped = (): null =>
    problems.add("P872", path, { entry, why: "it is disabled and left out" }, "write `enabled: true` to import it");
  if (isDisabled && layer === "repo") return dropped();
  const before = problems.found.length;
  reportUnknownKeys(item, itemKeys, path, entry, problems);
  const id = readId(item, path, entry, reading);
  const point = readPoint(item, path, entry, reading);
  readScope(item, path, entry, reading);
  const kind = readKind(item, path, entry, reading);
  const timeoutSec = readTimeout(item, path, entry, reading);
  const failurePolicy = readPolicy(item, path, entry, reading);
  if (point === null || kind === null) return null;
  const place: Item = { path, entry, object: item, point };
  const match = member(item, "match") ?? null;
  const tests = match === null ? [] : readMatch(match, { point, path: [...path, "match"], entry, problems });
  const action = readAction(
    kind,
    place,
    { timeoutMs: timeoutSec * 1000, isClosed: failurePolicy === "fail_closed" },
    reading,
  );
  const isWrong = problems.found.slice(before).some(({ code }) => code !== "P871");
  if (id === null || action === null || tests === null || isWrong) return null;
  if (isDisabled) return dropped();
  const priority = member(item, "priority");
  return {
    path,
    entry,
    name: id,
    points: [point],
    tests,
    action,
    priority: typeof priority === "number" ? priority : null,
  };
}

function readId(item: JsonObject, path: ConfigPath, entry: string, { problems, ids }: Reading): string | null {
  const id = (scalarText(member(item, "id")) ?? "").trim();
  const at = Object.hasOwn(item, "id") ? [...path, "id"] : path;
  if (id === "") return problems.add("P853", at, { setting: `${entry}.id` }, "write `id: a-name-of-its-own`");
  const key = id.toLowerCase();
  if (ids.has(key))
    return problems.add(
      "P854",
      at,
      { setting: `${entry}.id`, id },
      "give it another name; upper and lower case count as the same",
    );
  ids.add(key);
  return id;
}

const isPoint = (word: string): word is Point => Object.hasOwn(neocode.points, word);

function readPoint(item: JsonObject, path: ConfigPath, entry: string, { problems, layer }: Reading): Point | null {
  const written = scalarText(member(item, "point")) ?? "";
  // NeoCode compares the points of user hooks literally.
  const word = layer === "user" ? written : written.trim().toLowerCase();
  const open = Object.keys(neocode.points).filter((point) => isPoint(point) && !neocode.points[point]?.internalOnly);
  const at = Object.hasOwn(item, "point") ? [...path, "point"] : path;
  if (!isPoint(word)) {
    const help = `the points are ${open.join(", ")}`;
    return problems.add("P855", at, { entry, what: "point", word: written, where: "" }, help, {
      word: written,
      among: open,
    });
  }
  if (neocode.points[word]?.internalOnly)
    return problems.add("P856", at, { entry, point: word, scope: layer }, `use one of ${open.join(", ")}`);
  return word;
}

function readScope(item: JsonObject, path: ConfigPath, entry: string, { problems, layer }: Reading): void {
  const scope = (scalarText(member(item, "scope")) ?? layer).trim().toLowerCase();
  if (scope === layer || scope === "") return;
  problems.add(
    "P855",
    [...path, "scope"],
    { entry, what: "scope", word: scope, where: "" },
    `write \`scope: ${layer}\`, or leave it out`,
  );
}

type Kind = "builtin" | "command" | "http";

function readKind(item: JsonObject, path: ConfigPath, entry: string, reading: Reading): Kind | null {
  const { problems, layer } = reading;
  const word = (scalarText(member(item, "kind")) ?? "").trim().toLowerCase() || "builtin";
  const at = [...path, "kind"];
  const enabled = layer === "user" ? "builtin/command/http-observe" : "builtin/command";
  const isExternal = word === "prompt" || word === "agent" || (word === "http" && layer === "repo");
  if (isExternal) {
    const where = ` in current stage; only ${enabled} hooks are enabled`;
    const help = "write `kind: command` with a program that does it";
    return problems.add("P855", at, { entry, what: "external hook kind", word, where }, help);
  }
  if (word !== "builtin" && word !== "command" && word !== "http") {
    const kinds = ["builtin", "command", ...(layer === "user" ? ["http"] : [])];
    const help = `the kinds are ${kinds.join(", ")}`;
    return problems.add("P855", at, { entry, what: "kind", word, where: "" }, help, { word, among: kinds });
  }
  readMode(word, item, path, entry, reading);
  return word;
}

function readMode(kind: Kind, item: JsonObject, path: ConfigPath, entry: string, { problems, layer }: Reading): void {
  const wanted = kind === "http" ? "observe" : "sync";
  const mode = (scalarText(member(item, "mode")) ?? "").trim().toLowerCase() || wanted;
  if (mode === wanted) return;
  const where = kind === "builtin" || layer === "repo" ? "" : ` for kind ${kind} (only ${wanted})`;
  const help = mode.startsWith("async")
    ? `write \`mode: ${wanted}\`; for a hook that does not decide, write \`run [...] observe\` in a policy`
    : `write \`mode: ${wanted}\`, or leave it out`;
  problems.add("P855", [...path, "mode"], { entry, what: "mode", word: mode, where }, help);
}

function readTimeout(item: JsonObject, path: ConfigPath, entry: string, { problems, timeoutSec }: Reading): number {
  const value = member(item, "timeout_sec") ?? timeoutSec;
  if (typeof value === "number" && value > 0 && Number.isFinite(value)) return value;
  const setting = `${entry}: timeout_sec`;
  problems.add(
    "P857",
    [...path, "timeout_sec"],
    { setting },
    "write a number of seconds, or remove it for the default",
  );
  return timeoutSec;
}

function readPolicy(item: JsonObject, path: ConfigPath, entry: string, reading: Reading): string {
  const word = (scalarText(member(item, "failure_policy")) ?? "").trim() || reading.failurePolicy;
  if (policies.includes(word)) return word;
  const why =
    reading.layer === "user" ? `failure_policy: invalid policy "${word}"` : `failure_policy "${word}" is invalid`;
  reading.problems.add("P858", [...path, "failure_policy"], { entry, why }, `write ${policies.join(", ")}`, {
    word,
    among: policies,
  });
  return reading.failurePolicy;
}

function readAction(kind: Kind, item: Item, limits: Limits, reading: Reading): RunAction | HandlerAction | null {
  const { problems } = reading;
  const given = member(item.object, "params") ?? {};
  const at = [...item.path, "params"];
  const { entry } = item;
  if (!isObject(given))
    return problems.add("P865", at, { setting: `${entry}: params`, type: "a mapping" }, "write `params: { ... }`");
  switch (kind) {
    case "builtin":
      return readHandler(given, item, limits, problems);
    case "http":
      return refuseHttp(given, item, limits, problems);
    case "command": {
      const command = readCommand(given, { path: at, entry, problems });
      if (command === null) return null;
      reportNeverFired(item, reading);
      return { kind: "run", ...command, ...grantOf(item, limits, reading) };
    }
  }
}

function grantOf(
  item: Item,
  { timeoutMs, isClosed }: Limits,
  { layer, problems }: Reading,
): Omit<RunAction, "kind" | "argv" | "shell"> {
  const effects = neocode.points[item.point]?.effects ?? {};
  const rewrites = effects.set_input !== undefined;
  const blocks = effects.block !== undefined;
  const { entry, path } = item;
  if (isClosed && !blocks) {
    const why = `fail_closed has no effect at ${item.point}, where NeoCode ignores a block; written as \`fail open\``;
    problems.add(
      "P871",
      path,
      { entry, why },
      "move the hook to a point that can block, such as before_tool_call or accept_gate",
    );
  }
  if (rewrites && layer === "repo") {
    const why = "a hook of repo scope may not rewrite the prompt; an answer with update_input will be a failure";
    problems.add("P871", path, { entry, why }, "move the hook to the user's configuration if it must rewrite");
  }
  const common = { protocol: "neocode", timeoutMs, envNames: [], envValues: [], cwd: null };
  if (policycItself.points[item.point]?.effects.note === undefined) {
    const why = `no model reads its answer at ${item.point}; it is notified but cannot decide`;
    problems.add("P871", path, { entry, why }, "nothing to do, unless its text was meant for the user");
    return { ...common, may: [], fail: null, observe: [] };
  }
  const may = [...(blocks ? ["block"] : []), "note", ...(rewrites && layer === "user" ? ["set"] : [])];
  return { ...common, may, fail: isClosed && blocks ? "closed" : "open", observe: null };
}

function reportNeverFired({ point, path, entry }: Item, { problems }: Reading): void {
  if (neocode.points[point]?.neverFires === undefined) return;
  const why = `NeoCode never fires ${point}; our runtime does`;
  problems.add(
    "P871",
    [...path, "point"],
    { entry, why },
    "remove the rule if it should be off; accept_gate is NeoCode's own gate",
  );
}
