// The atomic conditions of a rule: what is neither joined by `and` and `or` nor negated. A quantifier counts as one
// unless its body is itself made of several.

import type { IrCond, IrRule } from "./ir.ts";

export function atomicConditions(rule: IrRule): readonly IrCond[] {
  const found: IrCond[] = [];
  const walk = (cond: IrCond): void => {
    switch (cond.op) {
      case "true":
      case "false":
        return;
      case "and":
      case "or":
        cond.items.forEach(walk);
        return;
      case "not":
        walk(cond.item);
        return;
      case "any":
      case "all":
        if (isCompound(cond.body)) walk(cond.body);
        else found.push(cond);
        return;
      default:
        found.push(cond);
    }
  };
  for (const part of rule.conditions) walk(part.cond);
  return found;
}

function isCompound(cond: IrCond): boolean {
  if (cond.op === "not") return isCompound(cond.item);
  return cond.op === "and" || cond.op === "or" || ((cond.op === "any" || cond.op === "all") && isCompound(cond.body));
}
