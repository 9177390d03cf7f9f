// policyc's entries in an agent's configuration: finds, adds, updates and removes them. Other entries are not touched.

import type { Node } from "jsonc-parser";
import {
  type AgentInstall,
  isHookCommand,
  type JsonConfig,
  type Site,
  type WantedEntry,
} from "../../hosts/install/agent.ts";
import { expand, readLine, type Variables } from "../../hosts/install/shell-words.ts";
import { isList, isObject, type JsonObject, member } from "../../hosts/shared/config.ts";
import type { Json } from "../../language/contract.ts";
import {
  added,
  type JsonText,
  jsonOf,
  membersNamed,
  newJsonText,
  readJsonText,
  removed,
  replaced,
  unreadPart,
} from "./json-text.ts";

export interface JsonAgent extends AgentInstall {
  readonly config: JsonConfig;
}

export const hasJsonConfig = (install: AgentInstall): install is JsonAgent => install.config.kind === "json";

export interface FoundEntry {
  readonly event: string;
  readonly words: readonly string[];
  /** The whole element of the list, including entries of others. */
  readonly element: Json;
}

export type Edited = { readonly text: string; readonly created: readonly string[] } | { readonly why: string };

/** Whether an empty member may be removed; members that existed before policyc stay. */
export type IsOurs = (name: string) => boolean;

const isBlank = (text: string): boolean => text.replace(/^\uFEFF/, "").trim() === "";

/** The text with exactly these policyc entries; an empty list removes them. */
export function withEntries(
  install: JsonAgent,
  before: string | null,
  wanted: readonly WantedEntry[],
  site: Site,
  isOurs: IsOurs,
): Edited {
  if (before === null || isBlank(before)) {
    const bom = before?.startsWith("\uFEFF") ? "\uFEFF" : "";
    return { text: wanted.length === 0 ? (before ?? "") : bom + newJsonText(wholeFile(install, wanted)), created: [] };
  }
  let text = before;
  const created: string[] = [];
  // Every step is one edit; a hooks file never needs more steps than this.
  for (let step = 0; step < 1000; step++) {
    const json = readJsonText(text);
    if ("why" in json) return json;
    const next = nextEdit(install, json, wanted, site, isOurs);
    if (next === null) return { text, created };
    if ("why" in next) return next;
    text = json.bom + next.text;
    if (next.creates !== undefined) created.push(next.creates);
  }
  return { why: "it contains too many entries of policyc" };
}

/** policyc's entries in the order of the file; empty when it cannot be read. */
export function findEntries(
  install: JsonAgent,
  text: string,
  site: Site,
): readonly FoundEntry[] | { readonly why: string } {
  if (isBlank(text)) return [];
  const json = readJsonText(text);
  if ("why" in json) return json;
  const root = jsonOf(json.root);
  const hooks = isObject(root) ? member(root, "hooks") : undefined;
  const lists: readonly (readonly [string, Json])[] =
    install.config.layout === "list" ? [["", hooks ?? []]] : isObject(hooks) ? Object.entries(hooks) : [];
  return lists.flatMap(([event, list]) =>
    (isList(list) ? list : []).flatMap((element) =>
      entriesOf(install.config, element).flatMap((entry) => {
        const words = wordsOf(install, entry, site);
        if (!isHookCommand(words, install.agent)) return [];
        return [{ event: install.config.eventOf?.(entry) ?? event, words, element }];
      }),
    ),
  );
}

/** Why the agent would reject the file and run none of its hooks; null when no reason is known. */
export function whyUnread({ agent, config }: JsonAgent, text: string): string | null {
  const json = readJsonText(text);
  const root = "why" in json ? null : jsonOf(json.root);
  const part = unreadPart(text, config.unread ?? []) ?? (isObject(root) ? config.refusedPart?.(root) : null) ?? null;
  return part === null ? null : `it contains ${part}, which makes ${agent} ignore the whole file`;
}

/** Equal values, regardless of the order of members. */
export function isSame(a: Json, b: Json): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_key, item: Json) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}

function wholeFile({ config }: JsonAgent, wanted: readonly WantedEntry[]): JsonObject {
  return { ...config.top, hooks: wholeHooks(config, wanted) };
}

function wholeHooks(config: JsonConfig, wanted: readonly WantedEntry[]): Json {
  if (config.layout === "list") return wanted.map(config.element);
  return Object.fromEntries(wanted.map((entry) => [entry.event, [config.element(entry)]]));
}

function entriesOf({ layout }: JsonConfig, element: Json): readonly JsonObject[] {
  if (!isObject(element)) return [];
  if (layout !== "groups") return [element];
  const entries = member(element, "hooks");
  return isList(entries) ? entries.filter(isObject) : [];
}

function wordsOf({ config, variables }: JsonAgent, entry: JsonObject, site: Site): readonly string[] {
  return commandWords(config.commandOf(entry), variables(site));
}

export function commandWords(command: readonly string[] | string | null, variables: Variables): readonly string[] {
  if (command === null) return [];
  return typeof command === "string" ? readLine(command, variables) : command.map((word) => expand(word, variables));
}

type Step = { readonly text: string; readonly creates?: string } | { readonly why: string } | null;

function nextEdit(
  install: JsonAgent,
  json: JsonText,
  wanted: readonly WantedEntry[],
  site: Site,
  isOurs: IsOurs,
): Step {
  const { config } = install;
  const { root } = json;
  if (root.type !== "object") return { why: `it must contain an object, not ${aType(root)}` };
  for (const [name, value] of wanted.length === 0 ? [] : Object.entries(config.top)) {
    if (membersNamed(root, name).length === 0) return { text: added(json, root, name, value), creates: name };
  }
  const [property, again] = membersNamed(root, "hooks");
  if (again !== undefined) return { why: "it contains `hooks` twice" };
  const hooks = property?.children?.[1];
  if (property === undefined || hooks === undefined) {
    if (wanted.length === 0) return null;
    return { text: added(json, root, "hooks", wholeHooks(config, wanted)), creates: "hooks" };
  }
  const drop = (): Step => ({ text: removed(json, root, property) });
  if (config.layout === "list") {
    if (hooks.type !== "array") return { why: `\`hooks\` must be a list, not ${aType(hooks)}` };
    return editList({ install, json, site, wanted, list: hooks, drop: isOurs("hooks") ? drop : null });
  }
  if (hooks.type !== "object") return { why: `\`hooks\` must be an object, not ${aType(hooks)}` };
  return editEvents(install, json, wanted, site, isOurs, hooks, isOurs("hooks") ? drop : null);
}

function editEvents(
  install: JsonAgent,
  json: JsonText,
  wanted: readonly WantedEntry[],
  site: Site,
  isOurs: IsOurs,
  hooks: Node,
  drop: (() => Step) | null,
): Step {
  const names = new Set<string>();
  for (const property of hooks.children ?? []) {
    const [key, list] = property.children ?? [];
    if (key === undefined || list === undefined) continue;
    const event = String(key.value);
    const own = wanted.filter((entry) => entry.event === event);
    if (own.length > 0 && names.has(event)) return { why: `it contains \`hooks.${event}\` twice` };
    names.add(event);
    if (list.type !== "array") {
      if (own.length > 0) return { why: `\`hooks.${event}\` must be a list, not ${aType(list)}` };
      continue;
    }
    const dropList = (): Step =>
      hooks.children?.length === 1 && drop !== null ? drop() : { text: removed(json, hooks, property) };
    const step = editList({ install, json, site, wanted: own, list, drop: isOurs(`hooks.${event}`) ? dropList : null });
    if (step !== null) return step;
  }
  const missing = wanted.find((entry) => !names.has(entry.event));
  if (missing === undefined) return null;
  const { event } = missing;
  return { text: added(json, hooks, event, [install.config.element(missing)]), creates: `hooks.${event}` };
}

interface ListEdit {
  readonly install: JsonAgent;
  readonly json: JsonText;
  readonly site: Site;
  /** The entries of this list. */
  readonly wanted: readonly WantedEntry[];
  readonly list: Node;
  /** Removes the list, if that is allowed. */
  readonly drop: (() => Step) | null;
}

function editList({ install, json, site, wanted, list, drop }: ListEdit): Step {
  const { config } = install;
  const done = new Set<string>();
  for (const node of list.children ?? []) {
    const element = jsonOf(node);
    const entries = entriesOf(config, element);
    const isOurEntry = (entry: JsonObject): boolean => isHookCommand(wordsOf(install, entry, site), install.agent);
    const ours = entries.filter(isOurEntry);
    if (ours.length === 0) continue;
    // A group that also holds other entries is left to them; the policyc entry gets its own group.
    if (ours.length < entries.length || ours.length > 1) return { text: withoutEntry(json, node, isOurEntry) };
    const event = config.eventOf?.(ours[0] ?? {}) ?? wanted[0]?.event ?? "";
    const entry = done.has(event) ? undefined : wanted.find((candidate) => candidate.event === event);
    done.add(event);
    if (entry === undefined)
      return list.children?.length === 1 && drop !== null ? drop() : { text: removed(json, list, node) };
    const value = config.element(entry);
    if (!isSame(element, value)) return { text: replaced(json, node, value) };
  }
  const missing = wanted.find((entry) => !done.has(entry.event));
  return missing === undefined ? null : { text: added(json, list, null, config.element(missing)) };
}

/** A group without its first policyc entry. */
function withoutEntry(json: JsonText, group: Node, isOurEntry: (entry: JsonObject) => boolean): string {
  const list = membersNamed(group, "hooks")[0]?.children?.[1];
  const node = list?.children?.find((child) => {
    const value = jsonOf(child);
    return isObject(value) && isOurEntry(value);
  });
  return list === undefined || node === undefined ? json.text : removed(json, list, node);
}

const TYPES: { readonly [type: string]: string } = { array: "a list", object: "an object", null: "null" };
const aType = ({ type }: Node): string => TYPES[type] ?? `a ${type}`;
