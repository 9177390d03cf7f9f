// What to run: plain JSON, versioned. The contract between the front (names, types, hosts) and the back (code, bundle).
// Everything here is resolved and typed; the reference interpreter in test/ gives it its meaning.
//
// There are four truth values: false, true, unknown, error; and one shade of unknown (truth.ts). `and` is false if any item is false, else the greatest of its items
// in the order true < unknown < error; `or` is true if any item is true, else the greatest in false < unknown < error.

import type { HookSpec, Point, Scope } from "../../language/contract.ts";
import type { Fields } from "../../language/schema.ts";
import type { FlowFrom, FlowTo } from "../../shell/flows/flows.ts";
import type { UserPrograms } from "../../shell/programs/index.ts";

export const IR_VERSION = 1;

export interface Ir {
  readonly ir: 1;
  readonly language: 1;
  readonly scope: Scope;
  readonly targets: readonly string[];
  /** Declared tools by name; the shipped ones are in schema.ts. */
  readonly tools: { readonly [tool: string]: Fields };
  /** Declared tools of MCP servers, by `SERVER/TOOL`. */
  readonly mcpTools?: { readonly [tool: string]: Fields };
  readonly regexes: readonly IrRegex[];
  readonly globs: readonly IrGlob[];
  /** Patterns of `runs`, checked. */
  readonly patterns: readonly string[];
  /** `program` declarations. */
  readonly programs: UserPrograms;
  readonly rules: readonly IrRule[];
  readonly labels: readonly string[];
  /** Window lengths in milliseconds, ascending, by counter. */
  readonly counters: { readonly [counter: string]: readonly number[] };
  readonly hooks: readonly HookSpec[];
  /** For rules that ask once: by target, the points at which a report proves that the call ran. Left out without such rules. */
  readonly answeredAt?: { readonly [target: string]: readonly Point[] };
  /** Files named by `file()`: bundle path to path on disk relative to the compile root. */
  readonly hookFiles: { readonly [bundlePath: string]: string };
}

/** `engine` is `linear` where a backtracking engine could be made slow (polynomial); exponential ones never get here. */
export interface IrRegex {
  readonly source: string;
  readonly flags: string;
  readonly engine: "native" | "linear";
}

/** `kind` says what separates parts: `/` in paths and names, nothing in hosts. Braces are already expanded into several globs. */
export interface IrGlob {
  readonly kind: "path" | "host" | "name";
  readonly pattern: string;
}

export interface IrRule {
  readonly id: number;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly scope: Scope;
  readonly points: readonly Point[];
  /** The rule is true when all of these are: the parts of `when`, then `not (unless)`. Empty: always true. */
  readonly conditions: readonly IrConjunct[];
  /** One chain per effect; a chain is the effect and its `else`s, first choice first. */
  readonly effects: readonly (readonly IrEffect[])[];
  /** The `if unknown` effect. */
  readonly unknown: IrEffect | null;
  readonly shadow: boolean;
  readonly severity: string | null;
  readonly owner: string | null;
  readonly doc: string | null;
  /** Per declared target and point, for each chain the index of the effect that stands; -1: none, it is left out there. Only entries that are not all 0. */
  readonly resolved: { readonly [target: string]: { readonly [point: string]: readonly number[] } };
  /** Per declared target and point: the effect of an unknown condition of a restricting rule, `ask` where possible. */
  readonly unknownOutcome: { readonly [target: string]: { readonly [point: string]: "ask" | "block" } };
  /** What declared targets cannot do of a rule that is used `where supported`; absent when they can do everything. */
  readonly leftOut?: readonly IrLeftOut[];
  /** Place among the rules that mark or count: lower ones first. Null for all others. */
  readonly stratum: number | null;
  /** Tools the condition fixes, null when any; tells whether a host's restriction is met. */
  readonly tools: readonly string[] | null;
}

/** The rule, or one of its effects, does nothing at this point of this target. */
export interface IrLeftOut {
  readonly target: string;
  readonly point: Point;
  /** The number of the chain; null for the whole rule. */
  readonly effect: number | null;
  readonly why: string;
}

export interface IrConjunct {
  readonly cond: IrCond;
  readonly text: string;
  readonly line: number;
  readonly column: number;
  /** Names of context fields, views and facts read, as shown by --explain: `tool`, `input.command`, `writes`, `git_branch()`. */
  readonly operands: readonly string[];
}

export type IrCond =
  | { readonly op: "true" }
  | { readonly op: "false" }
  | { readonly op: "and"; readonly items: readonly IrCond[] }
  | { readonly op: "or"; readonly items: readonly IrCond[] }
  | { readonly op: "not"; readonly item: IrCond }
  /** A bool value as a condition. */
  | { readonly op: "holds"; readonly value: IrValue }
  | {
      readonly op: "compare";
      readonly test: "eq" | "ne" | "lt" | "le" | "gt" | "ge";
      readonly type: "string" | "int" | "bool";
      readonly left: IrValue;
      readonly right: IrValue;
    }
  /** The value equals one of the list's items. */
  | { readonly op: "in"; readonly value: IrValue; readonly list: IrValue; readonly type: "string" | "int" }
  /** Text contains text (`text`), or a list has an item equal to the value (`list`). */
  | { readonly op: "contains"; readonly of: "text" | "list"; readonly value: IrValue; readonly needle: IrValue }
  | { readonly op: "starts"; readonly value: IrValue; readonly prefix: IrValue }
  | { readonly op: "ends"; readonly value: IrValue; readonly suffix: IrValue }
  /** The text has the words of the phrase, whatever their case, and not as parts of longer words. */
  | { readonly op: "mentions"; readonly value: IrValue; readonly phrase: IrValue }
  | { readonly op: "regex"; readonly value: IrValue; readonly regex: number }
  /** Any of the globs. Paths and hosts: `fold` compares without case in NFC (restricting rules), else exactly (`allow`). */
  | {
      readonly op: "glob";
      readonly value: IrValue;
      readonly globs: readonly number[];
      readonly kind: "path" | "host" | "name";
      readonly fold: boolean;
    }
  /** The path is one of the folders or below it. A relative folder starts at `workdir`. */
  | { readonly op: "under"; readonly value: IrValue; readonly dirs: readonly string[]; readonly fold: boolean }
  | {
      readonly op: "is";
      readonly word: "present" | "missing" | "root" | "home" | "project" | "system" | "policyc";
      readonly value: IrValue;
    }
  /** An effective command of the shell call fits one of the patterns. False for a call that is not a shell command. */
  | { readonly op: "runs"; readonly patterns: readonly number[] }
  /** The shell call is understood as a whole and every effective command fits one of the patterns. */
  | { readonly op: "only"; readonly patterns: readonly number[] }
  | { readonly op: "flows"; readonly from: FlowFrom; readonly to: FlowTo }
  /** Shadow rules also see the marks of shadow rules. */
  | { readonly op: "marked"; readonly label: string }
  /** `var` names the element inside `body`. Over an incomplete list, what the known items do not settle is unknown. `all` needs at least one item. */
  | { readonly op: "any" | "all"; readonly list: IrValue; readonly var: number; readonly body: IrCond };

/** `type` is what the value must be at run time; another JSON type there is an error. */
export type IrValue =
  | { readonly op: "const"; readonly value: string | number | boolean }
  | { readonly op: "list"; readonly items: readonly (string | number | boolean)[] }
  /** A context field: `tool`, `prompt`, `input.command`, `mcp.server`. An optional one may be missing or unknown. */
  | {
      readonly op: "field";
      readonly name: string;
      readonly type: "string" | "int" | "bool" | "json" | "path" | "list<string>";
      readonly optional: boolean;
    }
  /** A property of a JSON value; always optional. */
  | {
      readonly op: "json";
      readonly base: IrValue;
      readonly path: readonly string[];
      readonly type: "string" | "int" | "bool" | "json" | "list<string>";
    }
  | { readonly op: "view"; readonly view: "reads" | "writes" | "deletes" | "uploads" | "hosts" | "kinds" }
  /** `command.calls` and `command.external`: lists whose elements have parts. Empty for a call that is not a shell command. */
  | { readonly op: "calls" | "externals" }
  /** A part of such an element: `c.program`, `c.env.HUSKY`, `x.fresh`. Parts that depend on a dynamic word are unknown. */
  | {
      readonly op: "part";
      readonly var: number;
      readonly part: string;
      readonly type: "string" | "bool" | "path" | "list<string>" | "list<path>" | "list<host>";
      readonly optional: boolean;
    }
  | {
      readonly op: "var";
      readonly var: number;
      readonly type: "string" | "int" | "path" | "host" | "call" | "external";
    }
  | { readonly op: "default"; readonly value: IrValue; readonly fallback: IrValue }
  | { readonly op: "concat"; readonly parts: readonly IrValue[] }
  | { readonly op: "lower"; readonly value: IrValue }
  | { readonly op: "length"; readonly of: "text" | "list"; readonly value: IrValue }
  | { readonly op: "mask"; readonly value: IrValue; readonly regex: number }
  /** `key` is what the world is asked: `file_exists:PATH`, `git_branch`, `git_upstream`, `kube_context`, `env:NAME`, `hour:ZONE`, `weekday:ZONE`. `env` may be missing. */
  | { readonly op: "fact"; readonly key: string; readonly type: "string" | "int" | "bool"; readonly optional: boolean }
  | { readonly op: "counted"; readonly counter: string; readonly windowMs: number };

export type IrEffect =
  | {
      readonly kind: "warn" | "note" | "allow" | "ask" | "block" | "stop";
      readonly message: IrMessage;
      /** `ask once`: not again in the session after a call that it asked about has run. */
      readonly once?: true;
    }
  | { readonly kind: "respond"; readonly value: IrValue }
  | { readonly kind: "set"; readonly field: string; readonly value: IrValue }
  | { readonly kind: "mark"; readonly label: string }
  | { readonly kind: "count"; readonly counter: string }
  | { readonly kind: "run"; readonly hook: number }
  | { readonly kind: "pass" };

/** Text and interpolated values in order; empty for an `allow` without text. */
export type IrMessage = readonly (string | IrValue)[];
