// A protocol for long-lived hooks: one process, many calls. A table like those of one-shot hooks, without exit codes.

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
  /** What the original host does after a failure; recorded, used only by `import`. */
  readonly failure: "open" | "closed";
  readonly rewrites: "first" | "last" | "chain";
  readonly priority: "higher-first" | "lower-first" | "declaration";
  /** How long a new process may take to answer the first call. */
  readonly helloMs: number;
  /** How long a process may take to exit once its input is closed. */
  readonly closeMs: number;
  /** How many notifications may wait for a process that does not read; further ones are dropped. */
  readonly observerBuffer: number;
  /** Environment variables that the protocol itself passes on. */
  readonly inherits: readonly string[];
  readonly hello: (spec: HookSpec) => RpcCall;
  /** Null at points for which the protocol has no call. */
  readonly encode: (event: HookEvent) => RpcCall | null;
  /** The notification for an observer, the `count`th of its process; null when it did not subscribe to this. */
  readonly observed: (event: HookEvent, kinds: readonly string[], count: number) => RpcCall | null;
  readonly decode: (result: Json, event: HookEvent) => Decoded;
}
