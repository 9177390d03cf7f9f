// Messages between a policy in worker mode and its worker thread. Types only.

import type { Decision, Manifest } from "../../language/contract.ts";
import type { SessionSnapshot, StateChange } from "../engine/event/session.ts";

/** The start data of a worker: verified bytes, never a path. */
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
  /** The state of the event's session; null when this worker already has it. */
  readonly state: { readonly session: string; readonly snapshot: SessionSnapshot } | null;
}

export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "refused"; readonly why: string }
  | {
      readonly kind: "decided";
      readonly decision: Decision;
      /** The state changes of the event, for the copy of the state that outlives the worker. */
      readonly changes: readonly { readonly session: string; readonly change: StateChange }[];
    };
