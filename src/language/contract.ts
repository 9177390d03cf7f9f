// The types shared by the compiler, the generated code, the runtime and the hosts.
// Types only: this file has no code, imports nothing, and everything else may import it.

/** The layer a bundle is written for; an outer scope (repo) may only tighten an inner one. */
export type Scope = "internal" | "user" | "repo";

export type Point =
  | "session_start"
  | "session_end"
  | "before_run"
  | "after_run"
  | "user_prompt_submit"
  | "before_model_call"
  | "after_model_call"
  | "before_permission_decision"
  | "before_tool_call"
  | "after_tool_result"
  | "after_tool_failure"
  | "before_completion_decision"
  | "accept_gate"
  | "assistant_message_render"
  | "pre_compact"
  | "post_compact"
  | "subagent_start"
  | "subagent_stop"
  | "file_changed"
  | "notification";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What a host sends. Fields beyond these are those of the point (see schema.ts); all are checked before use. */
export interface PolicyEvent {
  readonly point: Point;
  readonly agent?: string;
  readonly session_id?: string;
  readonly run_id?: string;
  /** The subagent that acts, and its type; absent while the main agent acts. */
  readonly agent_id?: string;
  readonly agent_type?: string;
  /** RFC 3339 text or milliseconds since 1970. */
  readonly time?: string | number;
  readonly workdir?: string;
  readonly cwd?: string;
  readonly metadata?: Json;
  readonly [field: string]: unknown;
}

/** From weakest to strictest; `combine` in outcome.ts takes the stricter. */
export type Outcome = "pass" | "allow" | "ask" | "respond" | "block" | "stop";

/** A column of the capability matrix. Marking and counting happen in the engine and need no column. */
export type Capability = "warn" | "note" | "allow" | "ask" | "respond" | "block" | "stop" | "set_input" | "set_output";

export interface Reason {
  readonly rule: string;
  /** `warn` and `note` occur here only for shadow rules, whose remarks are never shown. */
  readonly effect: Outcome | "set" | "warn" | "note";
  readonly message: string;
  /** `file:line:column` of the rule. */
  readonly at: string;
  readonly scope: Scope;
  readonly shadow?: true;
  /** Present when the condition was unknown or in error, not true. */
  readonly because?: "unknown" | "error";
  /** Further rules with the same doubt: they share this reason instead of repeating it. */
  readonly also?: readonly string[];
}

export interface Remark {
  readonly rule: string;
  readonly message: string;
  readonly at: string;
  readonly scope: Scope;
  readonly shadow?: true;
}

/** A rule whose condition was unknown, and what was missing. */
export interface Unclear {
  readonly rule: string;
  readonly at: string;
  readonly missing: readonly string[];
}

export interface Failure {
  /** A P7xx code of the catalogue. */
  readonly code: string;
  readonly message: string;
  readonly rule?: string;
  readonly hook?: string;
}

/** The synthetic result of `respond`. */
export interface Result {
  readonly text: string;
  readonly is_error?: boolean;
  readonly media?: readonly Json[];
  readonly handled?: boolean;
}

export interface Decision {
  /** True only for `pass` and `allow`. */
  readonly proceed: boolean;
  readonly outcome: Outcome;
  readonly reasons: readonly Reason[];
  readonly warnings: readonly Remark[];
  readonly notes: readonly Remark[];
  /** Complete new values by field (`prompt`, `input`, `output`, ...). */
  readonly changes?: { readonly [field: string]: Json };
  readonly result?: Result;
  readonly unclear: readonly Unclear[];
  readonly failures: readonly Failure[];
  readonly revision: string;
  readonly facts: Facts;
  readonly duration_us?: number;
}

export type FactValue = string | number | boolean | null;

/**
 * Facts that conditions used, by key; null means looked up and absent, a missing key means never looked up. Paths without
 * links are in one list, `realpath`; all others have a key of their own, `realpath:PATH`.
 */
export interface Facts {
  readonly [key: string]: FactAnswer | readonly string[];
}

/** An object, because a branch or a variable may really be named `unknown`. */
export type FactAnswer = FactValue | { readonly unknown: true };

export interface HookSpec {
  /** The rule this hook belongs to. */
  readonly rule: string;
  readonly at: string;
  readonly points: readonly Point[];
  readonly argv: readonly HookWord[] | null;
  readonly shell: string | null;
  readonly protocol: string;
  readonly timeout_ms: number;
  /** Names passed through from the runtime's own environment. */
  readonly env_names: readonly string[];
  readonly env_values: { readonly [name: string]: string };
  readonly cwd: string | null;
  readonly may: readonly string[];
  readonly fail: "open" | "closed";
  readonly observe: readonly string[] | null;
}

/** One word of a hook's argv: literal text, or a file carried in the bundle. */
export type HookWord = string | { readonly file: string };

export interface HooksFile {
  readonly format: 1;
  readonly hooks: readonly HookSpec[];
}

export interface ManifestRule {
  readonly id: number;
  readonly name: string;
  readonly at: string;
  readonly points: readonly Point[];
  readonly effects: readonly string[];
  readonly shadow: boolean;
  readonly severity: string | null;
  readonly owner: string | null;
  readonly doc: string | null;
  /** The rule as one English sentence. */
  readonly sentence: string;
  /** The top-level conditions in order, for `--explain`; `operands` are context fields whose values to show. */
  readonly conditions: readonly ManifestCondition[];
  /** An event on which the rule fired when the bundle was built; null when its parameters switch it off. */
  readonly witness: ManifestWitness | null;
}

/** `given` as in a policy: facts and session state. */
export interface ManifestWitness {
  readonly event: Json;
  readonly given: Json;
  /** Earlier events of the same session, each with a repeat count. */
  readonly before: readonly { readonly event: Json; readonly given: Json; readonly times: number }[];
}

export interface ManifestCondition {
  readonly text: string;
  readonly at: string;
  readonly operands: readonly string[];
}

export interface Manifest {
  readonly format: 1;
  readonly language: 1;
  readonly ir: 1;
  readonly compiler: string;
  /** sha256 over the content of every other file of the bundle and of this manifest without `revision`. */
  readonly revision: string;
  readonly scope: Scope;
  /** Declared targets; for each, per rule and point, the effect that applies if it is not the first choice. */
  readonly targets: { readonly [target: string]: readonly ResolvedEffect[] };
  /** What declared targets cannot do of packs that are used `where supported`; absent when they can do everything. */
  readonly leftOut?: { readonly [target: string]: readonly LeftOut[] };
  /** The shipped packs whose rules are in the bundle, with their version. */
  readonly packs?: { readonly [pack: string]: string };
  readonly rules: readonly ManifestRule[];
  readonly facts: { readonly [point: string]: readonly string[] };
  readonly labels: readonly string[];
  readonly counters: { readonly [counter: string]: readonly number[] };
  readonly capabilities: readonly string[];
  readonly cost: {
    readonly largestBucket: number;
    readonly rulesPerPoint: { readonly [point: string]: number };
    /** The worst case, which P441 compares with the budget. */
    readonly testsPerPoint: { readonly [point: string]: number };
  };
  /** sha256 by file name, relative, forward slashes; all files except manifest.json. */
  readonly files: { readonly [path: string]: string };
}

/** A rule, or one of its effects, that does nothing at this point of the target. */
export interface LeftOut {
  readonly rule: string;
  readonly point: Point;
  /** Null for the whole rule. */
  readonly effect: string | null;
  readonly why: string;
}

export interface ResolvedEffect {
  readonly rule: string;
  readonly point: Point;
  readonly effect: string;
}
