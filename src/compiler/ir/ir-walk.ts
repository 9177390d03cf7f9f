// Walks over conditions and values of the IR. Depth is bounded by the parser, so recursion is safe here.

import { byShape, type Cases, valuesIn } from "./by-shape.ts";
import type { IrCond, IrEffect, IrRule, IrValue } from "./ir.ts";

/** Calls `visit` with every condition of a rule, outer ones first. */
export function eachCond(rule: IrRule, visit: (cond: IrCond) => void): void {
  for (const part of rule.conditions) condsOf(part.cond, visit);
}

/** Calls `visit` with a condition and every condition inside it, outer ones first. */
export function condsOf(cond: IrCond, visit: (cond: IrCond) => void): void {
  visit(cond);
  for (const inner of condsIn(cond)) condsOf(inner, visit);
}

const NONE: readonly IrCond[] = [];

const parts: Cases<readonly IrCond[]> = {
  constant: () => NONE,
  not: (item) => [item],
  connective: ({ items }) => items,
  quantifier: ({ body }) => [body],
  test: () => NONE,
};

/** The conditions that a condition is made of. */
const condsIn = (cond: IrCond): readonly IrCond[] => byShape(cond, parts);

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
  for (const value of valuesIn(cond)) valuesOf(value, visit);
  for (const inner of condsIn(cond)) valuesOfCond(inner, visit);
}

function valuesOf(value: IrValue, visit: (value: IrValue) => void): void {
  visit(value);
  for (const inner of valuesIn(value)) valuesOf(inner, visit);
}

/** Some effect of the rule asks once per session. */
export const asksOnce = ({ effects }: IrRule): boolean =>
  effects.some((chain) => chain.some((effect) => effect.kind === "ask" && effect.once === true));
