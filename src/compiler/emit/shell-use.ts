// Which parts of the shell reader a bundle needs: it is most of the core, and many policies never test a command.

import { isLineFact } from "../../language/operators/line-facts.ts";
import type { Ir, IrCond, IrRule, IrValue } from "../ir/ir.ts";
import { eachCond, eachValue } from "../ir/ir-walk.ts";

const commandConds: ReadonlySet<IrCond["op"]> = new Set(["runs", "only", "flows"]);
const commandValues: ReadonlySet<IrValue["op"]> = new Set(["calls", "externals", "part"]);

/** The line may change it. */
const isLine = (value: IrValue): boolean => value.op === "fact" && isLineFact(value.key);

/** Whether some rule tests what a command does. */
export function readsCommands(ir: Ir): boolean {
  return ir.rules.some((rule) => {
    const mayBeCommand = rule.tools === null || rule.tools.includes("bash");
    return (
      someCond(rule, ({ op }) => commandConds.has(op)) ||
      someValue(
        rule,
        (value) => commandValues.has(value.op) || (mayBeCommand && (value.op === "view" || isLine(value))),
      )
    );
  });
}

/** Whether some rule asks which files the session wrote. */
export function keepsFiles(ir: Ir): boolean {
  return ir.rules.some(
    (rule) =>
      someCond(rule, (cond) => cond.op === "flows" && cond.from === "download" && cond.to === "interpreter") ||
      someValue(rule, (value) => value.op === "part" && value.part === "fresh"),
  );
}

function someCond(rule: IrRule, test: (cond: IrCond) => boolean): boolean {
  let found = false;
  eachCond(rule, (cond) => {
    found ||= test(cond);
  });
  return found;
}

function someValue(rule: IrRule, test: (value: IrValue) => boolean): boolean {
  let found = false;
  eachValue(rule, (value) => {
    found ||= test(value);
  });
  return found;
}
