// The index: every rule filed under the atom that leaves the fewest rules beside it, so that one event meets few rules.
// Scalar keys come before set keys: a view may be incomplete, and then every rule filed under it must be tested;
// inside a big scalar bucket the set keys split further, so nothing is lost.

import type { Point } from "../../language/contract.ts";
import { ANY_SUBCOMMAND } from "../../shell/programs/called-programs.ts";
import type { Ir, IrRule } from "../ir/ir.ts";
import { broadNames, isSetKey, type NecessaryValue, type Term } from "../ir/terms.ts";
import { termsOf } from "./atoms.ts";

export interface IndexedPoint {
  readonly state: readonly number[];
  /** Of places in `state`; null where there are few, or nothing distinguishes them. */
  readonly stateIndex: IndexPlan | null;
  readonly index: IndexPlan;
  readonly all: readonly number[];
}

export interface IndexPlan {
  readonly always: readonly number[];
  readonly keys: readonly KeyPlan[];
}

export interface KeyPlan {
  readonly key: string;
  readonly buckets: ReadonlyMap<string, BucketPlan>;
  /** What to test when the key is unknown; split by the next atom, because an incomplete view is common. */
  readonly unknown: BucketPlan;
}

export type BucketPlan = readonly number[] | IndexPlan;

/** One term of one rule on its way into the index; `copies` counts the buckets it is already in. */
interface Entry {
  readonly rule: number;
  readonly term: Term;
  readonly copies: number;
}

/** A bucket past this size is split by the next atom: cold functions cost more the more there are. */
const MOST_IN_BUCKET = 16;
/** Nested lists multiply; a rule is in at most this many buckets below the first level. */
const MOST_COPIES = 256;

/** The plan of every point that has rules, in the order the points first appear. */
export function planPoints(ir: Ir): ReadonlyMap<Point, IndexedPoint> {
  const terms = new Map<number, readonly Term[]>();
  const rulesOf = new Map<Point, IrRule[]>();
  for (const rule of ir.rules) {
    terms.set(rule.id, termsOf(rule, ir));
    for (const point of new Set(rule.points)) {
      const rules = rulesOf.get(point);
      if (rules === undefined) rulesOf.set(point, [rule]);
      else rules.push(rule);
    }
  }
  return new Map([...rulesOf].map(([point, rules]) => [point, planPoint(rules, terms)]));
}

function planPoint(rules: readonly IrRule[], terms: ReadonlyMap<number, readonly Term[]>): IndexedPoint {
  const strata = rules.flatMap((rule) => (rule.stratum === null ? [] : [{ id: rule.id, stratum: rule.stratum }]));
  const entriesOf = (id: number, rule: number): readonly Entry[] =>
    (terms.get(id) ?? [[]]).map((term) => ({ rule, term, copies: 1 }));
  const state = strata.sort((a, b) => a.stratum - b.stratum || a.id - b.id).map((rule) => rule.id);
  const marking = planBucket(state.flatMap((id, place) => entriesOf(id, place)));
  return {
    state,
    stateIndex: "always" in marking ? marking : null,
    index: planIndex(rules.flatMap((rule) => (rule.stratum === null ? entriesOf(rule.id, rule.id) : []))),
    all: rules.map((rule) => rule.id).sort((a, b) => a - b),
  };
}

function planIndex(entries: readonly Entry[]): IndexPlan {
  const sizes = countAtoms(entries);
  const chosen = entries.map((entry) => ({ entry, atom: bestAtom(entry, sizes) }));
  const always = new Set(chosen.flatMap(({ entry, atom }) => (atom === null ? [entry.rule] : [])));
  const byKey = new Map<string, Map<string, Entry[]>>();
  for (const { entry, atom } of chosen) if (atom !== null && !always.has(entry.rule)) file(byKey, entry, atom);
  const keys = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  return { always: ids(always), keys: keys.map(([key, buckets]) => planKey(key, buckets)) };
}

function planKey(key: string, buckets: ReadonlyMap<string, readonly Entry[]>): KeyPlan {
  const sorted = [...buckets].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    key,
    buckets: new Map(sorted.map(([value, entries]) => [value, planBucket(entries)])),
    unknown: planBucket([...new Set(sorted.flatMap(([, entries]) => entries))]),
  };
}

function planBucket(entries: readonly Entry[]): BucketPlan {
  const rules = ids(entries.map((entry) => entry.rule));
  if (rules.length <= MOST_IN_BUCKET) return rules;
  const index = planIndex(entries);
  return index.keys.length === 0 ? rules : index;
}

function file(byKey: Map<string, Map<string, Entry[]>>, entry: Entry, atom: NecessaryValue): void {
  const buckets = byKey.get(atom.key) ?? new Map<string, Entry[]>();
  byKey.set(atom.key, buckets);
  const rest = {
    rule: entry.rule,
    term: entry.term.filter((other) => other !== atom),
    copies: entry.copies * atom.values.length,
  };
  for (const value of atom.values) {
    const bucket = buckets.get(value);
    if (bucket === undefined) buckets.set(value, [rest]);
    else bucket.push(rest);
  }
}

/** How many entries each bucket would have. */
function countAtoms(entries: readonly Entry[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const sizes = new Map<string, Map<string, number>>();
  for (const { term } of entries) {
    for (const { key, values } of term) {
      const counts = sizes.get(key) ?? new Map<string, number>();
      sizes.set(key, counts);
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return sizes;
}

function bestAtom(entry: Entry, sizes: ReadonlyMap<string, ReadonlyMap<string, number>>): NecessaryValue | null {
  const usable = entry.term.filter((atom) => entry.copies === 1 || entry.copies * atom.values.length <= MOST_COPIES);
  const ranked = usable.map((atom) => ({ atom, cost: costOf(atom, sizes.get(atom.key)) }));
  ranked.sort((a, b) => compareCosts(a.cost, b.cost) || (a.atom.key < b.atom.key ? -1 : 1));
  return ranked[0]?.atom ?? null;
}

type Cost = readonly [kind: number, bucket: number, isTool: number, values: number];

/** From most to least selective: `rm` is less selective than a file name, and that something is read is the least selective. */
function kindOf(atom: NecessaryValue): number {
  if (!isSetKey(atom.key)) return 0;
  if (atom.key.startsWith("names:") || (atom.key === "text" && atom.values.every(isPeculiar))) return 1;
  if (atom.key === "does") return 5;
  if (broadNames(atom) > 0) return 4;
  return atom.key === "text" ? 3 : 2;
}

/** `/dev/`: a word made of letters only occurs in many texts. */
const isPeculiar = (text: string): boolean => text.length > 4 && /[^A-Za-z]/.test(text);

/** Nearly every call of such a program names a subcommand. */
const isSeldom = (name: string): boolean => name.endsWith(` ${ANY_SUBCOMMAND}`);

function costOf(atom: NecessaryValue, counts: ReadonlyMap<string, number> | undefined): Cost {
  let largest = 0;
  for (const value of atom.values) if (!isSeldom(value)) largest = Math.max(largest, counts?.get(value) ?? 0);
  return [kindOf(atom), largest, atom.key === "tool" ? 1 : 0, atom.values.length];
}

function compareCosts(a: Cost, b: Cost): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
}

const ids = (rules: Iterable<number>): readonly number[] => [...new Set(rules)].sort((a, b) => a - b);

/** The most rules that one key value selects: the cost of one event. */
export const largestGroup = ({ state, stateIndex, index }: IndexedPoint): number =>
  (stateIndex === null ? state.length : largestBucket(stateIndex)) + largestBucket(index);

export function largestBucket(index: IndexPlan): number {
  let largest = index.always.length;
  for (const key of index.keys)
    for (const bucket of key.buckets.values()) largest = Math.max(largest, sizeOf(bucket) + index.always.length);
  return largest;
}

const sizeOf = (bucket: BucketPlan): number => ("always" in bucket ? largestBucket(bucket) : bucket.length);
