// Sessions on which two policies may differ although the same rules decide the last event: an earlier event is on the edge
// of a changed rule that marks or counts.

import type { Ir, IrRule } from "../ir/ir.ts";
import { asksOnce, eachCond, eachValue } from "../ir/ir-walk.ts";
import { ruleIndexOf } from "../prove/demands.ts";
import { attemptAt, goalsOf } from "../prove/find-setup.ts";
import type { ChangedRule } from "./candidates.ts";
import type { Trace } from "./side.ts";

const MOST_READERS = 12;
const PER_READER = 4;
const MOST_FIRST = 16;
const MOST_TRACES = 3000;

/** `edgesOf` gives events on which the rule fires, first those on which its other form does not. */
export function* sessionTraces(
  changed: readonly ChangedRule[],
  shared: readonly [Ir, Ir],
  edgesOf: (one: ChangedRule) => Iterable<Trace>,
): Generator<Trace> {
  let made = 0;
  const materials = shared.map((ir) => ruleIndexOf(ir));
  for (const one of changed) {
    const left = leftBy(one.rule);
    if (left.size === 0) continue;
    const first = firstOf(edgesOf(one), MOST_FIRST);
    const readers = shared.flatMap((ir, side) =>
      ir.rules.flatMap((rule) => (rule.points.length > 0 && timesFor(rule, left).length > 0 ? [{ rule, side }] : [])),
    );
    for (const { rule, side } of readers.slice(0, MOST_READERS))
      for (const point of rule.points)
        for (let number = 0; number < PER_READER; number++) {
          // The earlier events are added below; this event only meets the rest of the rule's conditions.
          const asked = attemptAt(
            number,
            point,
            goalsOf(rule),
            materials[side] as (typeof materials)[number],
            () => [],
          );
          for (const trace of first)
            for (const times of timesFor(rule, left)) {
              if (++made > MOST_TRACES) return;
              yield { ...asked, before: [...trace.before, { event: trace.event, given: trace.given, times }] };
            }
        }
  }
}

const PER_QUESTION = 4;

/** The call that a rule asks about once, its report, and the call again. */
export function* answeredTraces(
  changed: readonly ChangedRule[],
  edgesOf: (one: ChangedRule) => Iterable<Trace>,
): Generator<Trace> {
  for (const one of changed) {
    if (!asksOnce(one.rule)) continue;
    for (const { event, given, before } of firstOf(edgesOf(one), PER_QUESTION)) {
      const { tool, tool_name = null, input } = event;
      if (before.length > 0 || event.point !== "before_tool_call" || tool === undefined || input === undefined)
        continue;
      const ids = { session_id: "asked", call_id: "first" };
      const call = { tool, ...(tool_name === null ? {} : { tool_name }), input };
      const report = { point: "after_tool_result", ...ids, ...call, output: "", is_error: false };
      const earlier = [{ ...event, ...ids }, report].map((one) => ({ event: one, given, times: 1 }));
      yield { event: { ...event, ...ids, call_id: "next" }, given, before: earlier };
    }
  }
}

function firstOf(traces: Iterable<Trace>, most: number): readonly Trace[] {
  const found: Trace[] = [];
  for (const trace of traces) {
    if (found.length >= most) break;
    found.push(trace);
  }
  return found;
}

function leftBy(rule: IrRule): ReadonlySet<string> {
  const left = new Set<string>();
  for (const effect of rule.effects.flat()) {
    if (effect.kind === "mark") left.add(`mark ${effect.label}`);
    if (effect.kind === "count") left.add(`count ${effect.counter}`);
  }
  return left;
}

const MOST_TIMES = 1000;

/** How often the earlier event must happen for the rule to see it; empty when the rule does not read its state. */
function timesFor(rule: IrRule, left: ReadonlySet<string>): readonly number[] {
  const times = new Set<number>();
  eachCond(rule, (cond) => {
    if (cond.op === "marked" && left.has(`mark ${cond.label}`)) times.add(1);
    if (cond.op !== "compare" || cond.right.op !== "const" || typeof cond.right.value !== "number") return;
    if (cond.left.op !== "counted" || !left.has(`count ${cond.left.counter}`)) return;
    for (const near of [cond.right.value, cond.right.value + 1]) if (near > 0 && near <= MOST_TIMES) times.add(near);
  });
  eachValue(rule, (value) => value.op === "counted" && left.has(`count ${value.counter}`) && times.add(1));
  return [...times];
}
