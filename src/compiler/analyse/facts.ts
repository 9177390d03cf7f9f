// The small logic over conditions: can all of these be true at once? Sound and incomplete: an atom that is not understood
// counts as satisfiable, so a contradiction found here is one.

import type { IrCond, IrValue } from "../ir.ts";

type Scalar = string | number | boolean;

/** What is required of one value so far. */
interface Wanted {
  /** Null: anything. */
  allowed: ReadonlySet<Scalar> | null;
  readonly excluded: Set<Scalar>;
  low: number;
  high: number;
  isPresent: boolean | null;
  readonly tests: ((value: string) => boolean)[];
}

/** Beyond this a choice is taken as possible: machine-made conditions must not cost more than their size. */
const MOST_STEPS = 100_000;

type Context = ReadonlyMap<string, Wanted>;

/** Why these conditions cannot all be true, or null. */
export function contradiction(conds: readonly IrCond[]): string | null {
  return clash(conds, new Map());
}

function clash(conds: readonly IrCond[], outer: Context): string | null {
  const context = new Map<string, Wanted>();
  for (const [key, wanted] of outer)
    context.set(key, { ...wanted, excluded: new Set(wanted.excluded), tests: [...wanted.tests] });
  const choices: (readonly IrCond[])[] = [];
  const waiting: { readonly cond: IrCond; readonly isTrue: boolean }[] = conds.map((cond) => ({ cond, isTrue: true }));
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === undefined) break;
    const { cond, isTrue } = next;
    if (cond.op === "not") waiting.push({ cond: cond.item, isTrue: !isTrue });
    else if (cond.op === "and" || cond.op === "or") {
      const isAll = (cond.op === "and") === isTrue;
      if (isAll) for (const item of cond.items) waiting.push({ cond: item, isTrue });
      else choices.push(cond.items.map((item) => (isTrue ? item : { op: "not", item })));
    } else if ((cond.op === "any" || cond.op === "all") && isTrue) {
      const why = clash([cond.body], new Map());
      if (why !== null) return why;
    } else {
      const why = demand(cond, isTrue, context);
      if (why !== null) return why;
    }
  }
  // Branches are tried one level deep each, which keeps the cost to the size of the condition.
  for (const branches of choices) {
    if (branches.length * context.size > MOST_STEPS) continue;
    const reasons = branches.map((branch) => clash([branch], context));
    const [first] = reasons;
    if (first !== undefined && first !== null && reasons.every((reason) => reason !== null)) return first;
  }
  return null;
}

/** Adds one atom; why it cannot hold beside the others, or null. */
function demand(cond: IrCond, isTrue: boolean, context: Map<string, Wanted>): string | null {
  const atom = readAtom(cond, isTrue);
  if (atom === null) return null;
  const key = JSON.stringify(atom.value);
  const wanted = context.get(key) ?? {
    allowed: null,
    excluded: new Set(),
    low: -Infinity,
    high: Infinity,
    isPresent: null,
    tests: [],
  };
  context.set(key, wanted);
  const name = nameOf(atom.value);
  const before = wanted.isPresent;
  if (atom.isPresent !== undefined) wanted.isPresent = atom.isPresent;
  if (before !== null && wanted.isPresent !== null && before !== wanted.isPresent) {
    return `\`${name}\` cannot be both present and missing`;
  }
  if (atom.allowed !== undefined) {
    const { allowed } = atom;
    const both = wanted.allowed === null ? allowed : new Set([...wanted.allowed].filter((value) => allowed.has(value)));
    if (both.size === 0)
      return `\`${name}\` cannot be ${shown(wanted.allowed ?? allowed)} and ${shown(allowed)} at once`;
    wanted.allowed = both;
  }
  for (const value of atom.excluded ?? []) wanted.excluded.add(value);
  wanted.low = Math.max(wanted.low, atom.low ?? -Infinity);
  wanted.high = Math.min(wanted.high, atom.high ?? Infinity);
  if (wanted.low > wanted.high) return `no number is both at least ${wanted.low} and at most ${wanted.high}`;
  if (atom.test !== undefined) wanted.tests.push(atom.test);
  if (wanted.allowed !== null && ![...wanted.allowed].some((value) => fits(value, wanted))) {
    return `\`${name}\` cannot be ${shown(wanted.allowed)} and meet the other conditions`;
  }
  return null;
}

function fits(value: Scalar, wanted: Wanted): boolean {
  if (wanted.excluded.has(value)) return false;
  if (typeof value === "number") return value >= wanted.low && value <= wanted.high;
  return typeof value !== "string" || wanted.tests.every((test) => test(value));
}

interface Atom {
  readonly value: IrValue;
  readonly allowed?: ReadonlySet<Scalar>;
  readonly excluded?: Iterable<Scalar>;
  readonly low?: number;
  readonly high?: number;
  readonly isPresent?: boolean;
  readonly test?: (value: string) => boolean;
}

/** What an atom says about a value that can be told apart from others; null when it says nothing we understand. */
function readAtom(cond: IrCond, isTrue: boolean): Atom | null {
  switch (cond.op) {
    case "holds":
      return isVariable(cond.value) ? { value: cond.value, allowed: new Set([isTrue]) } : null;
    case "compare":
      return readCompare(cond, isTrue);
    case "in": {
      // An empty list is a parameter left at its default, not a slip.
      if (!isVariable(cond.value) || cond.list.op !== "list" || cond.list.items.length === 0) return null;
      const items = new Set<Scalar>(cond.list.items);
      return isTrue ? { value: cond.value, allowed: items } : { value: cond.value, excluded: items };
    }
    case "is":
      if ((cond.word !== "present" && cond.word !== "missing") || !isVariable(cond.value)) return null;
      return { value: cond.value, isPresent: (cond.word === "present") === isTrue };
    case "starts":
      return textTest(cond.value, cond.prefix, isTrue, (value, part) => value.startsWith(part));
    case "ends":
      return textTest(cond.value, cond.suffix, isTrue, (value, part) => value.endsWith(part));
    case "contains":
      return cond.of === "text"
        ? textTest(cond.value, cond.needle, isTrue, (value, part) => value.includes(part))
        : null;
    default:
      return null;
  }
}

function textTest(
  value: IrValue,
  part: IrValue,
  isTrue: boolean,
  test: (value: string, part: string) => boolean,
): Atom | null {
  if (!isVariable(value) || part.op !== "const" || typeof part.value !== "string") return null;
  const { value: text } = part;
  return { value, test: (candidate) => test(candidate, text) === isTrue };
}

const opposite = { eq: "ne", ne: "eq", lt: "ge", ge: "lt", gt: "le", le: "gt" } as const;
const mirrored = { eq: "eq", ne: "ne", lt: "gt", gt: "lt", le: "ge", ge: "le" } as const;

function readCompare(cond: IrCond & { readonly op: "compare" }, isTrue: boolean): Atom | null {
  const isLeft = isVariable(cond.left) && cond.right.op === "const";
  const isRight = isVariable(cond.right) && cond.left.op === "const";
  if (!isLeft && !isRight) return null;
  const value = isLeft ? cond.left : cond.right;
  const constant = isLeft ? cond.right : cond.left;
  if (constant.op !== "const") return null;
  const asWritten = isLeft ? cond.test : mirrored[cond.test];
  const test = isTrue ? asWritten : opposite[asWritten];
  if (test === "eq") return { value, allowed: new Set([constant.value]) };
  if (test === "ne") return { value, excluded: [constant.value] };
  if (cond.type !== "int" || typeof constant.value !== "number") return null;
  const limit = constant.value;
  if (test === "lt") return { value, high: limit - 1 };
  if (test === "le") return { value, high: limit };
  return test === "gt" ? { value, low: limit + 1 } : { value, low: limit };
}

/** The same text in two atoms means the same value within one decision. */
function isVariable(value: IrValue): boolean {
  // Two spellings may be one path, so paths say nothing here.
  if (value.op === "field" || value.op === "var") return value.type !== "path";
  return value.op === "fact" || value.op === "json" || value.op === "counted";
}

function nameOf(value: IrValue): string {
  if (value.op === "field") return value.name;
  if (value.op === "fact") return value.key;
  if (value.op === "json") return [nameOf(value.base), ...value.path].join(".");
  return value.op === "counted" ? value.counter : "the element";
}

function shown(values: ReadonlySet<Scalar>): string {
  const [first, ...rest] = [...values].map((value) => JSON.stringify(value));
  return rest.length === 0 ? `${first}` : `one of ${[first, ...rest.slice(0, 4)].join(", ")}`;
}
