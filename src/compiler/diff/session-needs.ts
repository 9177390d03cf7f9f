// Which session state a row reads, and which rows can set it. Two policies that are equal on a row and on every row that
// sets state for it make the same decisions there, whatever the earlier events.

import type { Point } from "../../language/contract.ts";
import { points as schemaPoints } from "../../language/schema.ts";
import type { IrRule } from "../ir/ir.ts";
import { asksOnce, eachCond, eachValue } from "../ir/ir-walk.ts";

interface Place {
  readonly point: Point;
  readonly tool: string | null;
}

/** `mark L`, `count C`, the files of earlier calls, how often in a row the agent was sent back. */
type Need = string;
const FILES: Need = "files";
const GATE: Need = "gate";
/** Which rules that ask once have been answered. */
const ANSWERS: Need = "answers";

const gates: readonly Point[] = ["before_completion_decision", "accept_gate"];

export function needsOf(point: Point, rules: readonly IrRule[]): ReadonlySet<Need> {
  const needs = new Set<Need>(gates.includes(point) ? [GATE] : []);
  for (const rule of rules) {
    if (asksOnce(rule)) needs.add(ANSWERS);
    eachCond(rule, (cond) => {
      if (cond.op === "marked") needs.add(`mark ${cond.label}`);
      if (cond.op === "flows" && cond.from === "download" && cond.to === "interpreter") needs.add(FILES);
    });
    eachValue(rule, (value) => {
      if (value.op === "counted") needs.add(`count ${value.counter}`);
      if (value.op === "part" && value.part === "fresh") needs.add(FILES);
    });
  }
  return needs;
}

/** The state that events of the row may set: every tool call may write files. */
export function leavesOf({ point }: Place, rules: readonly IrRule[]): ReadonlySet<Need> {
  const left = new Set<Need>(schemaPoints[point].tool ? [FILES] : []);
  if (gates.includes(point) || point === "user_prompt_submit") left.add(GATE);
  if (rules.some(asksOnce)) left.add(ANSWERS);
  for (const effect of rules.flatMap((rule) => rule.effects.flat())) {
    if (effect.kind === "mark") left.add(`mark ${effect.label}`);
    if (effect.kind === "count") left.add(`count ${effect.counter}`);
  }
  return left;
}

/** Equal rows whose session state comes from equal rows only: rows are removed until none has to be. */
export function settledRows<
  R extends { readonly isLocal: boolean; readonly needs: ReadonlySet<Need>; readonly leaves: ReadonlySet<Need> },
>(rows: readonly R[]): ReadonlySet<R> {
  const settled = new Set(rows.filter(({ isLocal }) => isLocal));
  for (let before = -1; before !== settled.size; ) {
    before = settled.size;
    const tainted = new Set(rows.filter((row) => !settled.has(row)).flatMap(({ leaves }) => [...leaves]));
    for (const row of settled) if ([...row.needs].some((need) => tainted.has(need))) settled.delete(row);
  }
  return settled;
}
