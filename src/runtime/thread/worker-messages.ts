// What passes between a policy in worker mode and its worker thread. Types only.

import type { Decision, Manifest } from "../../language/contract.ts";
import type { SessionSnapshot, StateChange } from "../engine/event/session.ts";

/** What a worker is started with: verified bytes, never a path. */
export interface WorkerStart {
  readonly module: Uint8Array;
  readonly manifest: Manifest;
  readonly target: string;
  readonly own: readonly string[];
  readonly home: string;
  readonly workdir: string;
  readonly timed: boolean;
}

export interface WorkerQuestion {
  readonly event: unknown;
  /** What this worker does not know yet of the event's session. */
  readonly state: { readonly session: string; readonly snapshot: SessionSnapshot } | null;
}

export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "refused"; readonly why: string }
  | {
      readonly kind: "decided";
      readonly decision: Decision;
      /** What the event changed, for the copy of the state that outlives the worker. */
      readonly changes: readonly { readonly session: string; readonly change: StateChange }[];
    };
