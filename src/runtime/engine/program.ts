// The shape of generated code: what emit-module writes and the engine runs.
// A rule is one function from context to truth; an index says which rules an event concerns.

import type { Point, Scope } from "../../language/contract.ts";
import type { Fields } from "../../language/schema.ts";
import type { Truth } from "../../language/truth.ts";
import type { ShellEngine } from "../../shell/index.ts";
import type { UserPrograms } from "../../shell/programs/index.ts";
import type { Context } from "./event/context.ts";

export interface Program {
  readonly scope: Scope;
  readonly tools: { readonly [tool: string]: Fields };
  /** Declared tools of MCP servers, by `SERVER/TOOL`. */
  readonly mcpTools?: { readonly [tool: string]: Fields };
  readonly labels: readonly string[];
  readonly counters: { readonly [counter: string]: readonly number[] };
  /** By id: `rules[n].id === n`. */
  readonly rules: readonly Rule[];
  readonly points: { readonly [P in Point]?: PointPlan };
  /** Declared targets. */
  readonly targets: readonly string[];
  /** How each hook of a `run` effect fails; the hooks themselves are in hooks.json. */
  readonly hooks: readonly HookMode[];
  /** Absolute and home-relative folders that rules name; their real paths are determined once. */
  readonly folders: readonly string[];
  /** Reads command lines; left out where no rule looks at one. */
  readonly shell?: ShellEngine;
  /** `program` declarations. */
  readonly programs?: UserPrograms;
  /** For rules that ask once: by target, the points at which a report proves that the call ran. */
  readonly answeredAt?: { readonly [target: string]: readonly Point[] };
  /** Rules ask which files the session wrote. */
  readonly keepsFiles?: boolean;
}

/** Patterns of a rule as a function, so that a process that decides one event creates only the lists it needs. */
export type Listed = () => readonly string[];

export interface HookMode {
  readonly fail: "open" | "closed";
  readonly observe: boolean;
  /** It may rewrite, so it is asked before the final pass and not in parallel with others. */
  readonly sets: boolean;
}

export interface Rule {
  readonly id: number;
  readonly name: string;
  /** `file:line:column` */
  readonly at: string;
  readonly scope: Scope;
  readonly shadow: boolean;
  readonly test: (c: Context) => Truth;
  readonly effects: readonly (readonly Effect[])[];
  readonly unknown: Effect | null;
  readonly tools: readonly string[] | null;
  /** As in the IR, -1 for an effect that is left out; absent when every entry would be the default. */
  readonly resolved?: { readonly [target: string]: { readonly [point: string]: readonly number[] } };
  readonly unknownOutcome?: { readonly [target: string]: { readonly [point: string]: "ask" | "block" } };
}

/** EffectText that needs the event is a function; it is called only when the effect applies. */
export type EffectText = string | ((c: Context) => string);

/** What most rules do. */
export interface Deciding {
  readonly kind: "ask" | "block" | "stop";
  readonly text: EffectText;
  /** `ask once` */
  readonly once?: true;
}

export type Effect =
  | Deciding
  | { readonly kind: "warn" | "note" | "allow"; readonly text: EffectText }
  | { readonly kind: "respond"; readonly value: (c: Context) => unknown }
  | { readonly kind: "set"; readonly field: string; readonly value: (c: Context) => unknown }
  | { readonly kind: "mark"; readonly label: string }
  | { readonly kind: "count"; readonly counter: string }
  | { readonly kind: "run"; readonly hook: number }
  | { readonly kind: "pass" };

export interface PointPlan {
  /** Rules that mark or count, in stratum order: tested before any other. */
  readonly state: readonly number[];
  /** Where there are many of them: their places in `state`, filed like the other rules. */
  readonly stateIndex?: Index | undefined;
  /** All other rules, filed. */
  readonly index: Index;
  /** Every rule of the point, state rules included, in id order: for --explain and the index-off check. */
  readonly all: readonly number[];
}

/**
 * Rules filed under a necessary atom: a rule in `keys[k].buckets.get(v)` cannot be true unless key k has value v.
 * A rule without such an atom is in `always`. A rule may stand in several buckets (an `or`, a list).
 */
export interface Index {
  readonly always: readonly number[];
  readonly keys: readonly IndexKey[];
}

export interface IndexKey {
  /**
   * A scalar context field (`tool`, `tool_name`, `mcp.server`, `input.x`, ...) probed once;
   * or `program`, probed with every program a command line runs, and known to be none for other tools, `program*` with what
   * their names begin with, `env` with every variable set for one, `text` with the text of every one; or `does`, probed with
   * what the call does (effect-kinds.ts); or `hosts`, probed once per host; or `under:VIEW`, probed with every ancestor folder of
   * every path of the view, folded (lower case, NFC), `names:VIEW` with every name in them, `is:VIEW` with what they are
   * (path-buckets.ts). A missing scalar has no candidates; an unknown scalar or an incomplete view takes `unknown`.
   */
  readonly key: string;
  readonly buckets: ReadonlyMap<string | number | boolean, Bucket>;
  /** Every rule of this key, to be tested when the key's value cannot be determined. */
  readonly unknown: Bucket;
  /** How the key is looked up, created by the engine at the first event. */
  probe?: IndexProbe;
}

/** Adds the rules that a key has for an event. */
export type IndexProbe = (c: Context, found: number[]) => void;

/** Rule ids, or, past a size, an index by the next atom. */
export type Bucket = readonly number[] | Index;
