// Can a rule fire on a call of this tool at all? `git push` patterns say nothing about the read tool. Certain where it says
// no; what is not understood counts as yes.

import { neverFilled } from "../analyse/names/never-true.ts";
import { asksCommand, fixedValue, isTest } from "../ir/by-shape.ts";
import type { IrCond, IrRule, IrValue } from "../ir/ir.ts";

/** Judged by the conditions alone: what else a rule says of its tools may come from a bundle of anybody's. */
export function concernsTool(rule: IrRule, tool: string): boolean {
  return rule.conditions.every(({ cond }) => valueFor(cond, tool) !== false);
}

/** The condition's value for every call of the tool; null when it depends on the call. */
const valueFor = (cond: IrCond, tool: string): boolean | null =>
  fixedValue(cond, (test) => {
    if (!isTest(test)) return isEmptyFor(test.list, tool) ? false : null;
    if (asksCommand(test)) return tool === "bash" ? null : false;
    if (test.op === "in") return isTool(test.value) && test.list.op === "list" ? test.list.items.includes(tool) : null;
    if (test.op !== "compare" || !isTool(test.left) || test.right.op !== "const") return null;
    return test.test === "eq" ? test.right.value === tool : test.test === "ne" ? test.right.value !== tool : null;
  });

const isTool = (value: IrValue): boolean => value.op === "field" && value.name === "tool";

function isEmptyFor(list: IrValue, tool: string): boolean {
  if (list.op === "calls" || list.op === "externals") return tool !== "bash";
  return list.op === "view" && neverFilled({ except: false, names: new Set([tool]) }, list.view);
}
