// Conditions as terms of atoms: what must hold for one to be anything but false. `and` and `or` are read here, everything
// else by the readers of atoms.ts, view-atoms.ts and call-atoms.ts.

import { programTable } from "../../shell/programs/index.ts";
import type { IrCond } from "./ir.ts";

/** The condition is false unless `key` has one of `values`. */
export interface NecessaryValue {
  readonly key: string;
  readonly values: readonly string[];
}

/** Atoms that all must hold; a rule is a list of these, one of which must hold. */
export type Term = readonly NecessaryValue[];

/** An `or` over different keys multiplies terms; past this many the result is null. */
const MOST_TERMS = 8;

/** Reads a condition that is neither `and` nor `or`. Null: nothing is known about it. */
export type Leaf = (cond: IrCond) => readonly Term[] | null;

export function termsOfAll(conds: readonly IrCond[], leaf: Leaf): readonly Term[] {
  let terms: readonly Term[] = [[]];
  for (const cond of conds) {
    const found = termsOfCond(cond, leaf);
    if (found === null || terms.length * found.length > MOST_TERMS) continue;
    terms = terms.flatMap((term) => found.map((more) => conjoin(term, more)));
  }
  return terms;
}

export function termsOfCond(cond: IrCond, leaf: Leaf): readonly Term[] | null {
  if (cond.op === "and") return termsOfAll(cond.items, leaf);
  return cond.op === "or" ? termsOfOr(cond.items, leaf) : leaf(cond);
}

function termsOfOr(items: readonly IrCond[], leaf: Leaf): readonly Term[] | null {
  const branches: Term[] = [];
  for (const item of items) {
    const terms = telling(termsOfCond(item, leaf));
    if (terms === null) return null;
    branches.push(...terms);
  }
  const merged = mergeSameKeys(branches);
  return merged.length > MOST_TERMS ? null : merged;
}

/** `tool == "a" or tool == "b"` is one atom with two values. */
function mergeSameKeys(branches: readonly Term[]): readonly Term[] {
  const values = new Map<string, string[]>();
  const others: Term[] = [];
  for (const term of branches) {
    const [atom] = term;
    if (atom === undefined || term.length !== 1) others.push(term);
    else values.set(atom.key, [...(values.get(atom.key) ?? []), ...atom.values]);
  }
  return [...[...values].map(([key, of]): Term => [{ key, values: distinct(of) }]), ...others];
}

export function conjoin(left: Term, right: Term): Term {
  const byKey = new Map<string, NecessaryValue>(left.map((atom) => [atom.key, atom]));
  for (const atom of right) {
    const other = byKey.get(atom.key);
    // A set key holds several members at once, so two atoms on it do not narrow each other.
    if (other === undefined || (isSetKey(atom.key) && tellsMore(atom, other))) byKey.set(atom.key, atom);
    else if (!isSetKey(atom.key)) byKey.set(atom.key, { key: atom.key, values: intersect(other.values, atom.values) });
  }
  return [...byKey.values()];
}

/** Fewer values are more selective, a subcommand more than its program, and of two effect kinds the rarer one. */
function tellsMore(atom: NecessaryValue, other: NecessaryValue): boolean {
  if (broadNames(atom) !== broadNames(other)) return broadNames(atom) < broadNames(other);
  const { key, values } = atom;
  const [first = "", ...rest] = values;
  if (rest.length + 1 !== other.values.length) return rest.length + 1 < other.values.length;
  return key === "does" && rest.length === 0 && !usualEffects.has(first) && usualEffects.has(other.values[0] ?? "");
}

/** How many programs with subcommands it names, whichever of them they are called with. */
export const broadNames = ({ key, values }: NecessaryValue): number =>
  key === "program" ? values.filter((name) => programTable(name)?.subcommands !== undefined).length : 0;

/** A push uploads and names no host. */
const usualEffects: ReadonlySet<string> = new Set(["reads", "sends"]);

/** Set keys are probed once per member of a view, and a view may be incomplete; scalar keys are always known. */
export function isSetKey(key: string): boolean {
  return setKeys.has(key) || /^(?:under|names|is):/.test(key);
}

const setKeys: ReadonlySet<string> = new Set(["hosts", "program", "program*", "env", "text", "does"]);

const intersect = (a: readonly string[], b: readonly string[]): readonly string[] => {
  const other = new Set(b);
  return a.filter((value) => other.has(value));
};

export const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

export const texts = (items: readonly (string | number | boolean)[]): readonly string[] => distinct(items.map(String));

export const oneTerm = (atom: NecessaryValue | null): readonly Term[] | null => (atom === null ? null : [[atom]]);

/** The terms where each of them says something; null where one of them always holds. */
export const telling = (terms: readonly Term[] | null): readonly Term[] | null =>
  terms === null || terms.some((term) => term.length === 0) ? null : terms;
