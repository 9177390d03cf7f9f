// The result of reading a host's hook configuration: hooks in the terms of the language, and problems with place and advice.
// Readers are pure: a parsed value in, entries and problems out. They know nothing about files or policy text.

import type { Json, Point, Scope } from "../../language/contract.ts";
import type { ConfigCode, ConfigHoles } from "./config-codes.ts";
import type { JsonObject } from "./read-answer.ts";

/** Keys and indexes from the top of the file. */
export type ConfigPath = readonly (string | number)[];

export interface ConfigProblem {
  readonly code: ConfigCode;
  readonly path: ConfigPath;
  readonly holes: { readonly [hole: string]: string };
  /** What to write instead. */
  readonly help: string;
  /** A word that may be a misspelling of one of these. */
  readonly slip?: { readonly word: string; readonly among: readonly string[] };
}

/** A test of the tool call; all tests of a hook must hold, and any value of a test is enough. */
export type ToolTest =
  | { readonly kind: "name"; readonly names: readonly string[]; readonly ignoresCase: boolean }
  | { readonly kind: "prefix"; readonly prefix: string }
  | { readonly kind: "regex"; readonly regexes: readonly { readonly source: string; readonly flags: string }[] }
  | { readonly kind: "arguments"; readonly texts: readonly string[] };

/** A program to start. */
export interface RunAction {
  readonly kind: "run";
  readonly argv: readonly string[] | null;
  readonly shell: string | null;
  readonly protocol: string;
  readonly timeoutMs: number;
  readonly envNames: readonly string[];
  readonly envValues: readonly (readonly [string, string])[];
  readonly cwd: string | null;
  readonly may: readonly string[];
  readonly fail: "open" | "closed" | null;
  /** Kinds of events to watch; null for a hook that decides. */
  readonly observe: readonly string[] | null;
}

/** A NeoCode handler as an effect with its message. */
export type HandlerAction =
  | { readonly kind: "note"; readonly handler: string; readonly message: string }
  | { readonly kind: "require-file"; readonly file: string; readonly message: string; readonly blocks: boolean };

export interface ImportedHook {
  readonly path: ConfigPath;
  /** The entry as the host names it: `runtime.hooks.items[0]`. */
  readonly entry: string;
  readonly name: string;
  readonly points: readonly Point[];
  readonly tests: readonly ToolTest[];
  readonly action: RunAction | HandlerAction;
  /** The host's ordering number, if it has one. */
  readonly priority: number | null;
}

export interface ReadConfig {
  readonly scope: Scope;
  /** In the order in which the host calls them. */
  readonly hooks: readonly ImportedHook[];
  readonly problems: readonly ConfigProblem[];
}

/** What a reader needs to know about the machine. */
export interface ReadContext {
  readonly home: string;
  /** Whether a bare program name is found in PATH. */
  readonly isOnPath: (program: string) => boolean;
}

export type { JsonObject } from "./read-answer.ts";

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The own member, never an inherited one. */
export function member(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Collects problems; `add` returns null, so that a reader can return its result. */
export interface Problems {
  readonly found: ConfigProblem[];
  readonly add: <C extends ConfigCode>(
    code: C,
    path: ConfigPath,
    holes: ConfigHoles<C>,
    help: string,
    slip?: ConfigProblem["slip"],
  ) => null;
}

export function collectProblems(): Problems {
  const found: ConfigProblem[] = [];
  return {
    found,
    add: (code, path, holes, help, slip) => {
      found.push({ code, path, holes, help, ...(slip !== undefined && { slip }) });
      return null;
    },
  };
}

/** Reports keys that are not read. */
export function reportUnknownKeys(
  object: JsonObject,
  known: readonly string[],
  path: ConfigPath,
  entry: string,
  problems: Problems,
): boolean {
  const unknown = Object.keys(object).filter((key) => !known.includes(key));
  for (const key of unknown) {
    const help = `remove it; the keys are ${known.join(", ")}`;
    problems.add("P864", [...path, key], { entry, key }, help, { word: key, among: known });
  }
  return unknown.length > 0;
}

/** Text as Go's YAML readers see it: numbers and flags count as text where text is expected. */
export function scalarText(value: Json | undefined): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

export const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
