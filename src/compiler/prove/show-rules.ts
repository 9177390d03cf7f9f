// Shows for every rule that it can fire: by its first `fires on`, or by an event built from its condition. Both have run
// against the emitted module. A rule with neither is an error.

import type { Json, Point } from "../../language/contract.ts";
import { fieldBehind } from "../../language/schema.ts";
import { eventDefaults } from "../analyse/examples/event-literals.ts";
import type { Session } from "../diagnostics/session.ts";
import type { IrRule } from "../ir/ir.ts";
import { eachValue } from "../ir/ir-walk.ts";
import type { Model, ModelExample } from "../ir/model.ts";
import type { MakeSealed } from "../trial/emitted-policy.ts";
import type { Event } from "./build-event.ts";
import { createFinder, type Finder, type Witness } from "./find-witness.ts";
import { showBypass } from "./show-bypass.ts";
import { showEveryTool } from "./show-every-tool.ts";
import { helpForLostMarks, showLostMarks } from "./show-lost-marks.ts";
import { showOften } from "./show-often.ts";
import { isSwitchedOff } from "./switched-off.ts";

/** By rule id; null for a rule that is switched off or was reported. */
export type Witnesses = readonly (Witness | null)[];

export function showRules(model: Model, makeSealed: MakeSealed, session: Session): Witnesses {
  const examples = new Map<number, ModelExample>();
  for (const example of model.examples)
    if (example.expects === "fires" && !examples.has(example.rule)) examples.set(example.rule, example);
  let made: Finder | null = null;
  const finder = (): Finder => {
    made ??= createFinder(model.ir, makeSealed);
    return made;
  };
  showOften(model, makeSealed, session);
  return model.ir.rules.map((rule) => {
    if (!model.packFiles.has(rule.file) && !isSwitchedOff(rule)) {
      showEveryTool(rule, model, finder, session);
      showBypass(rule, model, finder, session);
      showLostMarks(rule, model, finder, session);
    }
    const example = examples.get(rule.id);
    if (example !== undefined) return exampleWitness(example, rule);
    const found = isSwitchedOff(rule) ? null : finder().find(rule);
    if (found !== null && found.witness !== null) return found.witness;
    const span = model.ruleSpans[rule.id];
    if (span === undefined) return null;
    if (found === null) session.report("P508", span, { rule: rule.name });
    else {
      const help = helpForLostMarks(rule, model, finder);
      const holes = { rule: rule.name, condition: conditionText(rule, found.unsolved) };
      session.report("P504", span, holes, help === null ? {} : { help });
    }
    return null;
  });
}

function conditionText(rule: IrRule, unsolved: number | null): string {
  const part = unsolved === null ? undefined : rule.conditions[unsolved];
  return part?.text ?? rule.conditions.map(({ text }) => text).join(" and ");
}

/** The `given` state of an example replaces earlier events. */
function exampleWitness({ event, given }: ModelExample, rule: IrRule): Witness {
  const { marked, counted } = given;
  const whole = event as Event & { readonly point: Point };
  return {
    point: whole.point,
    event: bareEvent(whole, rule),
    given: { ...given, marked: [], counted: {} },
    before: [],
    state: { marked, counted },
  };
}

/** The event without default fields that the rule does not read. */
function bareEvent(event: Event, rule: IrRule): Event {
  const read = new Set<string>();
  eachValue(rule, (value) => value.op === "field" && read.add(fieldBehind(event.point as Point, value.name)));
  const isUsual = (name: string, value: Json): boolean => {
    if (name === "session_id" || name === "workdir") return value === eventDefaults[name];
    if (name === "cwd") return value === eventDefaults.workdir;
    if (name === "call_id") return value === "call-1";
    return name === "tool_name" && value === event.tool;
  };
  const kept = Object.entries(event).filter(([name, value]) => read.has(name) || !isUsual(name, value));
  return Object.fromEntries(kept);
}
