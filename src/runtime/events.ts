// What the runtime tells its host beside decisions. A listener is a guest: whatever it does, no decision changes.

import type { Failure, Outcome, Point, Scope } from "./contract.ts";

export type RuntimeEvent =
  | {
      readonly type: "policy_loaded";
      /** As the caller gave it. */
      readonly dir: string;
      /** The folder that was read: links resolved, or the last bundle of a build that was killed. */
      readonly folder: string;
      readonly revision: string;
      readonly scope: Scope;
      readonly target: string;
      readonly rules: number;
    }
  | { readonly type: "policy_refused"; readonly dir: string; readonly code: string; readonly message: string }
  /** A decision that came with failures; the decision itself went to the caller. */
  | {
      readonly type: "decision_failed";
      readonly revision: string;
      readonly outcome: string;
      readonly failures: readonly Failure[];
    }
  | { readonly type: "log_failed"; readonly revision: string; readonly code: "P712"; readonly message: string }
  | { readonly type: "policy_closed"; readonly revision: string }
  /** Each hook that starts gives `hook_started`, then `hook_finished` or `hook_failed`. */
  | ({ readonly type: "hook_started" } & HookIdentity)
  | ({ readonly type: "hook_finished"; readonly outcome: Outcome; readonly duration_ms: number } & HookIdentity)
  /** After `hook_finished`, when the answer was block or stop. */
  | ({
      readonly type: "hook_blocked";
      readonly outcome: Outcome;
      readonly message: string;
      readonly duration_ms: number;
    } & HookIdentity)
  | ({
      readonly type: "hook_failed";
      /** A P72x code. */
      readonly code: string;
      readonly kind: string;
      readonly message: string;
      /** What the hook wrote to stderr, cut. */
      readonly stderr: string;
      /** What the failure means for the decision. */
      readonly fail: "open" | "closed";
      readonly duration_ms: number;
    } & HookIdentity);

/** Which hook an event is about. */
export interface HookIdentity {
  readonly rule: string;
  /** `file:line:column` of the rule. */
  readonly at: string;
  readonly point: Point;
  readonly protocol: string;
  readonly scope: Scope;
  readonly hook_id: string;
}

export type RuntimeListener = (event: RuntimeEvent) => void;

/** Tells the listener; what it throws, now or later, ends here. */
export function emit(listener: RuntimeListener | undefined, event: RuntimeEvent): void {
  if (listener === undefined) return;
  try {
    settle(listener(event), () => {});
  } catch {
    // The host's listener failed; there is nobody left to tell.
  }
}

/** Hands a late rejection to `failed`; an async callback must not end the process through an unhandled rejection. */
export function settle(returned: unknown, failed: (caught: unknown) => void): void {
  if (returned instanceof Promise) returned.catch(failed);
}
