// What the runtime reports to its host besides decisions. Nothing that a listener does changes a decision.

import type { Failure, Outcome, Point, Scope } from "./contract.ts";

export type RuntimeEvent =
  | {
      readonly type: "policy_loaded";
      /** As the caller passed it. */
      readonly dir: string;
      /** The folder that was read: links resolved, or the last bundle of an interrupted build. */
      readonly folder: string;
      readonly revision: string;
      readonly scope: Scope;
      readonly target: string;
      readonly rules: number;
    }
  | { readonly type: "policy_refused"; readonly dir: string; readonly code: string; readonly message: string }
  /** A decision that came with failures; the caller received the decision itself. */
  | {
      readonly type: "decision_failed";
      readonly revision: string;
      readonly outcome: string;
      readonly failures: readonly Failure[];
    }
  | { readonly type: "log_failed"; readonly revision: string; readonly code: "P712"; readonly message: string }
  | { readonly type: "policy_closed"; readonly revision: string }
  | {
      readonly type: "policy_reloaded";
      readonly dir: string;
      /** The previous revision. */
      readonly from: string;
      readonly revision: string;
      readonly rules: number;
    }
  /** The bundle in the folder was refused; `revision` is the one that continues to decide. */
  | {
      readonly type: "policy_reload_failed";
      readonly dir: string;
      readonly revision: string;
      readonly code: string;
      readonly message: string;
    }
  /** A repository has a bundle: `repo_policy_loaded` or `repo_policy_skipped` follows. */
  | ({ readonly type: "repo_policy_discovered" } & RepoBundle)
  | ({ readonly type: "repo_policy_loaded"; readonly revision: string; readonly rules: number } & RepoBundle)
  | ({
      readonly type: "repo_policy_skipped";
      /** Null when the bundle could not even be read. */
      readonly revision: string | null;
      /** A P6xx code, or null when the bundle is valid but not trusted. */
      readonly code: string | null;
      readonly reason: string;
    } & RepoBundle)
  /** The repository's bundle is skipped or gone; the copy of what was trusted before decides instead. */
  | ({ readonly type: "repo_policy_kept"; readonly revision: string; readonly folder: string } & RepoBundle)
  /** Nothing is trusted, because the store itself is invalid. */
  | { readonly type: "trust_store_invalid"; readonly path: string; readonly reason: string }
  /** The worker that decides hung or crashed, and another one replaces it. */
  | { readonly type: "worker_replaced"; readonly revision: string; readonly code: string; readonly message: string }
  /** Each hook that starts emits `hook_started`, then `hook_finished` or `hook_failed`. */
  | ({ readonly type: "hook_started" } & HookIdentity)
  | ({ readonly type: "hook_finished"; readonly outcome: Outcome; readonly duration_ms: number } & HookIdentity)
  /** After `hook_finished`, when the result was block or stop. */
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
      /** What the hook wrote to stderr, truncated. */
      readonly stderr: string;
      /** What the failure means for the decision. */
      readonly fail: "open" | "closed";
      readonly duration_ms: number;
    } & HookIdentity);

/** Where a repository's own bundle is. */
interface RepoBundle {
  readonly workspace: string;
  readonly dir: string;
}

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

/** Calls the listener; anything it throws, now or later, is swallowed here. */
export function emit(listener: RuntimeListener | undefined, event: RuntimeEvent): void {
  if (listener === undefined) return;
  try {
    settle(listener(event), () => {});
  } catch {
    // The host's listener failed; there is nothing left to report it to.
  }
}

/** Passes a late rejection to `failed`; an async callback must not end the process with an unhandled rejection. */
export function settle(returned: unknown, failed: (caught: unknown) => void): void {
  if (returned instanceof Promise) returned.catch(failed);
}
