// What the engine asks of whoever runs external programs. It decides when a hook is asked and what its answer means;
// starting programs, protocols and grants are the runner's. See src/runtime/external.

import type { Failure, Json, Outcome, Point, Result, Scope } from "../../language/contract.ts";

/** The event as hooks see it: checked, complete, with the rewrites made so far. */
export interface HookView {
  readonly point: Point;
  readonly scope: Scope;
  readonly fields: { readonly [field: string]: Json };
}

/** What a hook said, within its grant. */
export interface HookOpinion {
  /** `pass` when it has none. */
  readonly outcome: Outcome;
  readonly message: string | null;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly changes: { readonly [field: string]: Json };
  readonly result: Result | null;
  readonly attachments: readonly Json[];
  readonly metadata: Json | null;
  /** Parts of the answer that were dropped, and why. */
  readonly issues: readonly { readonly class: string; readonly message: string }[];
}

export type HookReply =
  | { readonly ok: true; readonly answer: HookOpinion }
  | { readonly ok: false; readonly failure: Pick<Failure, "code" | "message"> };

export interface HookRunner {
  /** Asks a hook, at most until `deadlineMs` from now. Never rejects. */
  ask(hook: number, view: HookView, deadlineMs: number): Promise<HookReply>;
  /** Tells a hook whose answer nobody waits for. Never throws, never waits. */
  tell(hook: number, view: HookView): void;
}
