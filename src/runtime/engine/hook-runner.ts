// What the engine asks of whoever runs external programs. It decides when a hook is asked and what its answer means;
// starting programs, protocols and grants are the runner's. See src/runtime/external.

import type { Json, Point, Scope } from "../../language/contract.ts";
import type { HookCompletion } from "../../language/hook-result.ts";

/** The event as hooks see it: checked, complete, with the rewrites made so far. */
export interface HookView {
  readonly point: Point;
  readonly scope: Scope;
  readonly fields: { readonly [field: string]: Json };
}

export interface HookRunner {
  /** Asks a hook, at most until `deadlineMs` from now; what it says is within its grant. Never rejects. */
  ask(hook: number, view: HookView, deadlineMs: number): Promise<HookCompletion>;
  /** Tells a hook whose answer nobody waits for. Never throws, never waits. */
  tell(hook: number, view: HookView): void;
}
