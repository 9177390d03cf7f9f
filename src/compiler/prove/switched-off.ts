// A condition that is false whatever the event, because it contains a constant or an empty list: this is how a parameter
// switches a rule of a pack off. Sound, not complete: a condition that is not understood counts as possibly true.

import { fixedValue, isTest, rowsOf } from "../ir/by-shape.ts";
import type { IrCond, IrRule, IrValue } from "../ir/ir.ts";

export const isSwitchedOff = (rule: IrRule): boolean => rule.conditions.some(({ cond }) => constantOf(cond) === false);

/** Null: it depends on the event. */
const constantOf = (cond: IrCond): boolean | null =>
  fixedValue(cond, (test) => {
    if (!isTest(test)) return isEmptyList(test.list) || constantOf(test.body) === false ? false : null;
    if (test.op === "holds") return test.value.op === "const" ? test.value.value === true : null;
    return rowsOf(test)?.length === 0 || (test.op === "in" && isEmptyList(test.list)) ? false : null;
  });

const isEmptyList = (value: IrValue): boolean => value.op === "list" && value.items.length === 0;
