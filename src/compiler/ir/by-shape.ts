// Conditions by their shape, and the fields of a node by what they hold. Code that handles conditions by shape
// does not name single operators, so a new operator needs no change there.

import { type ConditionOp, conditionRow, conditions, opOfWord } from "../../language/operators/conditions.ts";
import { cellOf, type FieldKind, type NodeFields, type TextMeaning } from "../../language/operators/row.ts";
import { type ValueOp, values } from "../../language/operators/values.ts";
import type { IrCond, IrValue } from "./ir.ts";

export type CondOf<Op extends IrCond["op"]> = Extract<IrCond, { readonly op: Op }>;
export type ValueOf<Op extends IrValue["op"]> = Extract<IrValue, { readonly op: Op }>;

type Constant = CondOf<"true" | "false">;
type Connective = CondOf<"and" | "or">;
type Negation = CondOf<"not">;
export type Quantifier = CondOf<"any" | "all">;
/** A condition that is neither constant nor made of other conditions. */
export type Test = Exclude<IrCond, Constant | Connective | Negation | Quantifier>;

export interface Cases<T> {
  readonly constant: (holds: boolean) => T;
  readonly not: (item: IrCond) => T;
  readonly connective: (cond: Connective) => T;
  readonly quantifier: (cond: Quantifier) => T;
  readonly test: (cond: Test) => T;
}

/** The result of the case for the condition's shape. */
export function byShape<T>(cond: IrCond, on: Cases<T>): T {
  switch (cond.op) {
    case "true":
    case "false":
      return on.constant(cond.op === "true");
    case "and":
    case "or":
      return on.connective(cond);
    case "not":
      return on.not(cond.item);
    case "any":
    case "all":
      return on.quantifier(cond);
    default:
      return on.test(cond);
  }
}

export const isTest = (cond: IrCond): cond is Test => conditions[cond.op].shape === "test";

/** Made of other conditions. */
export const isCompound = (cond: IrCond): boolean => !isTest(cond) && conditions[cond.op].shape !== "constant";

/** The value of a condition, given that of its tests, null where it depends on the event. */
export function fixedValue(cond: IrCond, of: (cond: Test | Quantifier) => boolean | null): boolean | null {
  return byShape<boolean | null>(cond, {
    constant: (holds) => holds,
    not: (item) => {
      const inner = fixedValue(item, of);
      return inner === null ? null : !inner;
    },
    connective: ({ op, items }) => {
      const settles = op === "or";
      const found = items.map((item) => fixedValue(item, of));
      if (found.includes(settles)) return settles;
      return found.every((one) => one === !settles) ? !settles : null;
    },
    quantifier: of,
    test: of,
  });
}

type Op = ConditionOp | ValueOp;

const allFields: { readonly [op: string]: NodeFields } = Object.fromEntries(
  Object.entries({ ...conditions, ...values }).map(([op, { fields }]) => [op, fields]),
);

const valueKinds: ReadonlySet<FieldKind> = new Set<FieldKind>(["subject", "operand", "members", "value"]);
const rowKinds: ReadonlySet<FieldKind> = new Set<FieldKind>(["globs", "patterns", "folders"]);

const named = (holds: (kind: FieldKind) => boolean): { readonly [op: string]: readonly string[] } =>
  Object.fromEntries(
    Object.entries(allFields).map(([op, fields]) => [
      op,
      Object.entries(fields).flatMap(([field, kind]) => (holds(kind) ? [field] : [])),
    ]),
  );

const single = named((kind) => valueKinds.has(kind));
const several = named((kind) => kind === "values");
const subjects = named((kind) => kind === "subject");
const operands = named((kind) => kind === "operand");
const rows = named((kind) => rowKinds.has(kind));

const NO_FIELDS: readonly string[] = [];

type Held = { readonly [field: string]: unknown };

export const kindOfField = (op: Op, field: string): FieldKind | undefined => allFields[op]?.[field];

const NO_VALUES: readonly IrValue[] = [];
const isWithoutValues = (op: Op): boolean => single[op]?.length === 0 && several[op]?.length === 0;

/** The values in the fields of a condition or of a value, without what is inside them. */
export function valuesIn(node: IrCond | IrValue): readonly IrValue[] {
  if (isWithoutValues(node.op)) return NO_VALUES;
  const held = node as unknown as Held;
  const one = (single[node.op] ?? NO_FIELDS).map((field) => held[field] as IrValue);
  const more = several[node.op] ?? NO_FIELDS;
  return more.length === 0 ? one : [...one, ...more.flatMap((field) => held[field] as readonly IrValue[])];
}

/** The same node with other values in its fields. */
export function withValues<N extends IrCond | IrValue>(node: N, change: (value: IrValue) => IrValue): N {
  if (isWithoutValues(node.op)) return node;
  const changed: { [field: string]: unknown } = { ...node };
  for (const field of single[node.op] ?? []) changed[field] = change(changed[field] as IrValue);
  for (const field of several[node.op] ?? []) changed[field] = (changed[field] as readonly IrValue[]).map(change);
  return changed as N;
}

/** The field with the value that is tested, if there is one such field. */
export const subjectOf = (cond: Test): IrValue | null => fieldOf(cond, subjects) as IrValue | null;

/** What the subject is tested against; null for tests with rows, words or two operands. */
export function operandOf(cond: Test): IrValue | null {
  return (operands[cond.op]?.length ?? 0) === 1 ? (fieldOf(cond, operands) as IrValue) : null;
}

/** Names of the fields that hold an operand. */
export const operandFields = (op: ConditionOp): readonly string[] => operands[op] ?? [];

/** The rows that a test names: globs and patterns by number, folders by name. */
export const rowsOf = (cond: Test): readonly (string | number)[] | null =>
  fieldOf(cond, rows) as readonly (string | number)[] | null;

/** The same test with another value in one of its fields. */
export const withField = <T extends IrCond>(cond: T, field: string, value: unknown): T => ({ ...cond, [field]: value });

/** The name of the field that holds the rows. */
export const rowField = (op: ConditionOp): string | null => rows[op]?.[0] ?? null;

function fieldOf(cond: Test, fields: { readonly [op: string]: readonly string[] }): unknown {
  const [field] = fields[cond.op] ?? [];
  return field === undefined ? null : (cond as unknown as Held)[field];
}

/** What a test of two texts means; null for every other test. */
export const textMeaning = (cond: Test): TextMeaning | null => cellOf(conditionRow(cond.op).text, cond);

/** Asks about the commands of a shell call, so that it is false for every other call. */
export const asksCommand = (cond: Test): boolean => conditionRow(cond.op).asks === "command";

/** What a word of a policy means between two texts; null if it is not such a word, or means more than one thing. */
export function meaningOfWord(word: string): TextMeaning | null {
  const op = opOfWord.get(word);
  return op === undefined ? null : cellOf(conditionRow(op).text, { op });
}

/** The test that a word of a policy stands for, of one text against another. */
export function testOfTexts(word: string, value: IrValue, operand: IrValue): IrCond {
  const op = opOfWord.get(word);
  const [field] = op === undefined ? [] : operandFields(op);
  if (field === undefined) throw new Error(`\`${word}\` does not compare two texts`);
  return { op, value, [field]: operand } as IrCond;
}
