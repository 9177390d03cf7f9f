// Builds one command line from everything that the constraints require of the shell. Each requirement becomes a command of
// its own; parts of one call become one command.

import { type CallKind, callKindNames } from "../../language/call-kinds.ts";
import { kindPatterns } from "../../shell/programs/kinds/index.ts";
import type { Ir } from "../ir/ir.ts";
import type { Chooser } from "./choice.ts";
import { chooseValue } from "./choose-value.ts";
import {
  callEffects,
  externalCommands,
  flowCommands,
  freshCommands,
  injectedCommands,
  kindCommands,
  modeCommands,
  viewCommands,
} from "./command-tables.ts";
import { commandOfPattern, patternCommand, quoted, quotedPath } from "./command-words.ts";
import type { Constraints, Element, Slot } from "./constraints.ts";
import type { Value } from "./value-path.ts";

const textOf = (value: Value): string => (typeof value === "string" ? value : String(value ?? ""));

/** Null when nothing is required of the shell. */
export function buildCommand(constraints: Constraints, ir: Ir, choice: Chooser): string | null {
  const words = ["x", ...[...constraints.slots.values()].flatMap((slot) => viewValues(slot, choice))];
  const parts = [
    ...constraints.only.map((patterns) => patternCommand(patterns, ir, choice, words)),
    ...constraints.runs.map((patterns) => patternCommand(patterns, ir, choice, words)),
    ...constraints.flows.map(({ from, to }) => choice.of(flowCommands[from][to]) ?? ""),
    ...[...constraints.slots.values()].flatMap((slot) => listCommands(slot, choice)),
  ].filter((part) => part !== "");
  return parts.length === 0 ? null : [...new Set(parts)].join("; ");
}

/** The values that a view must contain, as arguments of a command that must run anyway. */
function viewValues(slot: Slot, choice: Chooser): readonly string[] {
  if (slot.root?.op !== "view") return [];
  const { view } = slot.root;
  return slot.elements.map((element) => elementValue(element, slot, view, choice));
}

function listCommands(slot: Slot, choice: Chooser): readonly string[] {
  switch (slot.root?.op) {
    case "view": {
      const { view } = slot.root;
      return slot.elements.map((element) => viewCommand(view, elementValue(element, slot, view, choice), choice));
    }
    case "calls":
      return slot.elements.map((element) => callCommand(element, choice));
    case "externals":
      return slot.elements.map((element) => externalCommand(element, choice));
    default:
      return [];
  }
}

/** A path or host that meets the demands on an element of a view. */
export function elementValue({ self }: Element, of: Slot, view: string, choice: Chooser): string {
  if (view === "kinds") return choice.of(callKindNames.filter((kind) => fitsAll(kind, self, of))) ?? "";
  return textOf(chooseValue(self, view === "hosts" ? "host" : "path", choice, of.every));
}

const fitsAll = (kind: string, self: Slot, of: Slot): boolean =>
  [...self.demands, ...of.every].every(({ passes }) => passes(kind));

/** Commands that have the kind; for programs that are not among them one is made from the tables. */
function kindCommand(kind: string, choice: Chooser, fits: (program: string) => boolean = () => true): string {
  if (!Object.hasOwn(kindCommands, kind)) return "";
  const name = kind as CallKind;
  const usual = kindCommands[name].filter((command) => fits(firstWord(command)));
  if (usual.length > 0) return choice.of(usual) ?? "";
  const patterns = kindPatterns(name).filter((pattern) => fits(firstWord(pattern)));
  return commandOfPattern(choice.of(patterns), choice) ?? choice.of(kindCommands[name]) ?? "";
}

const firstWord = (text: string): string => text.split(" ", 1)[0] ?? "";

function viewCommand(view: string, value: string, choice: Chooser): string {
  if (view === "kinds") return kindCommand(value, choice);
  return filled(choice.of(viewCommands[view] ?? []) ?? "", view, value);
}

function filled(template: string, view: string, value: string): string {
  const word = view === "hosts" ? (value.includes(":") ? `[${value}]` : value) : quotedPath(value);
  return template.replace(/\bP\b/, () => word);
}

function externalCommand({ parts }: Element, choice: Chooser): string {
  const isFresh = wantedPart(parts, "fresh", "bool", choice) === true;
  const nameSlot = parts.get("name");
  const name = nameSlot === undefined ? null : textOf(chooseValue(nameSlot, "string", choice));
  const named = (template: string, usual: string): string => template.replace(/\bN\b/g, () => quoted(name ?? usual));
  if (isFresh) return named(choice.of(freshCommands) ?? "", "run.sh");
  const kinds = Object.keys(externalCommands) as (keyof typeof externalCommands)[];
  const kindSlot = parts.get("kind");
  const fitting =
    kindSlot === undefined ? kinds : kinds.filter((kind) => kindSlot.demands.every((one) => one.passes(kind)));
  const kind = choice.of(fitting) ?? "script";
  return named(choice.of(externalCommands[kind]) ?? "", usualNames[kind] ?? "build.sh");
}

const usualNames: { readonly [kind: string]: string } = { task: "build", image: "alpine", remote: "example.com" };

function wantedPart(parts: Element["parts"], part: string, type: string, choice: Chooser): Value {
  const slot = parts.get(part);
  return slot === undefined ? undefined : chooseValue(slot, type, choice);
}

const EFFECTS = ["reads", "writes", "deletes", "uploads", "hosts"];

/** One call: `X=1 sudo prog --flag operand > file`. */
function callCommand({ self, parts }: Element, choice: Chooser): string {
  if (parts.size === 0 && self.demands.length > 0) return `echo ${quoted(textOf(chooseValue(self, "string", choice)))}`;
  const text = parts.get("text");
  if (text !== undefined && parts.size === 1) return textOf(chooseValue(text, "command", choice));
  const body = callBody(parts, choice);
  const env = [...parts].flatMap(([part, slot]) => {
    const value = part.startsWith("env.") ? chooseValue(slot, "string", choice) : undefined;
    return value === undefined ? [] : [`${part.slice("env.".length)}=${quoted(textOf(value))}`];
  });
  const via = itemsOf(parts.get("via"), choice);
  const isElevated = wantedPart(parts, "elevated", "bool", choice) === true;
  const redirects = itemsOf(parts.get("redirects"), choice).map((path) => `> ${quotedPath(path)}`);
  const cwd = wantedPart(parts, "cwd", "path", choice);
  const lead = [...env, ...(isElevated ? ["sudo"] : []), ...(isElevated && via.includes("sudo") ? [] : via)];
  const call = worded([...lead, body, ...redirects].join(" "), text, choice);
  return cwd === undefined ? call : `cd ${quotedPath(textOf(cwd))} && ${call}`;
}

/** With an added argument where the text of the call must contain more than the call itself. */
function worded(call: string, asked: Slot | undefined, choice: Chooser): string {
  if (asked === undefined || asked.demands.every(({ passes }) => passes(call))) return call;
  return `${call} ${quoted(textOf(chooseValue(asked, "string", choice)))}`;
}

/** The items that a list part must have. */
function itemsOf(slot: Slot | undefined, choice: Chooser, type = "string"): readonly string[] {
  if (slot === undefined) return [];
  return slot.elements.map(({ self }) => textOf(chooseValue(self, type, choice, slot.every)));
}

function callBody(parts: Element["parts"], choice: Chooser): string {
  const settings = itemsOf(parts.get("settings"), choice);
  const words = [
    ...itemsOf(parts.get("args"), choice),
    ...choice.order([...itemsOf(parts.get("operands"), choice), ...itemsOf(parts.get("flags"), choice)]),
  ].map(quoted);
  const programSlot = parts.get("program");
  const mode = wantedPart(parts, "mode", "string", choice);
  if (mode !== undefined && programSlot === undefined) {
    const [path = "x"] = itemsOf(parts.get("writes"), choice, "path");
    const known = choice.of(modeCommands[textOf(mode)] ?? Object.values(modeCommands).flat()) ?? "";
    return filled(known, "writes", path);
  }
  if ((parts.get("injected")?.elements.length ?? 0) > 0) return injected(parts, choice);
  const kinds = parts.get("kinds");
  const [kind] =
    kinds === undefined ? [] : kinds.elements.map((element) => elementValue(element, kinds, "kinds", choice));
  if (kind !== undefined) {
    const fits = (name: string): boolean => programSlot?.demands.every(({ passes }) => passes(name)) ?? true;
    return [kindCommand(kind, choice, fits), ...words].join(" ");
  }
  const program = programSlot === undefined ? null : textOf(chooseValue(programSlot, "string", choice));
  if (settings.length > 0)
    return [
      program ?? "git",
      ...settings.map((one) => `-c ${quoted(one)}`),
      choice.of(["push", "status", "fetch"]),
      ...words,
    ].join(" ");
  const effects = EFFECTS.flatMap((view) => {
    const slot = parts.get(view);
    return (slot?.elements ?? []).map((element) => ({
      view,
      value: elementValue(element, slot as Slot, view, choice),
    }));
  });
  const [first, ...others] = effects;
  if (first === undefined) return [program ?? usualProgram(parts, choice), ...words].join(" ");
  const templates = program === null ? viewCommands : callEffects;
  const head = [program ?? "", ...words].join(" ");
  const start = (choice.of(templates[first.view] ?? []) ?? "G P").replace(/\bG\b/, () => head);
  const more = others.map(({ view, value }) => filled(view === "writes" ? "> P" : "P", view, value));
  return [filled(start, first.view, first.value), ...(program === null ? words : []), ...more].join(" ");
}

function usualProgram(parts: Element["parts"], choice: Chooser): string {
  const prints = wantedPart(parts, "prints", "bool", choice);
  if (prints === false) return "wc x";
  return choice.of(["ls", "cat x", "git status"]) ?? "ls";
}

/** By the required name where there is one: `LD_PRELOAD=./x.so ls`, `git -c core.pager=./x log`. */
function injected(parts: Element["parts"], choice: Chooser): string {
  const [name = ""] = itemsOf(parts.get("injected"), choice);
  const usual = choice.of(injectedCommands) ?? "";
  if (/^[A-Z_][A-Z0-9_]*$/.test(name)) return choice.of([`${name}=./x ls`, `${name}=./x git log`, usual]) ?? usual;
  return /^[a-z]+\./.test(name) ? (choice.of([`git -c ${quoted(name)}=./x log`, usual]) ?? usual) : usual;
}
