// Reports a rule that stops or asks about more than a fifth of an ordinary day: people switch such a policy off.

import { rulesOfReason } from "../../language/reason-rules.ts";
import { spanOfRule } from "../check/cond-place.ts";
import { readsState } from "../check/rule-outcome.ts";
import type { Session } from "../diagnostics/session.ts";
import { asksCommand, byShape } from "../ir/by-shape.ts";
import type { IrCond, IrRule } from "../ir/ir.ts";
import { valuesOfCond } from "../ir/ir-walk.ts";
import type { Model } from "../ir/model.ts";
import type { MakeSealed } from "../trial/emitted-policy.ts";
import type { Event } from "./build-event.ts";
import { everydayCalls } from "./everyday-calls.ts";
import { isSwitchedOff } from "./switched-off.ts";
import { callText } from "./witness-text.ts";

const MOST_SHARE = 0.2;
const SHOWN = 3;

const verbs: { readonly [effect: string]: string } = { ask: "ask", block: "block", stop: "stop", respond: "answer" };

export function showOften(model: Model, makeSealed: MakeSealed, session: Session): void {
  const judged = new Map<string, IrRule>();
  for (const rule of model.ir.rules) if (isJudged(rule, model)) judged.set(rule.name, rule);
  if (judged.size === 0) return;
  for (const [name, calls] of firedOn(judged, makeSealed)) {
    const rule = judged.get(name);
    if (rule === undefined || calls.length <= everydayCalls.length * MOST_SHARE) continue;
    session.report("P464", spanOfRule(model, rule), {
      rule: name,
      verb: verbOf(rule) ?? "",
      share: String(Math.round((calls.length / everydayCalls.length) * 100)),
      calls: spread(calls)
        .map((event) => `\`${callText(event)}\``)
        .join(", "),
    });
  }
}

const verbOf = ({ effects }: IrRule): string | undefined =>
  effects.map(([first]) => verbs[first?.kind ?? ""]).find((verb) => verb !== undefined);

/** Of one's own, and about what the call does: whoever writes `tool == "bash"` means every command, and a label comes with the work. */
function isJudged(rule: IrRule, model: Model): boolean {
  if (model.packFiles.has(rule.file) || rule.shadow || isSwitchedOff(rule)) return false;
  return (
    rule.points.includes("before_tool_call") && verbOf(rule) !== undefined && !readsState(rule) && isAboutContent(rule)
  );
}

function isAboutContent({ conditions }: IrRule): boolean {
  let isFound = false;
  const walk = (cond: IrCond): void =>
    byShape<void>(cond, {
      constant: () => undefined,
      not: walk,
      connective: ({ items }) => items.forEach(walk),
      quantifier: () => {
        isFound = true;
      },
      test: (test) => {
        if (asksCommand(test)) isFound = true;
        if (test.op === "is" && (test.word === "present" || test.word === "missing")) return;
        valuesOfCond(test, (value) => {
          if (value.op === "view" || value.op === "fact" || (value.op === "field" && !ofTheCall.test(value.name)))
            isFound = true;
        });
      },
    });
  for (const { cond } of conditions) walk(cond);
  return isFound;
}

/** Who calls which tool, and where. */
const ofTheCall = /^(?:tool|tool_name|mcp\..*|agent_.*|cwd|workdir)$/;

/** The calls on which each rule fires, each as the first of its session. */
function firedOn(judged: ReadonlyMap<string, IrRule>, makeSealed: MakeSealed): ReadonlyMap<string, readonly Event[]> {
  const sealed = makeSealed("silent");
  const fired = new Map<string, Event[]>();
  for (const [at, event] of everydayCalls.entries()) {
    // Once no rule can get past the limit the rest need not run.
    const most = Math.max(0, ...[...fired.values()].map((calls) => calls.length));
    if (most + everydayCalls.length - at <= everydayCalls.length * MOST_SHARE) break;
    sealed.forget();
    const { reasons, unclear } = sealed.decide(event);
    const unknown = new Set(unclear.map(({ rule }) => rule));
    for (const name of new Set(reasons.flatMap(rulesOfReason)))
      if (judged.has(name) && !unknown.has(name)) fired.set(name, [...(fired.get(name) ?? []), event]);
  }
  return fired;
}

/** From the beginning, the middle and the end: different tools. */
function spread(calls: readonly Event[]): readonly Event[] {
  return Array.from({ length: SHOWN }, (_, at) => calls[Math.floor((at * (calls.length - 1)) / (SHOWN - 1))]).flatMap(
    (event) => (event === undefined ? [] : [event]),
  );
}
