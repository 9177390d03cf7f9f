// Reports a condition that has one value whatever the event: a comparison of something with itself or of literals, and
// alternatives of which one always holds. Named constants and files with parameters are exempt: packs switch
// rules off by the default of a parameter.

import { opOfWord } from "../../language/operators/conditions.ts";
import type { Session } from "../diagnostics/session.ts";
import type { IrCond, IrRule } from "../ir/ir.ts";
import type { Model } from "../ir/model.ts";
import { isTwoValued } from "../ir/two-valued.ts";
import { contradiction } from "../logic/contradicts.ts";
import { formsOfRule, negated } from "../logic/form.ts";
import { tablesOf } from "../logic/tables.ts";
import { conjunctSpans } from "./conjunct-span.ts";

export function constantCondition(model: Model, session: Session): void {
  const tables = tablesOf(model.ir);
  const withParams = new Set(
    [...session.sources].flatMap(([file, { text }]) => (/^[ \t]*param\s/m.test(text) ? [file] : [])),
  );
  /** Never false, because its negation cannot be true, and never unknown. */
  const isAlwaysTrue = (rule: IrRule, at: number): boolean => {
    const cond = rule.conditions[at]?.cond;
    if (cond === undefined || cond.op === "true") return false;
    if (!isTwoValued(cond, { points: rule.points, tools: model.ir.tools })) return false;
    const form = formsOfRule(rule)[at];
    return form !== undefined && contradiction([negated(form)], tables) !== null;
  };
  const spanOf = conjunctSpans(model, session);
  for (const rule of model.ir.rules) {
    for (const [at, part] of rule.conditions.entries()) {
      const value =
        selfCompared(part.cond) ??
        (isLiteral(part.text) ? constantOf(part.cond) : null) ??
        (!withParams.has(rule.file) && isAlwaysTrue(rule, at) ? true : null);
      if (value === null) continue;
      const span = spanOf(rule, part);
      session.report("P431", span, { text: part.text, value: String(value) });
    }
  }
}

function selfCompared(cond: IrCond): boolean | null {
  if (cond.op !== "compare" || cond.left.op === "const") return null;
  if (JSON.stringify(cond.left) !== JSON.stringify(cond.right)) return null;
  return cond.test === "eq" || cond.test === "le" || cond.test === "ge";
}

/** Only literals and the words between them. */
function isLiteral(text: string): boolean {
  const words = text.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/[A-Za-z_][\w-]*/g) ?? [];
  return words.every((word) => literalWords.has(word));
}

const literalWords: ReadonlySet<string> = new Set(
  ["true", "false", "and", "or", "not", ...opOfWord.keys()].flatMap((words) => words.split(" ")),
);

function constantOf(cond: IrCond): boolean | null {
  if (cond.op === "true") return true;
  if (cond.op === "false") return false;
  if (cond.op === "not") {
    const inner = constantOf(cond.item);
    return inner === null ? null : !inner;
  }
  if (cond.op === "holds" && cond.value.op === "const") return cond.value.value === true;
  if (cond.op !== "compare" || cond.left.op !== "const" || cond.right.op !== "const") return null;
  if (cond.test === "eq") return cond.left.value === cond.right.value;
  return cond.test === "ne" ? cond.left.value !== cond.right.value : null;
}
