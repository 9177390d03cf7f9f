// Warns about a text test on a shell command line: it misses what it means to catch, and catches what it should not.

import type { IrCond, IrRule, IrValue } from "../ir.ts";
import type { Model } from "../model.ts";
import type { Session } from "../session.ts";
import { conjunctSpans } from "./conjunct-span.ts";

export function textTestOnCommand(model: Model, session: Session): void {
  const spanOf = conjunctSpans(model, session);
  for (const rule of model.ir.rules) {
    if (!mayBeShell(rule)) continue;
    for (const part of rule.conditions) {
      if (testsCommand(part.cond)) session.report("P434", spanOf(rule, part), {});
    }
  }
}

/** Other tools may have a field `command` of their own; only the shell's is meant. */
function mayBeShell(rule: IrRule): boolean {
  return rule.tools === null || rule.tools.includes("bash");
}

function testsCommand(cond: IrCond): boolean {
  switch (cond.op) {
    case "and":
    case "or":
      return cond.items.some(testsCommand);
    case "not":
      return testsCommand(cond.item);
    case "contains":
      return cond.of === "text" && isCommand(cond.value);
    case "starts":
    case "ends":
    case "regex":
    case "glob":
      return isCommand(cond.value);
    case "compare":
      return cond.type === "string" && (isCommand(cond.left) || isCommand(cond.right));
    case "in":
      return isCommand(cond.value);
    default:
      return false;
  }
}

function isCommand(value: IrValue): boolean {
  if (value.op === "lower" || value.op === "default") return isCommand(value.value);
  return value.op === "field" && (value.name === "input.command" || value.name === "command");
}
