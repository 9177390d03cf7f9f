// Conditions in one shape: `and` and `or` over tests that hold or do not, negations pushed down to the tests, elements of
// quantifiers numbered by depth. Truth values stay what they were, unknown and error included.

import { conditionRow } from "../../language/operators/conditions.ts";
import { cellOf } from "../../language/operators/row.ts";
import { byShape, type Test as Plain, rowField, rowsOf, withField, withValues } from "../ir/by-shape.ts";
import type { IrCond, IrRule, IrValue } from "../ir/ir.ts";

export type Form = All | Some | Literal;

export interface All {
  readonly kind: "all";
  readonly items: readonly Form[];
}

interface Some {
  readonly kind: "some";
  readonly items: readonly Form[];
}

export interface Literal {
  readonly kind: "literal";
  readonly test: LogicTest;
  readonly isTrue: boolean;
  /** A path must fit by every form it has, the written and the real one; otherwise by any. */
  readonly every: boolean;
  /** Equal for tests that mean the same. */
  readonly key: string;
  /** The condition it was read from, for its place in the text. */
  readonly origin: IrCond;
}

/** `body` is in the mode of its place; the quantifier's own `isTrue` says which of the two is meant. */
export type LogicTest = Plain | { readonly op: "any" | "all"; readonly list: IrValue; readonly body: Form };

const loosens = ({ effects }: IrRule): boolean => effects.some((chain) => chain.some(({ kind }) => kind === "allow"));

/** All conditions of a rule, `unless` included, as one. */
export function formOfRule(rule: IrRule): All {
  return { kind: "all", items: formsOfRule(rule) };
}

/** The same, one form per conjunct. */
export function formsOfRule(rule: IrRule): readonly Form[] {
  const every = loosens(rule);
  return rule.conditions.map(({ cond }) => formOf(cond, { every }));
}

interface Place {
  readonly every: boolean;
  /** Depth of the quantifier that made the element, by its number in the IR. */
  readonly depths?: ReadonlyMap<number, number>;
}

/** `every`: the condition makes the decision less strict when it is true. */
export function formOf(cond: IrCond, place: Place, isTrue = true): Form {
  return byShape<Form>(cond, {
    constant: (holds) => ({ kind: holds === isTrue ? "all" : "some", items: [] }),
    not: (item) => formOf(item, { ...place, every: !place.every }, !isTrue),
    connective: ({ op, items }) => joined((op === "and") === isTrue ? "all" : "some", items, place, isTrue),
    quantifier: (over) => {
      const depths = new Map(place.depths);
      const list = renumbered(over.list, depths);
      depths.set(over.var, depths.size);
      const body = formOf(over.body, { ...place, depths });
      return literalOf({ op: over.op, list, body }, isTrue, place.every, cond);
    },
    test: (test) => testForm(test, isTrue, place),
  });
}

function joined(kind: "all" | "some", conds: readonly IrCond[], place: Place, isTrue: boolean): Form {
  const items = conds.map((item) => formOf(item, place, isTrue));
  // A constant stays in the form: it is more often a parameter at its default than a mistake.
  const isOpen = (item: Form): item is All | Some => item.kind === kind && item.items.length > 0;
  return { kind, items: items.flatMap((item) => (isOpen(item) ? item.items : [item])) };
}

/** The negation; every test keeps its mode. */
export function negated(form: Form): Form {
  if (form.kind === "literal") return { ...form, isTrue: !form.isTrue };
  return { kind: form.kind === "all" ? "some" : "all", items: form.items.map(negated) };
}

function literalOf(test: LogicTest, isTrue: boolean, every: boolean, origin: IrCond): Literal {
  const key = "body" in test ? JSON.stringify([test.op, test.list, keyOf(test.body)]) : JSON.stringify(test);
  return { kind: "literal", test, isTrue, every: every && looksAtForms(test), key, origin };
}

/** Tests of other values, and quantifiers, whose bodies have a mode of their own, come in one mode. */
const looksAtForms = (test: LogicTest): boolean =>
  !("body" in test) && cellOf(conditionRow(test.op).code, test)?.includes("{forms}") === true;

/** Equal for conditions that differ only in the order and repetition of their parts. */
export function keyOf(form: Form): string {
  if (form.kind === "literal") return `${form.isTrue ? "" : "not "}${form.every ? "every " : ""}${form.key}`;
  return `${form.kind}(${[...new Set(form.items.map(keyOf))].sort().join(",")})`;
}

const mirrored = { eq: "eq", ne: "ne", lt: "gt", gt: "lt", le: "ge", ge: "le" } as const;

/** A test in its normal form: elements numbered by depth, lists in order without repetition. */
function testForm(cond: Plain, isTrue: boolean, { every, depths = new Map() }: Place): Form {
  const test = withValues(cond, (value) => renumbered(value, depths));
  if (test.op === "compare") return comparison(turned(test), isTrue, every, cond);
  if (test.op === "in") return membership(test, isTrue, every, cond);
  if (test.op === "is" && test.word === "missing") return literalOf({ ...test, word: "present" }, !isTrue, every, cond);
  const field = rowField(test.op);
  const sorted = field === null ? test : withField(test, field, [...new Set(rowsOf(test))].sort());
  return literalOf(sorted, isTrue, every, cond);
}

/** The comparison with its constant on the right. */
function turned(cond: Compare): Compare {
  if (cond.left.op !== "const" || cond.right.op === "const") return cond;
  return { ...cond, left: cond.right, right: cond.left, test: mirrored[cond.test] };
}

type Compare = IrCond & { readonly op: "compare" };

/** `!=` is a negated `==`; of whole numbers only `>=` is left. */
function comparison(cond: Compare, isTrue: boolean, every: boolean, origin: IrCond): Literal {
  const limit = cond.type === "int" && cond.right.op === "const" ? cond.right.value : null;
  const bounded = (more: number, isNot: boolean): Literal => {
    const right: IrValue = { op: "const", value: Number(limit) + more };
    return literalOf({ ...cond, test: "ge", right }, isTrue !== isNot, every, origin);
  };
  if (cond.test === "ne") return literalOf({ ...cond, test: "eq" }, !isTrue, every, origin);
  if (limit === null || cond.test === "eq" || cond.test === "ge") return literalOf(cond, isTrue, every, origin);
  if (cond.test === "gt") return bounded(1, false);
  return cond.test === "lt" ? bounded(0, true) : bounded(1, true);
}

/** A list of one is `==`. */
function membership(cond: IrCond & { readonly op: "in" }, isTrue: boolean, every: boolean, origin: IrCond): Literal {
  if (cond.list.op !== "list") return literalOf(cond, isTrue, every, origin);
  const items = [...new Set(cond.list.items)].sort();
  const [only] = items;
  if (items.length === 1 && only !== undefined) {
    const right: IrValue = { op: "const", value: only };
    return literalOf({ op: "compare", test: "eq", type: cond.type, left: cond.value, right }, isTrue, every, origin);
  }
  return literalOf({ ...cond, list: { op: "list", items } }, isTrue, every, origin);
}

function renumbered(value: IrValue, depths: ReadonlyMap<number, number>): IrValue {
  if (value.op === "var" || value.op === "part") return { ...value, var: depths.get(value.var) ?? value.var };
  return withValues(value, (inner) => renumbered(inner, depths));
}
