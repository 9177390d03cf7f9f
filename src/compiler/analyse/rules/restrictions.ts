// Does a rule provably stay within what a host honours? Unproven is no: the effect would sometimes not happen.

import type { Restriction } from "../../../hosts/index.ts";
import type { IrCond, IrEffect, IrRule } from "../../ir/ir.ts";

/** The rule's condition and effect show that the restriction is met. */
export function meets(rule: IrRule, effect: IrEffect | null, restriction: Restriction): boolean {
  switch (restriction.kind) {
    case "manner":
      return true;
    case "tools":
      return rule.tools?.every((tool) => restriction.tools.includes(tool)) === true;
    case "fields":
      return effect?.kind === "set" && restriction.fields.includes(effect.field);
    case "success":
      return rule.conditions.some(({ cond }) => saysNoError(cond));
    case "unproven":
      return false;
    default:
      return restriction satisfies never;
  }
}

/** What the author could do to meet it, in a few words; null when nothing helps. */
export function howToMeet(restriction: Restriction): string | null {
  switch (restriction.kind) {
    case "tools":
      return `test the tool: \`tool in [${restriction.tools.map((tool) => `"${tool}"`).join(", ")}]\``;
    case "fields":
      return `only \`${restriction.fields.join("`, `")}\` can be set there`;
    case "success":
      return "add `not is_error` to the condition";
    default:
      return null;
  }
}

/** `not is_error`, `is_error == false`, or a conjunction with one of them. */
function saysNoError(cond: IrCond): boolean {
  if (cond.op === "and") return cond.items.some(saysNoError);
  if (cond.op === "not") {
    const { item } = cond;
    return item.op === "holds" && item.value.op === "field" && item.value.name === "is_error";
  }
  if (cond.op !== "compare" || (cond.test !== "eq" && cond.test !== "ne")) return false;
  const sides = [cond.left, cond.right];
  const wanted = cond.test === "ne";
  return (
    sides.some((side) => side.op === "field" && side.name === "is_error") &&
    sides.some((side) => side.op === "const" && side.value === wanted)
  );
}
