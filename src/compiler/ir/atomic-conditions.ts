// The atomic conditions of a rule: what is neither joined by `and` and `or` nor negated. A quantifier counts as one
// unless its body is itself made of several.

import { byShape } from "./by-shape.ts";
import type { IrCond, IrRule } from "./ir.ts";

export const atomicConditions = (rule: IrRule): readonly IrCond[] => rule.conditions.flatMap(({ cond }) => atoms(cond));

const atoms = (cond: IrCond): readonly IrCond[] =>
  byShape<readonly IrCond[]>(cond, {
    constant: () => [],
    not: atoms,
    connective: ({ items }) => items.flatMap(atoms),
    quantifier: ({ body }) => (hasSeveral(body) ? atoms(body) : [cond]),
    test: () => [cond],
  });

const hasSeveral = (cond: IrCond): boolean =>
  byShape(cond, {
    constant: () => false,
    not: hasSeveral,
    connective: () => true,
    quantifier: ({ body }) => hasSeveral(body),
    test: () => false,
  });
