// Takes conditions apart into what one attempt asks of an event: demands on values, elements that lists must have, commands
// that must run, state that must be there. Where a condition can be met in several ways, the attempt chooses one.

import type { FlowFrom, FlowTo } from "../../shell/flows/flows.ts";
import { byShape, operandFields, operandOf, type Quantifier, type Test, withField } from "../ir/by-shape.ts";
import type { IrCond, IrValue } from "../ir/ir.ts";
import type { Choice } from "./choice.ts";
import { wrappers } from "./command-tables.ts";
import { type Demand, isValueTest, type Material, testedValue, type ValueTest } from "./demands.ts";
import { type Root, rootKey, type Value, valuePath } from "./value-path.ts";

/** A condition and whether it is to be true. */
export interface Goal {
  readonly cond: IrCond;
  readonly isTrue: boolean;
}

/** A value of the event or of an element, with all that is asked of it. */
export interface Slot {
  readonly root: Root | null;
  readonly demands: Demand[];
  /** For lists: elements it must have, and what holds of every element. */
  readonly elements: Element[];
  readonly every: Demand[];
}

export interface Element {
  readonly self: Slot;
  /** Of calls and externals. */
  readonly parts: Map<string, Slot>;
}

export interface Wish {
  readonly slots: Map<string, Slot>;
  /** Patterns of which one must run, by their numbers in the IR. */
  readonly runs: (readonly number[])[];
  readonly only: (readonly number[])[];
  readonly flows: { readonly from: FlowFrom; readonly to: FlowTo }[];
  readonly labels: string[];
}

type Bound = ReadonlyMap<number, Element>;

interface Wishing {
  readonly wish: Wish;
  readonly material: Material;
  readonly choice: Choice;
}

const slotOf = (root: Root | null): Slot => ({ root, demands: [], elements: [], every: [] });
const elementOf = (): Element => ({ self: slotOf(null), parts: new Map() });

export const emptyWish = (): Wish => ({ slots: new Map(), runs: [], only: [], flows: [], labels: [] });

/** Adds what the goals ask. */
export function addGoals(wish: Wish, goals: readonly Goal[], material: Material, choice: Choice): void {
  for (const { cond, isTrue } of goals) want(cond, isTrue, new Map(), { wish, material, choice });
}

function want(cond: IrCond, isTrue: boolean, bound: Bound, to: Wishing): void {
  byShape<void>(cond, {
    constant: () => undefined,
    not: (item) => want(item, !isTrue, bound, to),
    connective: ({ op, items }) => {
      const wanted = (op === "and") === isTrue ? items : [to.choice.of(items)];
      for (const item of wanted) if (item !== undefined) want(item, isTrue, bound, to);
    },
    quantifier: (over) => wantElement(over, isTrue, bound, to),
    test: (test) => {
      if (isValueTest(test)) wantValue(test, isTrue, bound, to);
      else if (isTrue) wantOfCall(test, to.wish);
    },
  });
}

/** What the commands or the session must have. */
function wantOfCall(cond: Exclude<Test, ValueTest>, wish: Wish): void {
  if (cond.op === "runs") wish.runs.push(cond.patterns);
  else if (cond.op === "only") wish.only.push(cond.patterns);
  else if (cond.op === "flows") wish.flows.push(cond);
  else wish.labels.push(cond.label);
}

function wantElement(cond: Quantifier, isTrue: boolean, bound: Bound, to: Wishing): void {
  const path = valuePath(cond.list, to.material.ir);
  const slot = path === null ? null : slotFor(path.root, bound, to.wish);
  const isNeeded = cond.op === "any" ? isTrue : isTrue || to.choice.of([false, true]) === true;
  if (cond.op === "all" ? isTrue : !isTrue) slot?.every.push(judgeOf(cond.body, cond.var, isTrue, to.material));
  if (!isNeeded) return;
  const element = elementOf();
  slot?.elements.push(element);
  if (slot === null && cond.list.op === "list") fixElement(cond.list.items, element, to);
  want(cond.body, isTrue, new Map(bound).set(cond.var, element), to);
}

/** An element of a list that the policy itself writes down. */
function fixElement(items: readonly (string | number | boolean)[], element: Element, to: Wishing): void {
  const item = to.choice.of(items);
  element.self.demands.push({ likely: [item], passes: (value) => value === item });
}

/** Judges a plain element by the tests of the body that speak of it alone; the others count as passed. */
function judgeOf(body: IrCond, variable: number, isTrue: boolean, material: Material): Demand {
  const likely: Value[] = [];
  const propose = (cond: IrCond, wanted: boolean): void => {
    if (cond.op === "not") propose(cond.item, !wanted);
    else if (cond.op === "and" || cond.op === "or") for (const item of cond.items) propose(item, wanted);
    else if (isValueTest(cond)) {
      const demand = material.demandOf(cond, wanted);
      if (demand?.root.op === "var" && demand.root.var === variable) likely.push(...demand.likely);
    }
  };
  propose(body, isTrue);
  const judge = (cond: IrCond, wanted: boolean, value: Value): boolean => {
    if (cond.op === "not") return judge(cond.item, !wanted, value);
    if (cond.op === "and" || cond.op === "or") {
      const all = (cond.op === "and") === wanted;
      return all
        ? cond.items.every((item) => judge(item, wanted, value))
        : cond.items.some((item) => judge(item, wanted, value));
    }
    if (!isValueTest(cond)) return true;
    const demand = material.demandOf(cond, wanted);
    if (demand === null || demand.root.op !== "var" || demand.root.var !== variable) return true;
    return demand.passes(value);
  };
  return { passes: (value) => judge(body, isTrue, value), likely };
}

function slotFor(root: Root, bound: Bound, wish: Wish): Slot | null {
  if (root.op === "var") return bound.get(root.var)?.self ?? null;
  const slots = root.op === "part" ? bound.get(root.var)?.parts : wish.slots;
  if (slots === undefined) return null;
  const key = root.op === "part" ? root.part : rootKey(root);
  const known = slots.get(key);
  if (known !== undefined) return known;
  const slot = slotOf(root);
  slots.set(key, slot);
  return slot;
}

function wantValue(cond: ValueTest, isTrue: boolean, bound: Bound, to: Wishing): void {
  if (wantListItem(cond, isTrue, bound, to) || wantLength(cond, isTrue, bound, to)) return;
  const demand = to.material.demandOf(cond, isTrue);
  if (demand === null) {
    wantBoth(cond, isTrue, bound, to);
    return;
  }
  slotFor(demand.root, bound, to.wish)?.demands.push(demand);
}

/** `xs contains "a"`, and `"a" in xs` where `xs` is no list of the policy's own. */
function wantListItem(cond: ValueTest, isTrue: boolean, bound: Bound, to: Wishing): boolean {
  const sides =
    cond.op === "contains" && cond.of === "list"
      ? ([cond.value, cond.needle] as const)
      : cond.op === "in" && cond.list.op !== "list"
        ? ([cond.list, cond.value] as const)
        : null;
  if (sides === null) return false;
  const [list, item] = sides;
  const path = valuePath(list, to.material.ir);
  const slot = path === null ? null : slotFor(path.root, bound, to.wish);
  const value = item.op === "const" ? item.value : someValue(item, to);
  if (item.op !== "const") wantConstant(item, value, bound, to);
  if (isTrue) {
    const element = elementOf();
    element.self.demands.push({ likely: [value], passes: (one) => one === value });
    if (slot === null && list.op === "list") return true;
    slot?.elements.push(element);
  } else slot?.every.push({ passes: (one) => one !== value, likely: [] });
  return true;
}

const MOST_ELEMENTS = 200;

/** `length(writes) > 0`: as many elements as it takes, each another one, as a view names what is the same once. */
function wantLength(cond: ValueTest, isTrue: boolean, bound: Bound, to: Wishing): boolean {
  const value = testedValue(cond);
  if (value.op !== "length" || value.of !== "list") return false;
  const path = valuePath(value.value, to.material.ir);
  const demand = to.material.demandOf(cond, isTrue);
  if (path === null || demand === null) return false;
  const slot = slotFor(path.root, bound, to.wish);
  if (slot === null) return true;
  for (let count = 0; count <= MOST_ELEMENTS; count++) {
    if (!demand.passes(Array.from({ length: count }, () => "x"))) continue;
    while (slot.elements.length < count) slot.elements.push(anotherOf(slot));
    break;
  }
  return true;
}

function anotherOf({ root, elements }: Slot): Element {
  const element = elementOf();
  const wrapper = root?.op === "part" && root.part === "via" ? wrappers[elements.length] : undefined;
  // Fits a path, a host and a word alike.
  element.self.demands.push({ likely: [wrapper ?? `x${elements.length + 1}`], passes: () => true });
  return element;
}

/** Two values of the event against each other: one gets a plain value, the other is tested against that. */
function wantBoth(cond: ValueTest, isTrue: boolean, bound: Bound, to: Wishing): void {
  const fixed = (value: IrValue): IrValue => {
    if (value.op === "const" || value.op === "list") return value;
    const constant = someValue(value, to);
    wantConstant(value, constant, bound, to);
    return { op: "const", value: constant };
  };
  const operand = cond.op === "compare" ? cond.right : operandOf(cond);
  const field = operandFields(cond.op).at(-1);
  const settled = operand === null || field === undefined ? cond : withField(cond, field, fixed(operand));
  const demand = to.material.demandOf(settled, isTrue);
  if (demand !== null) slotFor(demand.root, bound, to.wish)?.demands.push(demand);
}

function wantConstant(value: IrValue, constant: string | number | boolean, bound: Bound, to: Wishing): void {
  const path = valuePath(value, to.material.ir);
  if (path === null) return;
  slotFor(path.root, bound, to.wish)?.demands.push({
    likely: path.from(constant),
    passes: (one) => path.seen(one) === constant,
  });
}

function someValue(value: IrValue, to: Wishing): string | number | boolean {
  const type = "type" in value ? value.type : "string";
  if (type === "int" || value.op === "length" || value.op === "counted") return to.choice.of([1, 0, 3]) ?? 1;
  return type === "bool" ? true : (to.choice.of(["x", "main", "a"]) ?? "x");
}
