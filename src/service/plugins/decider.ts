// A bundle inside an agent's own process: called directly, and every error is the failure outcome of the point.

import { failedDecision, type ReadEvent } from "../../hosts/shared/adapter.ts";
import { oneLine } from "../../hosts/shared/read-answer.ts";
import type { Decision, Point, PolicyEvent } from "../../language/contract.ts";
import type { Policy, PolicyOptions } from "../../runtime/engine/index.ts";

export type { CreatePolicy } from "../../runtime/bundle/open-bundle.ts";

/** All that most plug-ins ask of a policy. */
export type SyncPolicy = Pick<Policy, "decideSync">;
export type CreateSyncPolicy = (options: PolicyOptions) => SyncPolicy;

/** The generated module's data about its bundle. */
export interface PluginSettings {
  readonly revision: string;
  readonly target: string;
  /** Points with rules; the others are not evaluated. */
  readonly points: readonly Point[];
  /** Window lengths in milliseconds by counter. */
  readonly counters: { readonly [counter: string]: readonly number[] };
}

export interface Judged {
  readonly event: PolicyEvent;
  readonly decision: Decision;
}

/** Never throws. Null: no rule speaks about it. */
export type Judge = (read: ReadEvent | null) => Judged | null;

export function judgeWith(policy: () => SyncPolicy, { points }: PluginSettings): Judge {
  return (read) => {
    if (read === null || "ignored" in read) return null;
    const point = "event" in read ? read.event.point : read.point;
    if (point !== null && !points.includes(point)) return null;
    if ("error" in read) return failed(point, read.error);
    try {
      return { event: read.event, decision: policy().decideSync(read.event) };
    } catch (error) {
      return { ...failed(point, textOf(error)), event: read.event };
    }
  };
}

function failed(point: Point | null, message: string): Judged {
  const decision = failedDecision(point, `policyc: ${message}`);
  return { event: { point: point ?? "before_tool_call" }, decision };
}

export function textOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error), 300);
}

/** Calls a method of an object of the agent, if it exists; errors are ignored. */
export async function tell(object: unknown, path: readonly string[], ...words: readonly unknown[]): Promise<void> {
  try {
    let owner: unknown = null;
    let found: unknown = object;
    for (const name of path) {
      owner = found;
      found = (found as { readonly [name: string]: unknown } | null | undefined)?.[name];
    }
    if (typeof found === "function") await found.apply(owner, words);
  } catch {
    // A message that could not be shown must not change what happens.
  }
}
