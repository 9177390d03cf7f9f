// Can a rule fire on a call of this tool at all? `git push` patterns say nothing about the read tool. Certain where it says
// no; what is not understood counts as yes.

import { neverFilled } from "../analyse/names/never-true.ts";
import type { IrCond, IrRule, IrValue } from "../ir/ir.ts";

/** Judged by the conditions alone: what else a rule says of its tools may come from a bundle of anybody's. */
export function concernsTool(rule: IrRule, tool: string): boolean {
  return rule.conditions.every(({ cond }) => valueFor(cond, tool) !== false);
}

/** The condition's value for every call of the tool; null when it depends on the call. */
function valueFor(cond: IrCond, tool: string): boolean | null {
  switch (cond.op) {
    case "true":
      return true;
    case "false":
      return false;
    case "not": {
      const inner = valueFor(cond.item, tool);
      return inner === null ? null : !inner;
    }
    case "and":
    case "or": {
      const settles = cond.op === "or";
      const found = cond.items.map((item) => valueFor(item, tool));
      if (found.includes(settles)) return settles;
      return found.every((one) => one === !settles) ? !settles : null;
    }
    case "runs":
    case "only":
    case "flows":
      return tool === "bash" ? null : false;
    case "any":
    case "all":
      return isEmptyFor(cond.list, tool) ? false : null;
    case "compare":
      if (!isTool(cond.left) || cond.right.op !== "const") return null;
      return cond.test === "eq" ? cond.right.value === tool : cond.test === "ne" ? cond.right.value !== tool : null;
    case "in":
      return isTool(cond.value) && cond.list.op === "list" ? cond.list.items.includes(tool) : null;
    default:
      return null;
  }
}

const isTool = (value: IrValue): boolean => value.op === "field" && value.name === "tool";

function isEmptyFor(list: IrValue, tool: string): boolean {
  if (list.op === "calls" || list.op === "externals") return tool !== "bash";
  return list.op === "view" && neverFilled({ except: false, names: new Set([tool]) }, list.view);
}
