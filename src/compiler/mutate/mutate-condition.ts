// One thing changed in a condition: another operator, a negation, an alternative or a list item gone, `any` for `all`,
// another literal.

import type { Ir, IrCond, IrValue } from "../ir/ir.ts";

/** A changed condition, the part of it that was changed (a condition of the original), and how. */
export interface Changed {
  readonly cond: IrCond;
  readonly part: IrCond;
  readonly change: string;
}

/** What lists name by number. */
export type ItemTables = Pick<Ir, "globs" | "patterns">;

/** Every way to change one thing. */
export function mutateCondition(cond: IrCond, tables: ItemTables): readonly Changed[] {
  switch (cond.op) {
    case "true":
    case "false":
      return [];
    case "and":
    case "or":
      return mutateConnective(cond, tables);
    case "not":
      // `not x` without its `not` is the negation of x, which comes out of x itself.
      return inside(mutateCondition(cond.item, tables), (item) =>
        item.op === "not" ? item.item : { op: "not", item },
      );
    case "any":
    case "all":
      return mutateQuantifier(cond, tables);
    case "compare":
      return mutateCompare(cond);
    default:
      return [...mutateOperands(cond, tables), negation(cond)];
  }
}

const inside = (found: readonly Changed[], rebuild: (cond: IrCond) => IrCond): readonly Changed[] =>
  found.map((one) => ({ ...one, cond: rebuild(one.cond) }));

const negation = (cond: IrCond): Changed => ({ cond: { op: "not", item: cond }, part: cond, change: "is negated" });

function mutateConnective(cond: IrCond & { readonly op: "and" | "or" }, tables: ItemTables): readonly Changed[] {
  const other = cond.op === "and" ? "or" : "and";
  const { items } = cond;
  return [
    { cond: { op: other, items }, part: cond, change: `\`${cond.op}\` becomes \`${other}\`` },
    ...items.flatMap((item, at) => [
      { cond: { op: cond.op, items: items.toSpliced(at, 1) }, part: testOf(item), change: "is left out" },
      ...inside(mutateCondition(item, tables), (changed) => ({ op: cond.op, items: items.with(at, changed) })),
    ]),
  ];
}

/** The condition that has a place in the source. */
const testOf = (cond: IrCond): IrCond => (cond.op === "not" ? cond.item : cond);

function mutateQuantifier(cond: IrCond & { readonly op: "any" | "all" }, tables: ItemTables): readonly Changed[] {
  const other = cond.op === "any" ? "all" : "any";
  return [
    { cond: { ...cond, op: other }, part: cond, change: `\`${cond.op}\` becomes \`${other}\`` },
    negation(cond),
    ...inside(mutateCondition(cond.body, tables), (body) => ({ ...cond, body })),
  ];
}

type Compare = IrCond & { readonly op: "compare" };

const words = { eq: "==", ne: "!=", lt: "<", le: "<=", gt: ">", ge: ">=" } as const;

/** The contrary, and the neighbour that differs at the border only. */
const otherTests: { readonly [T in Compare["test"]]: readonly Compare["test"][] } = {
  eq: ["ne"],
  ne: ["eq"],
  lt: ["ge", "le"],
  le: ["gt", "lt"],
  gt: ["le", "ge"],
  ge: ["lt", "gt"],
};

function mutateCompare(cond: Compare): readonly Changed[] {
  const tests = otherTests[cond.test].map((test) => ({
    cond: { ...cond, test },
    part: cond,
    change: `\`${words[cond.test]}\` becomes \`${words[test]}\``,
  }));
  return [
    ...tests,
    ...otherLiterals(cond.left, cond, (left) => ({ ...cond, left })),
    ...otherLiterals(cond.right, cond, (right) => ({ ...cond, right })),
  ];
}

function mutateOperands(cond: IrCond, { globs, patterns }: ItemTables): readonly Changed[] {
  switch (cond.op) {
    case "in":
      return cond.list.op === "list"
        ? withoutSome(cond.list.items, cond, String, (items) => ({ ...cond, list: { op: "list", items } }))
        : [];
    case "contains":
      return otherLiterals(cond.needle, cond, (needle) => ({ ...cond, needle }));
    case "starts":
      return otherLiterals(cond.prefix, cond, (prefix) => ({ ...cond, prefix }));
    case "ends":
      return otherLiterals(cond.suffix, cond, (suffix) => ({ ...cond, suffix }));
    case "glob":
      return withoutSome(
        cond.globs,
        cond,
        (at) => globs[at]?.pattern ?? "",
        (kept) => ({ ...cond, globs: kept }),
      );
    case "under":
      return withoutSome(cond.dirs, cond, String, (dirs) => ({ ...cond, dirs }));
    case "runs":
    case "only":
      return withoutSome(
        cond.patterns,
        cond,
        (at) => patterns[at] ?? "",
        (kept) => ({ ...cond, patterns: kept }),
      );
    default:
      return [];
  }
}

/**
 * Of a list of several the first, the middle and the last item gone: a table of fifty says the same thing fifty times.
 * What is left of a list of one is a constant, which the negation covers.
 */
function withoutSome<T>(
  items: readonly T[],
  part: IrCond,
  shown: (item: T) => string,
  rebuild: (items: readonly T[]) => IrCond,
): readonly Changed[] {
  if (items.length < 2) return [];
  const places = new Set([0, items.length >> 1, items.length - 1]);
  return [...places].map((at) => ({
    cond: rebuild(items.toSpliced(at, 1)),
    part,
    change: `\`${shown(items[at] as T)}\` is left out of its list`,
  }));
}

function otherLiterals(value: IrValue, part: IrCond, rebuild: (value: IrValue) => IrCond): readonly Changed[] {
  if (value.op !== "const" || typeof value.value === "boolean") return [];
  const literals = typeof value.value === "number" ? [value.value + 1, value.value - 1] : [`${value.value}~`];
  return literals.map((other) => ({
    cond: rebuild({ op: "const", value: other }),
    part,
    change: `\`${JSON.stringify(value.value)}\` becomes \`${JSON.stringify(other)}\``,
  }));
}
