// Builds an event and its facts from constraints: a tool that can do what is required, its input, fields, facts and time.

import type { FactValue, Json, Point } from "../../language/contract.ts";
import {
  commonFields,
  type Field,
  type Fields,
  mayStandFor,
  points,
  tools as shippedTools,
} from "../../language/schema.ts";
import { eventDefaults } from "../analyse/examples/event-literals.ts";
import type { Ir } from "../ir/ir.ts";
import type { Given } from "../ir/model.ts";
import { buildCommand, elementValue } from "./build-command.ts";
import type { Chooser } from "./choice.ts";
import { chooseValue } from "./choose-value.ts";
import type { Constraints, Slot } from "./constraints.ts";
import { givenTime } from "./given-time.ts";
import type { Root, Value } from "./value-path.ts";

export type Event = { readonly [field: string]: Json };

export interface Setup {
  readonly event: Event;
  readonly given: Given;
}

type Draft = { [field: string]: Json };

export function buildSetup(point: Point, constraints: Constraints, ir: Ir, choice: Chooser): Setup {
  const event: Draft = { point };
  const schema = points[point];
  fill(event, schema.fields, "", constraints, choice, ["tool", "tool_name"]);
  fill(event, commonFields, "", constraints, choice, []);
  // With only `cwd`, that folder would be taken for the project's root.
  if (event.cwd !== undefined) event.workdir ??= eventDefaults.workdir ?? null;
  if (schema.tool) addCall(event, constraints, ir, choice);
  return { event, given: givenFor(constraints, choice) };
}

/** The slot of a field; undefined when nothing is required of it. */
function fieldSlot(constraints: Constraints, name: string): Slot | undefined {
  for (const slot of constraints.slots.values())
    if (slot.root?.op === "field" && (slot.root.name === name || mayStandFor(slot.root.name, name))) return slot;
  return undefined;
}

function jsonSlots(
  constraints: Constraints,
  name: string,
): readonly (Slot & { readonly root: Root & { readonly op: "json" } })[] {
  return [...constraints.slots.values()].filter(
    (slot): slot is Slot & { readonly root: Root & { readonly op: "json" } } =>
      slot.root?.op === "json" && slot.root.base.op === "field" && slot.root.base.name === name,
  );
}

function fill(
  into: Draft,
  fields: Fields,
  prefix: string,
  constraints: Constraints,
  choice: Chooser,
  except: readonly string[],
): void {
  for (const [name, field] of Object.entries(fields)) {
    if (except.includes(name) || (prefix === "" && givenElsewhere.includes(name) && !isAsked(constraints, name)))
      continue;
    const value = fieldValue(`${prefix}${name}`, field, constraints, choice);
    if (value !== undefined) into[name] = value;
  }
}

/** Fields that the engine completes. */
const givenElsewhere = ["session_id", "time", "workdir", "cwd"];
const isAsked = (constraints: Constraints, name: string): boolean => fieldSlot(constraints, name) !== undefined;

function fieldValue(name: string, field: Field, constraints: Constraints, choice: Chooser): Value {
  const slot = fieldSlot(constraints, name);
  const inside = field.type === "json" ? jsonSlots(constraints, name) : [];
  if (inside.length > 0) {
    const value = jsonValue(inside, choice);
    if (value !== undefined || field.optional) return value;
  }
  if (slot === undefined) return field.optional ? undefined : plainValue(name, field, choice);
  return field.type === "list<string>" ? listValue(slot, choice) : chooseValue(slot, field.type, choice);
}

const plain: { readonly [type: string]: Json } = {
  int: 1,
  bool: true,
  json: {},
  "list<string>": [],
  path: "notes.txt",
};

const PLAIN_COMMANDS = ["ls", "echo x", "cat notes.txt", "true", "git status", "npm test"];

const plainValue = (name: string, { type }: Field, choice: Chooser): Json => {
  if (name === "input.url") return "https://example.com/";
  if (type === "command") return choice.of(PLAIN_COMMANDS) ?? "ls";
  return (Object.hasOwn(eventDefaults, name) ? eventDefaults[name] : undefined) ?? plain[type] ?? "x";
};

function listValue(slot: Slot, choice: Chooser): Value {
  const items = slot.elements.map(({ self }) => chooseValue(self, "string", choice, slot.every) ?? "x");
  if (slot.demands.every(({ passes }) => passes(items))) return items;
  const likely = slot.demands
    .flatMap((demand) => demand.likely)
    .find((value) => slot.demands.every(({ passes }) => passes(value)));
  return likely === undefined && slot.demands.some(({ passes }) => passes(undefined)) ? undefined : (likely ?? items);
}

/** An object with the required value at each path. */
function jsonValue(
  slots: readonly (Slot & { readonly root: Root & { readonly op: "json" } })[],
  choice: Chooser,
): Value {
  const whole: Draft = {};
  for (const slot of slots) {
    const { path, type } = slot.root;
    const value = type === "list<string>" ? listValue(slot, choice) : chooseValue(slot, type, choice);
    if (value === undefined) continue;
    let at = whole;
    for (const key of path.slice(0, -1)) {
      const next = Object.hasOwn(at, key) ? at[key] : undefined;
      if (typeof next === "object" && next !== null && !Array.isArray(next)) at = next as Draft;
      else {
        const inner: Draft = {};
        Object.defineProperty(at, key, { value: inner, enumerable: true, configurable: true, writable: true });
        at = inner;
      }
    }
    Object.defineProperty(at, path.at(-1) ?? "", { value, enumerable: true, configurable: true, writable: true });
  }
  return Object.keys(whole).length === 0 ? undefined : whole;
}

// Tool calls

function addCall(event: Draft, constraints: Constraints, ir: Ir, choice: Chooser): void {
  const tool = chooseTool(constraints, ir, choice);
  const nameSlot = fieldSlot(constraints, "tool_name");
  const toolName = nameSlot === undefined ? undefined : chooseValue(nameSlot, "string", choice);
  event.tool = tool;
  if (toolName !== undefined) event.tool_name = toolName;
  const input: Draft = {};
  fill(input, { ...shippedTools[tool], ...own(ir.tools, tool), raw: RAW }, "input.", constraints, choice, []);
  const more = inputFor(tool, constraints, ir, choice, input);
  event.input = { ...input, ...more };
}

/** What the host sent, of any tool. */
const RAW: Field = { type: "json", optional: true, doc: "" };

const own = <V>(map: { readonly [key: string]: V }, key: string): V | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;

/** The shipped tools that can fill a view. */
const fillers: { readonly [view: string]: readonly string[] } = {
  reads: ["read", "bash", "search", "fetch"],
  writes: ["write", "edit", "bash"],
  deletes: ["bash", "edit"],
  uploads: ["bash"],
  hosts: ["fetch", "bash", "mcp", "web_search"],
  kinds: ["bash"],
};

function chooseTool(constraints: Constraints, ir: Ir, choice: Chooser): string {
  const slot = fieldSlot(constraints, "tool");
  const isShell =
    constraints.runs.length + constraints.only.length + constraints.flows.length > 0 ||
    hasElements(constraints, "calls") ||
    hasElements(constraints, "externals");
  const canBe = (tool: string): boolean => slot === undefined || slot.demands.every(({ passes }) => passes(tool));
  if (isShell && canBe("bash")) return "bash";
  const views = [...constraints.slots.values()].flatMap(({ root, elements }) =>
    root?.op === "view" && elements.length > 0 ? [root.view] : [],
  );
  const inputs = [...constraints.slots.values()].flatMap(({ root }) => inputFieldOf(root));
  const first = isShell ? ["bash"] : views.length > 0 ? (fillers[views[0] ?? ""] ?? []) : [];
  const known = toolsOf(ir);
  // Where a condition names its tools, only those are considered.
  const asked = slot?.demands.find(({ isComplete }) => isComplete === true)?.likely ?? [];
  const named = asked.filter((tool): tool is string => known.has(tool as string));
  const all = named.length === 0 ? [...new Set([...first, ...known])] : named;
  const steps: ((tool: string) => boolean)[] = [
    canBe,
    (tool) =>
      inputs.every((name) => name === "raw" || Object.hasOwn({ ...shippedTools[tool], ...own(ir.tools, tool) }, name)),
    (tool) => views.every((view) => fillers[view]?.includes(tool) === true),
    (tool) => mcpFits(tool, constraints),
    (tool) => externalFits(tool, constraints),
  ];
  let left: readonly string[] = all;
  for (const step of steps) {
    const fitting = left.filter(step);
    if (fitting.length > 0) left = fitting;
  }
  return choice.of(left) ?? "other";
}

const toolLists = new WeakMap<Ir, ReadonlySet<string>>();

/** Every tool that the policy declares or that is shipped, the likeliest first. */
function toolsOf(ir: Ir): ReadonlySet<string> {
  const found = toolLists.get(ir) ?? new Set([...Object.keys(ir.tools), ...usualTools, ...Object.keys(shippedTools)]);
  toolLists.set(ir, found);
  return found;
}

const usualTools = ["bash", "read", "write", "other"];

const hasElements = (constraints: Constraints, op: "calls" | "externals"): boolean =>
  [...constraints.slots.values()].some(({ root, elements }) => root?.op === op && elements.length > 0);

function inputFieldOf(root: Root | null): readonly string[] {
  const name = root?.op === "field" ? root.name : root?.op === "json" && root.base.op === "field" ? root.base.name : "";
  return name.startsWith("input.") ? [name.slice("input.".length)] : [];
}

/** `mcp.server` and `mcp.tool` are empty for every other tool. */
function mcpFits(tool: string, constraints: Constraints): boolean {
  const slots = ["mcp.server", "mcp.tool"].flatMap((name) => fieldSlot(constraints, name) ?? []);
  if (slots.length === 0) return true;
  return tool === "mcp" || slots.every((slot) => slot.demands.every(({ passes }) => passes("")));
}

/** `call.external`: tools without a table that the policy does not declare. */
function externalFits(tool: string, constraints: Constraints): boolean {
  const slot = fieldSlot(constraints, "call.external");
  return slot === undefined || slot.demands.every(({ passes }) => passes(tool === "mcp" || tool === "other"));
}

/** The input that constraints on commands and views require, beyond single fields. */
function inputFor(tool: string, constraints: Constraints, ir: Ir, choice: Chooser, input: Draft): Draft {
  if (tool === "bash") {
    const command = buildCommand(constraints, ir, choice);
    const asked = fieldSlot(constraints, "input.command");
    if (command === null) return {};
    const extra = choice.of([` # ${input.command}`, `; echo '${input.command}'`, ""]) ?? "";
    return {
      command: asked === undefined || asked.demands.every(({ passes }) => passes(command)) ? command : command + extra,
    };
  }
  if (tool === "mcp") return mcpInput(constraints, choice);
  if (tool === "other") return pathArguments(constraints, choice).args;
  // A field that is constrained directly and through a view must meet both constraints.
  const element = (view: string, field: string): string | null => {
    const slot = [...constraints.slots.values()].find(({ root }) => root?.op === "view" && root.view === view);
    // Demands on every element also apply to the one that the call must have.
    if (slot === undefined || slot.elements.length + slot.every.length === 0) return null;
    const own = fieldSlot(constraints, field)?.demands ?? [];
    const demands = [...slot.elements.flatMap(({ self }) => self.demands), ...own];
    return elementValue({ self: { ...slot, demands, elements: [], every: [] }, parts: new Map() }, slot, view, choice);
  };
  if (tool === "fetch")
    return fetchInput(element("hosts", ""), element("reads", ""), fieldSlot(constraints, "input.url"), choice);
  const [written, deleted] = [valuesOf(constraints, "writes", choice), valuesOf(constraints, "deletes", choice)];
  if (deleted.length > 0 || (written.length > 1 && choice.of([true, false])))
    return { patch: patchText(written, deleted) };
  const path = element("reads", "input.path") ?? element("writes", "input.path");
  return path === null ? {} : { path };
}

function valuesOf(constraints: Constraints, view: string, choice: Chooser): readonly string[] {
  const slot = [...constraints.slots.values()].find(({ root }) => root?.op === "view" && root.view === view);
  return slot === undefined ? [] : slot.elements.map((one) => elementValue(one, slot, view, choice));
}

/** One call that touches several files. */
function patchText(written: readonly string[], deleted: readonly string[]): string {
  const parts = [
    ...[...new Set(written)].map((path) => `*** Add File: ${path}\n+x`),
    ...[...new Set(deleted)].map((path) => `*** Delete File: ${path}`),
  ];
  return ["*** Begin Patch", ...parts, "*** End Patch"].join("\n");
}

/** A URL of the host or the file that also meets the rule's demands on URLs. */
function fetchInput(host: string | null, path: string | null, asked: Slot | undefined, choice: Chooser): Draft {
  const rest =
    host === null
      ? path === null
        ? null
        : `${path.startsWith("/") ? path : `/project/${path}`}`
      : `${host.includes(":") ? `[${host}]` : host}/`;
  if (rest === null) return {};
  const likely = host === null ? [`file://${rest}`] : [`https://${rest}`, `http://${rest}`, rest];
  const [usual = ""] = likely;
  if (asked === undefined) return { url: usual };
  const isThere = (url: Value): boolean => typeof url === "string" && url.replace(/^[a-z]+:\/\//i, "").startsWith(rest);
  const url = chooseValue(asked, "string", choice, [{ likely, passes: isThere }]);
  return { url: isThere(url) ? (url ?? usual) : usual };
}

function mcpInput(constraints: Constraints, choice: Chooser): Draft {
  const hosts = [...constraints.slots.values()].find(({ root }) => root?.op === "view" && root.view === "hosts");
  const [element] = hosts?.elements ?? [];
  const host = hosts === undefined || element === undefined ? null : elementValue(element, hosts, "hosts", choice);
  const part = (name: string): Draft => {
    const slot = fieldSlot(constraints, `mcp.${name}`);
    const value = slot === undefined ? undefined : chooseValue(slot, "string", choice);
    return value === undefined ? {} : { [name]: value };
  };
  const { verb, args } = pathArguments(constraints, choice);
  return {
    ...(host?.startsWith("mcp:") ? { server: host.slice("mcp:".length) } : {}),
    ...(verb === "" ? {} : { tool: verb }),
    ...(Object.keys(args).length === 0 ? {} : { args }),
    ...part("server"),
    ...part("tool"),
  };
}

/** Verbs of a tool's name that say what it perhaps does to a path. */
const verbs: { readonly [view: string]: string } = { reads: "", writes: "", deletes: "delete", uploads: "upload" };

/** Arguments that a tool without a table perhaps touches. */
function pathArguments(constraints: Constraints, choice: Chooser): { readonly verb: string; readonly args: Draft } {
  for (const [view, verb] of Object.entries(verbs)) {
    const [path] = valuesOf(constraints, view, choice);
    if (path !== undefined) return { verb, args: { path } };
  }
  return { verb: "", args: {} };
}

// Facts and time

function givenFor(constraints: Constraints, choice: Chooser): Given {
  const facts: { [key: string]: FactValue } = {};
  let filesGiven = false;
  const clocks: { readonly key: string; readonly slot: Slot }[] = [];
  for (const slot of constraints.slots.values()) {
    if (slot.root?.op !== "fact") continue;
    const { key, type } = slot.root;
    if (/^(?:hour|weekday):/.test(key)) {
      clocks.push({ key, slot });
      continue;
    }
    const value = chooseValue(slot, type, choice) as FactValue | undefined;
    if (key.startsWith("file_exists:")) {
      filesGiven = true;
      if (value === true) facts[key] = true;
    } else facts[key] = value ?? null;
  }
  return { facts, filesGiven, marked: [], counted: {}, time: givenTime(clocks) };
}
