// The interface to the runner of external hooks. The engine decides when a hook is called and what its answer means;
// the runner starts programs and handles protocols and grants. See src/runtime/external.

import type { Json, Point, Scope } from "../../language/contract.ts";
import type { HookCompletion } from "../../language/hook-result.ts";

/** The event as hooks see it: checked, complete, with the rewrites made so far. */
export interface HookView {
  readonly point: Point;
  readonly scope: Scope;
  readonly fields: { readonly [field: string]: Json };
}

export interface HookRunner {
  /** Calls a hook and waits at most `deadlineMs`; the answer is within its grant. Never rejects. */
  ask(hook: number, view: HookView, deadlineMs: number): Promise<HookCompletion>;
  /** Notifies a hook without waiting for its answer. Never throws. */
  tell(hook: number, view: HookView): void;
}
