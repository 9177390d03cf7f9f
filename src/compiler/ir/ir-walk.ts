// Walks over conditions and values of the IR. Depth is bounded by the parser, so recursion is safe here.

import type { IrCond, IrEffect, IrRule, IrValue } from "./ir.ts";

/** Calls `visit` with every condition of a rule, outer ones first. */
export function eachCond(rule: IrRule, visit: (cond: IrCond) => void): void {
  const walk = (cond: IrCond): void => {
    visit(cond);
    if (cond.op === "and" || cond.op === "or") cond.items.forEach(walk);
    else if (cond.op === "not") walk(cond.item);
    else if (cond.op === "any" || cond.op === "all") walk(cond.body);
  };
  for (const part of rule.conditions) walk(part.cond);
}

/** Calls `visit` with every value a rule computes: in conditions, messages and rewrites. */
export function eachValue(rule: IrRule, visit: (value: IrValue) => void): void {
  for (const part of rule.conditions) valuesOfCond(part.cond, visit);
  for (const chain of rule.effects) for (const effect of chain) valuesOfEffect(effect, visit);
  if (rule.unknown !== null) valuesOfEffect(rule.unknown, visit);
}

/** Calls `visit` with every value of an effect. */
export function valuesOfEffect(effect: IrEffect, visit: (value: IrValue) => void): void {
  if (effect.kind === "respond" || effect.kind === "set") valuesOf(effect.value, visit);
  else if ("message" in effect) for (const part of effect.message) if (typeof part !== "string") valuesOf(part, visit);
}

/** Calls `visit` with every value of a condition. */
export function valuesOfCond(cond: IrCond, visit: (value: IrValue) => void): void {
  switch (cond.op) {
    case "true":
    case "false":
    case "runs":
    case "only":
    case "flows":
    case "marked":
      return;
    case "and":
    case "or":
      for (const item of cond.items) valuesOfCond(item, visit);
      return;
    case "not":
      valuesOfCond(cond.item, visit);
      return;
    case "compare":
      valuesOf(cond.left, visit);
      valuesOf(cond.right, visit);
      return;
    case "in":
      valuesOf(cond.value, visit);
      valuesOf(cond.list, visit);
      return;
    case "contains":
      valuesOf(cond.value, visit);
      valuesOf(cond.needle, visit);
      return;
    case "starts":
      valuesOf(cond.value, visit);
      valuesOf(cond.prefix, visit);
      return;
    case "ends":
      valuesOf(cond.value, visit);
      valuesOf(cond.suffix, visit);
      return;
    case "any":
    case "all":
      valuesOf(cond.list, visit);
      valuesOfCond(cond.body, visit);
      return;
    default:
      valuesOf(cond.value, visit);
  }
}

function valuesOf(value: IrValue, visit: (value: IrValue) => void): void {
  visit(value);
  switch (value.op) {
    case "json":
      valuesOf(value.base, visit);
      return;
    case "default":
      valuesOf(value.value, visit);
      valuesOf(value.fallback, visit);
      return;
    case "concat":
      for (const part of value.parts) valuesOf(part, visit);
      return;
    case "lower":
    case "length":
    case "mask":
      valuesOf(value.value, visit);
      return;
    default:
  }
}
