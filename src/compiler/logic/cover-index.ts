// Finds, for a rule, the rules whose conditions could be implied by its own, without comparing every pair. A rule is filed
// under the rarest test it needs; a lookup uses the tests that a rule has. Generated rule sets get the first few candidates only.

import type { IrRule } from "../ir/ir.ts";
import { type Form, formOfRule, type Literal } from "./form.ts";
import { limitOf, toolOf } from "./limits.ts";
import type { Tables } from "./tables.ts";

export interface Filed {
  readonly rule: IrRule;
  readonly form: Form;
}

export interface CoverIndex {
  /** Rules that may be true whenever this one is; never the rule itself. */
  readonly candidates: (rule: Filed) => Iterable<Filed>;
  readonly all: readonly Filed[];
}

/** Per rule; the rest is not examined, which can lose a warning but never gives a wrong one. */
const MOST_CANDIDATES = 48;
/** A test that many values pass is not selective enough. */
const MOST_KEYS = 64;

export function coverIndex(rules: readonly IrRule[], tables: Tables): CoverIndex {
  const all = rules.map((rule): Filed => ({ rule, form: formOfRule(rule) }));
  const wanted = all.map(({ form }) => requirements(form, tables));
  const counts = new Map<string, number>();
  for (const keys of wanted.flat()) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const buckets = new Map<string, Filed[]>();
  const anywhere: Filed[] = [];
  for (const [at, filed] of all.entries()) {
    const keys = rarest(wanted[at] ?? [], counts);
    if (keys === null) anywhere.push(filed);
    for (const key of keys ?? []) {
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [filed]);
      else bucket.push(filed);
    }
  }
  return {
    all,
    candidates: (rule) => {
      const lists = [...new Set(offers(rule.form, tables))].map((key) => buckets.get(key) ?? []);
      const found = new Set<Filed>();
      for (const list of [anywhere, ...lists.sort((a, b) => a.length - b.length)]) {
        for (const filed of list) {
          if (found.size >= MOST_CANDIDATES) return found;
          if (filed.rule !== rule.rule) found.add(filed);
        }
      }
      return found;
    },
  };
}

type Keys = readonly string[];

function rarest(wanted: readonly Keys[], counts: ReadonlyMap<string, number>): Keys | null {
  let best: Keys | null = null;
  let least = Infinity;
  for (const keys of wanted) {
    const size = keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
    if (size >= least) continue;
    best = keys;
    least = size;
  }
  return best;
}

/** One list of keys per test that must hold; whatever implies that test offers one of them. */
function requirements(form: Form, tables: Tables): readonly Keys[] {
  if (form.kind === "all") return form.items.flatMap((item) => requirements(item, tables));
  const keys = form.kind === "some" ? eachBranch(form.items, tables) : keysOf(form, tables);
  return keys.length === 0 || keys.length > MOST_KEYS ? [] : [keys];
}

function eachBranch(branches: readonly Form[], tables: Tables): Keys {
  const found = branches.map((branch) => requirements(branch, tables)[0] ?? []);
  return found.some((keys) => keys.length === 0) ? [] : found.flat();
}

function keysOf(literal: Literal, tables: Tables): Keys {
  const limit = limitOf(literal, tables);
  if (limit !== null) {
    const { subject, allowed } = limit;
    return allowed === undefined ? [`about ${subject}`] : [...allowed].map((value) => `${value} ${subject}`);
  }
  const { test } = literal;
  if ("body" in test) {
    const inner = literal.isTrue ? (requirements(test.body, tables)[0] ?? []) : [];
    return inner.length === 0 ? [listKey(literal)] : inner.map((key) => `${listKey(literal)} ${key}`);
  }
  return test.op === "runs" ? programs(test.patterns, tables) : [groupOf(literal)];
}

/** All keys under which a rule may be filed that is implied by this form. */
function offers(form: Form, tables: Tables): Keys {
  if (form.kind === "all") return form.items.flatMap((item) => offers(item, tables));
  // What every branch implies, the first one implies.
  if (form.kind === "some") return form.items[0] === undefined ? [] : offers(form.items[0], tables);
  const limits = [limitOf(form, tables), toolOf(form)].filter((limit) => limit !== null);
  const about = limits.flatMap(({ subject, allowed }) => [
    `about ${subject}`,
    ...[...(allowed ?? [])].slice(0, 1).map((value) => `${value} ${subject}`),
  ]);
  const { test } = form;
  if ("body" in test) {
    const inner = form.isTrue ? offers(test.body, tables) : [];
    const keys = listKeys(form);
    return [...about, ...keys, ...keys.flatMap((list) => inner.map((key) => `${list} ${key}`))];
  }
  return test.op === "runs" ? [...about, ...programs(test.patterns, tables)] : [...about, groupOf(form)];
}

const listKey = ({ test, isTrue }: Literal): string =>
  "list" in test ? `${isTrue ? "" : "not "}${test.op} ${JSON.stringify(test.list)}` : "";

/** A true `all` implies `any`, and a false `any` implies that `all` is false. */
function listKeys(literal: Literal): Keys {
  const { test, isTrue } = literal;
  const [gives, given] = isTrue ? (["all", "any"] as const) : (["any", "all"] as const);
  if (!("body" in test) || test.op !== gives) return [listKey(literal)];
  return [listKey(literal), listKey({ ...literal, test: { ...test, op: given } })];
}

/** Tests that may imply each other: of the same kind and about the same path, or the very same. */
function groupOf({ test, isTrue, key }: Literal): string {
  const about = test.op === "under" || test.op === "glob" ? `${test.op} ${JSON.stringify(test.value)}` : key;
  return `${isTrue ? "" : "not "}${about}`;
}

function programs(patterns: readonly number[], { pattern }: Tables): Keys {
  const choices = patterns.flatMap((id) => pattern(id)?.choices ?? []);
  return [...new Set(choices.map(({ program }) => `program ${program.join("*")}`))];
}
