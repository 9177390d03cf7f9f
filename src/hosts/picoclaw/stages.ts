// picoclaw's stages: the point of each call, the actions that it accepts, and what they mean.

import type { Outcome, Point } from "../../language/contract.ts";

export type HookStageMode = "observe" | "llm" | "tool" | "approve";
export type Action = "continue" | "modify" | "respond" | "deny_tool" | "abort_turn" | "hard_abort";

export interface Stage {
  readonly method: string;
  readonly point: Point;
  readonly mode: HookStageMode;
  /** Null: the stage answers `approved` instead. */
  readonly actions: readonly Action[] | null;
  /** The fields of an answer. */
  readonly fields: readonly string[];
  /** The field of the answer that holds the rewritten object. */
  readonly member: "request" | "response" | "call" | "result" | null;
}

const goesOn: readonly Action[] = ["continue", "modify"];
const ends: readonly Action[] = ["abort_turn", "hard_abort"];

export const stages: readonly Stage[] = [
  {
    method: "hook.before_llm",
    point: "before_model_call",
    mode: "llm",
    actions: [...goesOn, ...ends],
    fields: ["action", "reason", "request"],
    member: "request",
  },
  {
    method: "hook.after_llm",
    point: "after_model_call",
    mode: "llm",
    actions: [...goesOn, ...ends],
    fields: ["action", "reason", "response"],
    member: "response",
  },
  {
    method: "hook.before_tool",
    point: "before_tool_call",
    mode: "tool",
    actions: [...goesOn, "respond", "deny_tool", ...ends],
    fields: ["action", "reason", "call", "result"],
    member: "call",
  },
  {
    method: "hook.approve_tool",
    point: "before_permission_decision",
    mode: "approve",
    actions: null,
    fields: ["approved", "reason"],
    member: null,
  },
  {
    method: "hook.after_tool",
    point: "after_tool_result",
    mode: "tool",
    actions: [...goesOn, ...ends],
    fields: ["action", "reason", "result"],
    member: "result",
  },
];

/** `approved: true` also means `pass`: it lets the call continue without approving it. */
export const outcomeOf: { readonly [A in Action]: Outcome } = {
  continue: "pass",
  modify: "pass",
  respond: "respond",
  deny_tool: "block",
  abort_turn: "stop",
  hard_abort: "stop",
};

/** The text that picoclaw gives to the model or the user, followed by the hook's reason. */
export const refusalText: { readonly [A in Action]?: string } = {
  deny_tool: "Tool execution denied by hook",
  abort_turn: "hook requested turn abort",
  hard_abort: "hook requested turn abort",
};
export const disapproval = "Tool execution denied by approval hook";

/** The order used in `hook.hello`. */
export const modes: readonly HookStageMode[] = ["observe", "llm", "tool", "approve"];

export function stageAt(point: Point): Stage | null {
  return stages.find((stage) => stage.point === point) ?? null;
}

export function stageOf(method: string): Stage | null {
  return stages.find((stage) => stage.method === method) ?? null;
}

/** picoclaw's own time limits, by kind of call. */
const defaultTimeouts = { observerMs: 500, interceptorMs: 5000, approvalMs: 60_000 };

/** The limits from a configuration; zero and negative values keep the default. */
export function timeoutsOf(configured: Partial<typeof defaultTimeouts>): typeof defaultTimeouts {
  const kept = (ms: number | undefined, fallback: number): number => (ms !== undefined && ms > 0 ? ms : fallback);
  return {
    observerMs: kept(configured.observerMs, defaultTimeouts.observerMs),
    interceptorMs: kept(configured.interceptorMs, defaultTimeouts.interceptorMs),
    approvalMs: kept(configured.approvalMs, defaultTimeouts.approvalMs),
  };
}

export interface MountedHook {
  readonly name: string;
  readonly source: "in_process" | "process";
  readonly priority: number;
}

/** The order in which picoclaw calls its hooks: in-process before process, lower number first, then by name. */
export function compareHooks(a: MountedHook, b: MountedHook): number {
  if (a.source !== b.source) return a.source === "in_process" ? -1 : 1;
  if (a.priority !== b.priority) return a.priority - b.priority;
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
