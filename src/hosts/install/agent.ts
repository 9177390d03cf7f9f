// How to install into an agent, as data and pure functions: where its configuration is, which of its events a point
// needs, what an entry looks like, what it sends to a hook and which replies it treats as a refusal.

import type { Json, Point } from "../../language/contract.ts";
import type { JsonObject } from "../shared/config.ts";
import type { EntryWord, Variables } from "./shell-words.ts";

export type InstallPlace = "project" | "user";

/** Where an installation happens. */
export interface Site {
  readonly place: InstallPlace;
  /** Absolute. */
  readonly project: string;
  readonly home: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly isWindows: boolean;
}

/** One entry to write. */
export interface WantedEntry {
  readonly event: string;
  readonly words: readonly EntryWord[];
  /** If the hook itself fails, the action must be refused. */
  readonly closed: boolean;
  readonly site: Site;
}

/** Extensions of JSON that people use in configuration files. */
export type Unread = "byte order mark" | "comment" | "last comma";

/** Entries in a JSON file. */
export interface JsonConfig {
  readonly kind: "json";
  readonly file: (site: Site) => string;
  /** policyc chose the file's name, and it holds no other hooks. */
  readonly own?: true;
  /** Syntax that the agent's own parser rejects, as runs of the agent have shown: it then ignores the whole file. */
  readonly unread?: readonly Unread[];
  /** Content that the agent's parser rejects, with the same result. */
  readonly refusedPart?: (file: JsonObject) => string | null;
  /** Members that the file must have besides `hooks`. */
  readonly top: JsonObject;
  /**
   * `groups`: `hooks.EVENT[]` holds `{ matcher, hooks: [entry] }`. `entries`: `hooks.EVENT[]` holds entries.
   * `list`: `hooks[]` holds entries that name their event themselves.
   */
  readonly layout: "groups" | "entries" | "list";
  /** The element of the list: a group or an entry. */
  readonly element: (wanted: WantedEntry) => JsonObject;
  /** The command of an entry, as words or as a shell line; null when it has none. */
  readonly commandOf: (entry: JsonObject) => readonly string[] | string | null;
  /** The event of an entry in a `list`. */
  readonly eventOf?: (entry: JsonObject) => string;
}

/** One executable per event, named after it. */
export interface ScriptConfig {
  readonly kind: "scripts";
  readonly folder: (site: Site) => string;
  readonly script: (wanted: WantedEntry) => string;
  /** The line with the command; null when policyc did not write the script. */
  readonly lineOf: (script: string) => string | null;
}

/** A module that runs inside the agent, generated from the bundle. */
export interface PluginConfig {
  readonly kind: "plugin";
  readonly file: (site: Site) => string;
}

/** A setting that disables hooks. */
export interface HookSwitch {
  readonly files: (site: Site) => readonly string[];
  readonly path: readonly string[];
  readonly silences: (value: Json) => boolean;
  readonly says: string;
}

export interface HookRun {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a probe does. A `broken` call lacks its main field, and is refused because it cannot be judged. */
export interface ProbeCall {
  readonly kind: "write" | "read" | "broken";
  readonly path: string;
}

/** By what people recognise that they have an agent. */
export interface AgentTraces {
  /** What they start, as found in PATH. */
  readonly programs: readonly string[];
  /** Below the home folder. */
  readonly home: readonly string[];
  /** Below the project folder. */
  readonly project: readonly string[];
}

export interface AgentInstall {
  readonly agent: string;
  readonly traces: AgentTraces;
  /** The agent's events that a point needs. */
  readonly events: { readonly [P in Point]?: readonly string[] };
  readonly config: JsonConfig | ScriptConfig | PluginConfig;
  /** How a project's configuration refers to the project folder; null when it cannot, and paths are absolute. */
  readonly projectBase: string | null;
  /** The values of the variables used in the configuration. */
  readonly variables: (site: Site) => Variables;
  readonly switches: readonly HookSwitch[];
  /** Other agents whose configuration it also loads. */
  readonly alsoReads: readonly string[];
  /** What is left to do after installing. */
  readonly next: (place: InstallPlace) => readonly string[];
  /** The payload of the event, with this call if the event has one; null when the event cannot carry it. */
  readonly payload: (event: string, call: ProbeCall, site: Site) => Json | null;
  /** Exit codes other than 0 by which the hook reports something without refusing. */
  readonly ownExits?: readonly number[];
  /** Whether the agent would refuse the action after this answer. */
  readonly denies: (event: string, run: HookRun) => boolean;
}

/** How long an agent waits for the hook. The hook itself gives up well before that. */
export const HOOK_TIMEOUT_S = 10;

/** The words that identify an entry written by policyc. */
export function isHookCommand(words: readonly string[], agent: string): boolean {
  return words.some(
    (word, at) =>
      word === "hook" && words[at + 1] === "--agent" && words[at + 2] === agent && words[at + 3] === "--bundle",
  );
}

/** A setting that disables hooks when it is true. */
export const isOn = (value: Json): boolean => value === true;
