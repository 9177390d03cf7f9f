// What goes to a hook and what comes back, in the vocabulary of the language.
// Protocol tables (src/hosts/<name>/protocol.ts) encode and decode it; types only, so everything may import it.

import type { FailureCode } from "./codes.ts";
import type { Failure, Json, Outcome, Point, Result, Scope } from "./contract.ts";

/** The event as a hook sees it: checked, complete and current, with the rewrites made so far. Plain JSON. */
export interface HookEvent {
  readonly point: Point;
  readonly fields: { readonly [field: string]: Json };
  readonly scope: Scope;
  readonly hookId: string;
}

/** The result of an external hook. */
export interface HookResult {
  /** `pass` when the hook has no opinion. */
  readonly outcome: Outcome;
  /** The text of the outcome. */
  readonly message: string | null;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** Requested rewrites, by field: prompt, model, input, output, message, response, messages. */
  readonly changes: { readonly [field: string]: Json };
  /** The synthetic result of `respond`. */
  readonly result: Result | null;
  readonly attachments: readonly Json[];
  readonly metadata: Json | null;
  /** Parts of the result that the protocol drops with a remark: a code-like class and a text. */
  readonly issues: readonly { readonly class: string; readonly message: string }[];
}

export type HookFailureKind =
  | "spawn"
  | "timeout"
  | "signal"
  | "exit"
  | "oversize"
  | "malformed"
  | "shape"
  | "grant"
  | "closed"
  | "file-changed";

export interface HookFailure {
  readonly kind: HookFailureKind;
  /** The row of codes.ts for this kind. */
  readonly code: FailureCode;
  readonly message: string;
  /** What the hook wrote to stderr, for debugging. */
  readonly stderr: string;
}

/** How an external hook ended: with a result, or in a failure. */
export type HookCompletion<F extends Pick<Failure, "code" | "message"> = Pick<Failure, "code" | "message">> =
  | { readonly ok: true; readonly answer: HookResult }
  | { readonly ok: false; readonly failure: F };
