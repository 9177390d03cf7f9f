// Splits conditions into what one attempt requires of an event: demands on values, elements that lists must have, commands
// that must run, state that must be present. Where a condition can be met in several ways, the attempt chooses one.

import type { FlowFrom, FlowTo } from "../../shell/flows/flows.ts";
import { byShape, operandFields, operandOf, type Quantifier, type Test, withField } from "../ir/by-shape.ts";
import type { IrCond, IrValue } from "../ir/ir.ts";
import type { Chooser } from "./choice.ts";
import { wrappers } from "./command-tables.ts";
import { type Demand, isValueTest, type RuleIndex, testedValue, type ValueTest } from "./demands.ts";
import { type Root, rootKey, type Value, valuePath } from "./value-path.ts";

/** A condition, and whether it must be true or false. */
export interface Goal {
  readonly cond: IrCond;
  readonly isTrue: boolean;
}

/** A value of the event or of an element, with all demands on it. */
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

export interface Constraints {
  readonly slots: Map<string, Slot>;
  /** Patterns of which one must run, by their numbers in the IR. */
  readonly runs: (readonly number[])[];
  readonly only: (readonly number[])[];
  readonly flows: { readonly from: FlowFrom; readonly to: FlowTo }[];
  readonly labels: string[];
}

type Bound = ReadonlyMap<number, Element>;

interface Collecting {
  readonly constraints: Constraints;
  readonly index: RuleIndex;
  readonly choice: Chooser;
}

const slotOf = (root: Root | null): Slot => ({ root, demands: [], elements: [], every: [] });
const elementOf = (): Element => ({ self: slotOf(null), parts: new Map() });

export const noConstraints = (): Constraints => ({ slots: new Map(), runs: [], only: [], flows: [], labels: [] });

/** Adds what the goals require. */
export function addGoals(constraints: Constraints, goals: readonly Goal[], index: RuleIndex, choice: Chooser): void {
  for (const { cond, isTrue } of goals) requireTruth(cond, isTrue, new Map(), { constraints, index, choice });
}

function requireTruth(cond: IrCond, isTrue: boolean, bound: Bound, to: Collecting): void {
  byShape<void>(cond, {
    constant: () => undefined,
    not: (item) => requireTruth(item, !isTrue, bound, to),
    connective: ({ op, items }) => {
      const wanted = (op === "and") === isTrue ? items : [to.choice.of(items)];
      for (const item of wanted) if (item !== undefined) requireTruth(item, isTrue, bound, to);
    },
    quantifier: (over) => requireElement(over, isTrue, bound, to),
    test: (test) => {
      if (isValueTest(test)) requireValue(test, isTrue, bound, to);
      else if (isTrue) requireOfCall(test, to.constraints);
    },
  });
}

/** What the commands or the session must have. */
function requireOfCall(cond: Exclude<Test, ValueTest>, constraints: Constraints): void {
  if (cond.op === "runs") constraints.runs.push(cond.patterns);
  else if (cond.op === "only") constraints.only.push(cond.patterns);
  else if (cond.op === "flows") constraints.flows.push(cond);
  else constraints.labels.push(cond.label);
}

function requireElement(cond: Quantifier, isTrue: boolean, bound: Bound, to: Collecting): void {
  const path = valuePath(cond.list, to.index.ir);
  const slot = path === null ? null : slotFor(path.root, bound, to.constraints);
  const isNeeded = cond.op === "any" ? isTrue : isTrue || to.choice.of([false, true]) === true;
  if (cond.op === "all" ? isTrue : !isTrue) slot?.every.push(judgeOf(cond.body, cond.var, isTrue, to.index));
  if (!isNeeded) return;
  const element = elementOf();
  slot?.elements.push(element);
  if (slot === null && cond.list.op === "list") fixElement(cond.list.items, element, to);
  requireTruth(cond.body, isTrue, new Map(bound).set(cond.var, element), to);
}

/** An element of a list that the policy itself writes down. */
function fixElement(items: readonly (string | number | boolean)[], element: Element, to: Collecting): void {
  const item = to.choice.of(items);
  element.self.demands.push({ likely: [item], passes: (value) => value === item });
}

/** Judges a plain element by the tests of the body that speak of it alone; the others count as passed. */
function judgeOf(body: IrCond, variable: number, isTrue: boolean, index: RuleIndex): Demand {
  const likely: Value[] = [];
  const propose = (cond: IrCond, wanted: boolean): void => {
    if (cond.op === "not") propose(cond.item, !wanted);
    else if (cond.op === "and" || cond.op === "or") for (const item of cond.items) propose(item, wanted);
    else if (isValueTest(cond)) {
      const demand = index.demandOf(cond, wanted);
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
    const demand = index.demandOf(cond, wanted);
    if (demand === null || demand.root.op !== "var" || demand.root.var !== variable) return true;
    return demand.passes(value);
  };
  return { passes: (value) => judge(body, isTrue, value), likely };
}

function slotFor(root: Root, bound: Bound, constraints: Constraints): Slot | null {
  if (root.op === "var") return bound.get(root.var)?.self ?? null;
  const slots = root.op === "part" ? bound.get(root.var)?.parts : constraints.slots;
  if (slots === undefined) return null;
  const key = root.op === "part" ? root.part : rootKey(root);
  const known = slots.get(key);
  if (known !== undefined) return known;
  const slot = slotOf(root);
  slots.set(key, slot);
  return slot;
}

function requireValue(cond: ValueTest, isTrue: boolean, bound: Bound, to: Collecting): void {
  if (requireListItem(cond, isTrue, bound, to) || requireLength(cond, isTrue, bound, to)) return;
  const demand = to.index.demandOf(cond, isTrue);
  if (demand === null) {
    requireBoth(cond, isTrue, bound, to);
    return;
  }
  slotFor(demand.root, bound, to.constraints)?.demands.push(demand);
}

/** `xs contains "a"`, and `"a" in xs` where `xs` is no list of the policy's own. */
function requireListItem(cond: ValueTest, isTrue: boolean, bound: Bound, to: Collecting): boolean {
  const sides =
    cond.op === "contains" && cond.of === "list"
      ? ([cond.value, cond.needle] as const)
      : cond.op === "in" && cond.list.op !== "list"
        ? ([cond.list, cond.value] as const)
        : null;
  if (sides === null) return false;
  const [list, item] = sides;
  const path = valuePath(list, to.index.ir);
  const slot = path === null ? null : slotFor(path.root, bound, to.constraints);
  const value = item.op === "const" ? item.value : someValue(item, to);
  if (item.op !== "const") requireConstant(item, value, bound, to);
  if (isTrue) {
    const element = elementOf();
    element.self.demands.push({ likely: [value], passes: (one) => one === value });
    if (slot === null && list.op === "list") return true;
    slot?.elements.push(element);
  } else slot?.every.push({ passes: (one) => one !== value, likely: [] });
  return true;
}

const MOST_ELEMENTS = 200;

/** `length(writes) > 0`: as many elements as needed, all different, because a view lists equal elements once. */
function requireLength(cond: ValueTest, isTrue: boolean, bound: Bound, to: Collecting): boolean {
  const value = testedValue(cond);
  if (value.op !== "length" || value.of !== "list") return false;
  const path = valuePath(value.value, to.index.ir);
  const demand = to.index.demandOf(cond, isTrue);
  if (path === null || demand === null) return false;
  const slot = slotFor(path.root, bound, to.constraints);
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
  // Valid as a path, a host and a word.
  element.self.demands.push({ likely: [wrapper ?? `x${elements.length + 1}`], passes: () => true });
  return element;
}

/** Two values of the event against each other: one gets a plain value, the other is tested against that. */
function requireBoth(cond: ValueTest, isTrue: boolean, bound: Bound, to: Collecting): void {
  const fixed = (value: IrValue): IrValue => {
    if (value.op === "const" || value.op === "list") return value;
    const constant = someValue(value, to);
    requireConstant(value, constant, bound, to);
    return { op: "const", value: constant };
  };
  const operand = cond.op === "compare" ? cond.right : operandOf(cond);
  const field = operandFields(cond.op).at(-1);
  const settled = operand === null || field === undefined ? cond : withField(cond, field, fixed(operand));
  const demand = to.index.demandOf(settled, isTrue);
  if (demand !== null) slotFor(demand.root, bound, to.constraints)?.demands.push(demand);
}

function requireConstant(value: IrValue, constant: string | number | boolean, bound: Bound, to: Collecting): void {
  const path = valuePath(value, to.index.ir);
  if (path === null) return;
  slotFor(path.root, bound, to.constraints)?.demands.push({
    likely: path.from(constant),
    passes: (one) => path.seen(one) === constant,
  });
}

function someValue(value: IrValue, to: Collecting): string | number | boolean {
  const type = "type" in value ? value.type : "string";
  if (type === "int" || value.op === "length" || value.op === "counted") return to.choice.of([1, 0, 3]) ?? 1;
  return type === "bool" ? true : (to.choice.of(["x", "main", "a"]) ?? "x");
}
