// What installing into an agent takes, as data and pure functions: where its configuration lives, which of its events a
// point needs, what an entry looks like, and what it sends to a hook and understands as a refusal.

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
  /** A failure of the hook itself must refuse the action. */
  readonly closed: boolean;
  readonly site: Site;
}

/** What is no plain JSON, and is still in files that people write. */
export type Unread = "byte order mark" | "comment" | "last comma";

/** Entries in a JSON file. */
export interface JsonConfig {
  readonly kind: "json";
  readonly file: (site: Site) => string;
  /** The file is named by us, and nobody else's hooks are in it. */
  readonly own?: true;
  /** What the agent's own reader does not take, where running it has shown that: it ignores the whole file then. */
  readonly unread?: readonly Unread[];
  /** A part that its reader refuses for what it says, likewise. */
  readonly refusedPart?: (file: JsonObject) => string | null;
  /** Members that the file must have beside `hooks`. */
  readonly top: JsonObject;
  /**
   * `groups`: `hooks.EVENT[]` holds `{ matcher, hooks: [entry] }`. `entries`: `hooks.EVENT[]` holds entries.
   * `list`: `hooks[]` holds entries that name their event themselves.
   */
  readonly layout: "groups" | "entries" | "list";
  /** What stands in the list: a group or an entry. */
  readonly element: (wanted: WantedEntry) => JsonObject;
  /** The command of an entry, as words or as a line for the shell; null when it has none. */
  readonly commandOf: (entry: JsonObject) => readonly string[] | string | null;
  /** The event of an entry in a `list`. */
  readonly eventOf?: (entry: JsonObject) => string;
}

/** One executable a event, named after it. */
export interface ScriptConfig {
  readonly kind: "scripts";
  readonly folder: (site: Site) => string;
  readonly script: (wanted: WantedEntry) => string;
  /** The line with the command; null when the script is somebody else's. */
  readonly lineOf: (script: string) => string | null;
}

/** A module that runs inside the agent, made from the bundle. */
export interface PluginConfig {
  readonly kind: "plugin";
  readonly file: (site: Site) => string;
}

/** A setting that silences hooks. */
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

/** What a probe is about. A `broken` call lacks what it is about, and is refused because nobody can tell. */
export interface ProbeCall {
  readonly kind: "write" | "read" | "broken";
  readonly path: string;
}

export interface AgentInstall {
  readonly agent: string;
  /** The agent's own events that a point needs. */
  readonly events: { readonly [P in Point]?: readonly string[] };
  readonly config: JsonConfig | ScriptConfig | PluginConfig;
  /** How the project's folder is written in a project's configuration; null when it cannot be, and paths are absolute. */
  readonly projectBase: string | null;
  /** What the variables of the configuration stand for. */
  readonly variables: (site: Site) => Variables;
  readonly switches: readonly HookSwitch[];
  /** Other agents whose configuration it loads as well. */
  readonly alsoReads: readonly string[];
  /** What is left to do after installing. */
  readonly next: (place: InstallPlace) => readonly string[];
  /** The payload of the event, with this call where the event has one; null when the event cannot carry it. */
  readonly payload: (event: string, call: ProbeCall, site: Site) => Json | null;
  /** Exit codes beside 0 by which the hook says something and refuses nothing. */
  readonly ownExits?: readonly number[];
  /** Whether the agent would refuse the action after this answer. */
  readonly denies: (event: string, run: HookRun) => boolean;
}

/** How long an agent waits for the hook. The hook itself gives up well before. */
export const HOOK_TIMEOUT_S = 10;

/** The words by which an entry is known as ours. */
export function isHookCommand(words: readonly string[], agent: string): boolean {
  return words.some(
    (word, at) =>
      word === "hook" && words[at + 1] === "--agent" && words[at + 2] === agent && words[at + 3] === "--bundle",
  );
}

/** A setting that silences when it is true. */
export const isOn = (value: Json): boolean => value === true;
