// picoclaw's process hooks: JSON-RPC 2.0 over stdio, one document per line, requests from host to hook only.
// Stages and actions are in stages.ts, what is sent in params.ts, what comes back in answer.ts.

import type { HookSpec } from "../../language/contract.ts";
import type { KeepAliveProtocol, RpcCall } from "../shared/keep-alive.ts";
import { decodeResult } from "./answer.ts";
import { TIME_LIMIT_S } from "./limits.ts";
import { encodeCall, encodeObserved } from "./params.ts";
import { type HookStageMode, modes, stageAt } from "./stages.ts";

const VERSION = 1;

export const picoclawProtocol: KeepAliveProtocol = {
  name: "picoclaw",
  timeoutMs: TIME_LIMIT_S * 1000,
  // picoclaw skips interceptors that fail; only approval fails closed.
  failure: "open",
  rewrites: "chain",
  priority: "lower-first",
  helloMs: 5000,
  closeMs: 2000,
  observerBuffer: 64,
  inherits: [],
  hello,
  encode: encodeCall,
  observed: encodeObserved,
  decode: decodeResult,
};

function hello(spec: HookSpec): RpcCall {
  return { method: "hook.hello", params: { name: spec.rule, version: VERSION, modes: modesOf(spec) } };
}

/** The calls that the hook will get; an observer only gets notifications. */
function modesOf(spec: HookSpec): readonly HookStageMode[] {
  if (spec.observe !== null) return ["observe"];
  const used = new Set(spec.points.map((point) => stageAt(point)?.mode));
  return modes.filter((mode) => used.has(mode));
}
