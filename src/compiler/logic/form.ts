// Conditions in one shape: `and` and `or` over tests that hold or do not, negations pushed down to the tests, elements of
// quantifiers numbered by depth. Truth values stay what they were, unknown and error included.

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
  readonly test: Test;
  readonly isTrue: boolean;
  /** A path must fit by every form it has, the written and the real one; otherwise by any. */
  readonly every: boolean;
  /** Equal for tests that mean the same. */
  readonly key: string;
  /** The condition it was read from, for its place in the text. */
  readonly origin: IrCond;
}

type Leaf = Exclude<IrCond, { readonly op: "true" | "false" | "and" | "or" | "not" | "any" | "all" }>;

/** `body` stands in the mode of its place; the quantifier's own `isTrue` says which of the two is meant. */
export type Test = Leaf | { readonly op: "any" | "all"; readonly list: IrValue; readonly body: Form };

const loosens = ({ effects }: IrRule): boolean => effects.some((chain) => chain.some(({ kind }) => kind === "allow"));

/** All conditions of a rule, `unless` included, as one. */
export function formOfRule(rule: IrRule): All {
  return { kind: "all", items: formsOfRule(rule) };
}

/** The same, each conjunct for itself. */
export function formsOfRule(rule: IrRule): readonly Form[] {
  const every = loosens(rule);
  return rule.conditions.map(({ cond }) => formOf(cond, { every }));
}

interface Place {
  readonly every: boolean;
  /** Depth of the quantifier that made the element, by its number in the IR. */
  readonly depths?: ReadonlyMap<number, number>;
}

/** `every`: the condition stands where being true loosens. */
export function formOf(cond: IrCond, place: Place, isTrue = true): Form {
  switch (cond.op) {
    case "true":
    case "false":
      return { kind: (cond.op === "true") === isTrue ? "all" : "some", items: [] };
    case "not":
      return formOf(cond.item, { ...place, every: !place.every }, !isTrue);
    case "and":
    case "or": {
      const kind = (cond.op === "and") === isTrue ? "all" : "some";
      const items = cond.items.map((item) => formOf(item, place, isTrue));
      // A constant stays visible: it is a parameter at its default more often than a slip.
      const isOpen = (item: Form): item is All | Some => item.kind === kind && item.items.length > 0;
      return { kind, items: items.flatMap((item) => (isOpen(item) ? item.items : [item])) };
    }
    case "any":
    case "all": {
      const depths = new Map(place.depths);
      const list = renumbered(cond.list, depths);
      depths.set(cond.var, depths.size);
      const body = formOf(cond.body, { ...place, depths });
      return literalOf({ op: cond.op, list, body }, isTrue, place.every, cond);
    }
    default:
      return leafOf(cond, isTrue, place);
  }
}

/** The negation; every test stays in the mode of its place. */
export function negated(form: Form): Form {
  if (form.kind === "literal") return { ...form, isTrue: !form.isTrue };
  return { kind: form.kind === "all" ? "some" : "all", items: form.items.map(negated) };
}

function literalOf(test: Test, isTrue: boolean, every: boolean, origin: IrCond): Literal {
  const key = "body" in test ? JSON.stringify([test.op, test.list, keyOf(test.body)]) : JSON.stringify(test);
  return { kind: "literal", test, isTrue, every: every && looksAtForms(test), key, origin };
}

/** Tests of other values, and quantifiers, whose bodies have a mode of their own, come in one mode. */
function looksAtForms(test: Test): boolean {
  if (test.op === "glob") return test.kind === "path";
  return test.op === "under" || (test.op === "is" && test.word !== "present");
}

/** Equal for conditions that differ only in the order and repetition of their parts. */
export function keyOf(form: Form): string {
  if (form.kind === "literal") return `${form.isTrue ? "" : "not "}${form.every ? "every " : ""}${form.key}`;
  return `${form.kind}(${[...new Set(form.items.map(keyOf))].sort().join(",")})`;
}

const mirrored = { eq: "eq", ne: "ne", lt: "gt", gt: "lt", le: "ge", ge: "le" } as const;

function leafOf(cond: Leaf, isTrue: boolean, { every, depths = new Map() }: Place): Form {
  const value = (of: IrValue): IrValue => renumbered(of, depths);
  switch (cond.op) {
    case "compare": {
      const isTurned = cond.left.op === "const" && cond.right.op !== "const";
      const [left, right] = isTurned ? [cond.right, cond.left] : [cond.left, cond.right];
      const test = isTurned ? mirrored[cond.test] : cond.test;
      return comparison({ ...cond, left: value(left), right: value(right), test }, isTrue, every, cond);
    }
    case "in":
      return membership({ ...cond, value: value(cond.value), list: value(cond.list) }, isTrue, every, cond);
    case "contains":
      return literalOf({ ...cond, value: value(cond.value), needle: value(cond.needle) }, isTrue, every, cond);
    case "starts":
      return literalOf({ ...cond, value: value(cond.value), prefix: value(cond.prefix) }, isTrue, every, cond);
    case "ends":
      return literalOf({ ...cond, value: value(cond.value), suffix: value(cond.suffix) }, isTrue, every, cond);
    case "glob":
      return literalOf(
        { ...cond, value: value(cond.value), globs: [...new Set(cond.globs)].sort() },
        isTrue,
        every,
        cond,
      );
    case "under":
      return literalOf(
        { ...cond, value: value(cond.value), dirs: [...new Set(cond.dirs)].sort() },
        isTrue,
        every,
        cond,
      );
    case "is":
      return cond.word === "missing"
        ? literalOf({ ...cond, word: "present", value: value(cond.value) }, !isTrue, every, cond)
        : literalOf({ ...cond, value: value(cond.value) }, isTrue, every, cond);
    case "holds":
    case "regex":
      return literalOf({ ...cond, value: value(cond.value) }, isTrue, every, cond);
    case "runs":
    case "only":
      return literalOf({ ...cond, patterns: [...new Set(cond.patterns)].sort() }, isTrue, every, cond);
    case "flows":
    case "marked":
      return literalOf(cond, isTrue, every, cond);
  }
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
  switch (value.op) {
    case "var":
    case "part":
      return { ...value, var: depths.get(value.var) ?? value.var };
    case "json":
      return { ...value, base: renumbered(value.base, depths) };
    case "default":
      return { ...value, value: renumbered(value.value, depths), fallback: renumbered(value.fallback, depths) };
    case "concat":
      return { ...value, parts: value.parts.map((part) => renumbered(part, depths)) };
    case "lower":
    case "length":
    case "mask":
      return { ...value, value: renumbered(value.value, depths) };
    default:
      return value;
  }
}
