// A protocol of hooks that stay: one process, many calls. A table like those of one-shot hooks, without exit codes.

import type { HookSpec, Json } from "../../language/contract.ts";
import type { HookEvent } from "../../language/hook-result.ts";
import type { Decoded } from "./one-shot.ts";

export interface RpcCall {
  readonly method: string;
  readonly params: Json;
}

export interface KeepAliveProtocol {
  readonly name: string;
  /** The protocol's own default. */
  readonly timeoutMs: number;
  /** What the original host does after a failure; recorded, used by `import` only. */
  readonly failure: "open" | "closed";
  readonly rewrites: "first" | "last" | "chain";
  readonly priority: "higher-first" | "lower-first" | "declaration";
  /** How long a new process may take to answer the first call. */
  readonly helloMs: number;
  /** How long a process may take to end by itself once its input is closed. */
  readonly closeMs: number;
  /** Notifications that wait for a process that does not read; what comes on top is dropped. */
  readonly observerBuffer: number;
  /** Names passed on by the protocol itself. */
  readonly inherits: readonly string[];
  readonly hello: (spec: HookSpec) => RpcCall;
  /** Null at points the protocol has no call for. */
  readonly encode: (event: HookEvent) => RpcCall | null;
  /** What an observer is told, as the `count`th notification of its process; null when it did not ask for this. */
  readonly observed: (event: HookEvent, kinds: readonly string[], count: number) => RpcCall | null;
  readonly decode: (result: Json, event: HookEvent) => Decoded;
}
