// The kinds of picoclaw's runtime events: the points they correspond to, and which of them an observer subscribed to.

import type { Point } from "../../language/contract.ts";

/** Points without a row are reported under their own name, in policyc's own family. */
const kindOfPoint: { readonly [P in Point]?: string } = {
  before_run: "agent.turn.start",
  after_run: "agent.turn.end",
  before_model_call: "agent.llm.request",
  after_model_call: "agent.llm.response",
  before_tool_call: "agent.tool.exec_start",
  after_tool_result: "agent.tool.exec_end",
  after_tool_failure: "agent.error",
  post_compact: "agent.context.compress",
  subagent_start: "agent.subturn.spawn",
  subagent_stop: "agent.subturn.end",
};

export function kindOf(point: Point): string {
  return kindOfPoint[point] ?? `policyc.${point}`;
}

/** picoclaw events that correspond to a point when a bundle is the hook; all others are ignored. */
export const watchedPoints: ReadonlyMap<string, Point> = new Map([
  ["agent.turn.start", "before_run"],
  ["agent.turn.end", "after_run"],
]);

/** Names from before the families existed. */
export const olderKinds: ReadonlyMap<string, string> = new Map([
  ["turn_start", "agent.turn.start"],
  ["turn_end", "agent.turn.end"],
  ["llm_request", "agent.llm.request"],
  ["llm_delta", "agent.llm.delta"],
  ["llm_response", "agent.llm.response"],
  ["llm_retry", "agent.llm.retry"],
  ["context_compress", "agent.context.compress"],
  ["session_summarize", "agent.session.summarize"],
  ["tool_exec_start", "agent.tool.exec_start"],
  ["tool_exec_end", "agent.tool.exec_end"],
  ["tool_exec_skipped", "agent.tool.exec_skipped"],
  ["steering_injected", "agent.steering.injected"],
  ["follow_up_queued", "agent.follow_up.queued"],
  ["interrupt_received", "agent.interrupt.received"],
  ["subturn_spawn", "agent.subturn.spawn"],
  ["subturn_end", "agent.subturn.end"],
  ["subturn_result_delivered", "agent.subturn.result_delivered"],
  ["subturn_orphan", "agent.subturn.orphan"],
  ["error", "agent.error"],
]);

const everything: readonly string[] = ["", "*", "all"];

/** Whether an observer's list names a kind: exactly, by an older name, or by family (`agent.*`). An empty list means all. */
export function isObserved(kind: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  return wanted.some((entry) => {
    if (everything.includes(entry)) return true;
    if (entry.endsWith(".*")) return kind.startsWith(entry.slice(0, -1));
    return (olderKinds.get(entry) ?? entry) === kind;
  });
}
