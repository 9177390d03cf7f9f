// Changes one part of a condition: another operator, a negation, an alternative or a list item removed, `any` for `all`,
// another literal.

import { comparisons, conditionRow } from "../../language/operators/conditions.ts";
import { byShape, operandFields, type Quantifier, rowField, rowsOf, type Test, withField } from "../ir/by-shape.ts";
import type { Ir, IrCond, IrValue } from "../ir/ir.ts";

/** A changed condition, the part of it that was changed (a condition of the original), and how. */
export interface MutatedCondition {
  readonly cond: IrCond;
  readonly part: IrCond;
  readonly change: string;
}

/** The tables that lists refer to by number. */
export type ItemTables = Pick<Ir, "globs" | "patterns">;

/** Every way to change one thing. */
export function mutateCondition(cond: IrCond, tables: ItemTables): readonly MutatedCondition[] {
  return byShape<readonly MutatedCondition[]>(cond, {
    constant: () => [],
    // `not x` without its `not` is the negation of x, which the mutants of x include.
    not: (inner) =>
      inside(mutateCondition(inner, tables), (item) => (item.op === "not" ? item.item : { op: "not", item })),
    connective: (joined) => mutateConnective(joined, tables),
    quantifier: (over) => mutateQuantifier(over, tables),
    test: (test) => mutateTest(test, tables),
  });
}

const inside = (found: readonly MutatedCondition[], rebuild: (cond: IrCond) => IrCond): readonly MutatedCondition[] =>
  found.map((one) => ({ ...one, cond: rebuild(one.cond) }));

const negation = (cond: IrCond): MutatedCondition => ({
  cond: { op: "not", item: cond },
  part: cond,
  change: "is negated",
});

function mutateConnective(
  cond: IrCond & { readonly op: "and" | "or" },
  tables: ItemTables,
): readonly MutatedCondition[] {
  const other = cond.op === "and" ? "or" : "and";
  const { items } = cond;
  return [
    { cond: { op: other, items }, part: cond, change: `\`${cond.op}\` becomes \`${other}\`` },
    ...items.flatMap((item, at) => [
      { cond: { op: cond.op, items: items.toSpliced(at, 1) }, part: testOf(item), change: "is removed" },
      ...inside(mutateCondition(item, tables), (changed) => ({ op: cond.op, items: items.with(at, changed) })),
    ]),
  ];
}

/** The condition that has a place in the source. */
const testOf = (cond: IrCond): IrCond => (cond.op === "not" ? cond.item : cond);

function mutateQuantifier(cond: Quantifier, tables: ItemTables): readonly MutatedCondition[] {
  const other = cond.op === "any" ? "all" : "any";
  return [
    { cond: { ...cond, op: other }, part: cond, change: `\`${cond.op}\` becomes \`${other}\`` },
    negation(cond),
    ...inside(mutateCondition(cond.body, tables), (body) => ({ ...cond, body })),
  ];
}

/** Another word, another literal, a shorter list; and the negation, unless another word is the contrary. */
function mutateTest(cond: Test, tables: ItemTables): readonly MutatedCondition[] {
  const { mutants } = conditionRow(cond.op);
  return [
    ...Object.entries(mutants ?? {}).flatMap(([field, others]) => otherWords(cond, field, others)),
    ...operandFields(cond.op).flatMap((field) =>
      otherLiterals(held(cond, field) as IrValue, cond, (value) => withField(cond, field, value)),
    ),
    ...shorterLists(cond, tables),
    ...(mutants === undefined ? [negation(cond)] : []),
  ];
}

const held = (cond: Test, field: string): unknown => (cond as unknown as { readonly [field: string]: unknown })[field];

const signOf = (word: string): string =>
  (comparisons as { readonly [test: string]: { sign: string } })[word]?.sign ?? word;

function otherWords(
  cond: Test,
  field: string,
  others: { readonly [word: string]: readonly string[] },
): readonly MutatedCondition[] {
  const word = String(held(cond, field));
  return (others[word] ?? []).map((other) => ({
    cond: withField(cond, field, other),
    part: cond,
    change: `\`${signOf(word)}\` becomes \`${signOf(other)}\``,
  }));
}

function shorterLists(cond: Test, tables: ItemTables): readonly MutatedCondition[] {
  if (cond.op === "in" && cond.list.op === "list")
    return withoutSome(cond.list.items, cond, String, (items) => ({ ...cond, list: { op: "list", items } }));
  const rows = rowsOf(cond);
  const field = rowField(cond.op);
  if (rows === null || field === null) return [];
  return withoutSome(
    rows,
    cond,
    (row) => rowText(row, field, tables),
    (kept) => withField(cond, field, kept),
  );
}

/** A folder is in the list itself; globs and patterns are in the tables. */
function rowText(row: string | number, field: string, { globs, patterns }: ItemTables): string {
  if (typeof row === "string") return row;
  return (field === "globs" ? globs[row]?.pattern : patterns[row]) ?? "";
}

/**
 * Removes the first, the middle or the last item of a list: fifty mutants of a list of fifty add nothing.
 * A list of one item would become a constant, which the negation covers.
 */
function withoutSome<T>(
  items: readonly T[],
  part: IrCond,
  shown: (item: T) => string,
  rebuild: (items: readonly T[]) => IrCond,
): readonly MutatedCondition[] {
  if (items.length < 2) return [];
  const places = new Set([0, items.length >> 1, items.length - 1]);
  return [...places].map((at) => ({
    cond: rebuild(items.toSpliced(at, 1)),
    part,
    change: `\`${shown(items[at] as T)}\` is removed from its list`,
  }));
}

function otherLiterals(value: IrValue, part: IrCond, rebuild: (value: IrValue) => IrCond): readonly MutatedCondition[] {
  if (value.op !== "const" || typeof value.value === "boolean") return [];
  const literals = typeof value.value === "number" ? [value.value + 1, value.value - 1] : [`${value.value}~`];
  return literals.map((other) => ({
    cond: rebuild({ op: "const", value: other }),
    part,
    change: `\`${JSON.stringify(value.value)}\` becomes \`${JSON.stringify(other)}\``,
  }));
}
