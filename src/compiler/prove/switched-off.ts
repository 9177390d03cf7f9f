// A condition that is false whatever the event, because a constant or a list without items stands in it: how a parameter
// switches a rule of a pack off. Certain, not complete: what is not understood counts as able to be true.

import type { IrCond, IrRule } from "../ir/ir.ts";

export const isSwitchedOff = (rule: IrRule): boolean => rule.conditions.some(({ cond }) => constantOf(cond) === false);

/** Null: it depends on the event. */
function constantOf(cond: IrCond): boolean | null {
  switch (cond.op) {
    case "true":
      return true;
    case "false":
      return false;
    case "not": {
      const inner = constantOf(cond.item);
      return inner === null ? null : !inner;
    }
    case "and":
    case "or": {
      const settles = cond.op === "or";
      const found = cond.items.map(constantOf);
      if (found.includes(settles)) return settles;
      return found.every((one) => one === !settles) ? !settles : null;
    }
    case "holds":
      return cond.value.op === "const" ? cond.value.value === true : null;
    case "in":
      return cond.list.op === "list" && cond.list.items.length === 0 ? false : null;
    case "any":
    case "all":
      return (cond.list.op === "list" && cond.list.items.length === 0) || constantOf(cond.body) === false
        ? false
        : null;
    case "runs":
    case "only":
      return cond.patterns.length === 0 ? false : null;
    case "glob":
      return cond.globs.length === 0 ? false : null;
    case "under":
      return cond.dirs.length === 0 ? false : null;
    default:
      return null;
  }
}
