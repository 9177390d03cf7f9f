// Can all of these be true at once? Sound and incomplete: a test that is not understood counts as possible, so a
// contradiction found here is real. It is reported as two tests that cannot both hold.

import type { IrCond, IrValue } from "../ir/ir.ts";
import { derivedLimits } from "./derived-limits.ts";
import { type Form, type Literal, negated } from "./form.ts";
import { literalImplies, partImplies, passes, saysTheSame } from "./implies.ts";
import { type Limit, limitOf, nameOf, rangeOf, type Scalar, type TextTest, toolOf } from "./limits.ts";
import type { Tables } from "./tables.ts";

export interface Clash {
  /** The tests that cannot both be true; the same test twice when it is impossible by itself. */
  readonly first: IrCond;
  readonly second: IrCond;
  readonly why: string;
}

/** Tests beyond this many count as possible: generated conditions must not cost more than linear time. */
const MOST_TESTS = 400;
const MOST_PAIRS = 40;
const MOST_STEPS = 20_000;

/** Why these conditions cannot all be true, or null. */
export function contradiction(forms: readonly Form[], tables: Tables): Clash | null {
  return clash(forms, new Map(), [], { tables, steps: 0 });
}

interface Work {
  readonly tables: Tables;
  steps: number;
}

/** What the tests so far demand of one value, and which tests they are. */
interface Demands {
  readonly value: IrValue;
  readonly limits: readonly { readonly limit: Limit; readonly origin: IrCond }[];
}

type Context = ReadonlyMap<string, Demands>;

function clash(forms: readonly Form[], outer: Context, before: readonly Literal[], work: Work): Clash | null {
  const context = new Map(outer);
  const literals = [...before];
  const choices: (readonly Form[])[] = [];
  const waiting = [...forms].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (++work.steps > MOST_STEPS) return null;
    if (next.kind === "all") waiting.push(...next.items.toReversed());
    else if (next.kind === "some") {
      // An empty `or` is a constant, and reported as such.
      if (next.items.length > 0) choices.push(next.items);
    } else {
      const found = demand(next, context, work) ?? beside(next, literals, work);
      if (found !== null) return found;
      if (literals.length < MOST_PAIRS) literals.push(next);
    }
  }
  for (const branches of choices) {
    const found = everyBranch(branches, context, literals, work);
    if (found !== null) return found;
  }
  return null;
}

/** Why the first branch cannot be true, when none of them can. */
function everyBranch(
  branches: readonly Form[],
  context: Context,
  literals: readonly Literal[],
  work: Work,
): Clash | null {
  let first: Clash | null = null;
  for (const branch of branches) {
    work.steps += 1 + context.size / 8;
    const found = work.steps > MOST_STEPS ? null : clash([branch], context, literals, work);
    if (found === null) return null;
    first ??= found;
  }
  return first;
}

/** Adds what the test demands of its value; returns the contradiction, or null. */
function demand(literal: Literal, context: Map<string, Demands>, work: Work): Clash | null {
  const stated = [limitOf(literal, work.tables), toolOf(literal)].filter((limit) => limit !== null);
  for (const limit of [...stated, ...stated.flatMap(derivedLimits)]) {
    const { subject, value } = limit;
    const earlier = context.get(subject)?.limits ?? [];
    if (earlier.length >= MOST_TESTS) continue;
    context.set(subject, { value, limits: [...earlier, { limit, origin: literal.origin }] });
    const found = unsatisfiable(limit, literal.origin, earlier);
    if (found !== null) return found;
  }
  return inner(literal, work);
}

type Earlier = Demands["limits"];

function unsatisfiable(limit: Limit, origin: IrCond, earlier: Earlier): Clash | null {
  const name = `\`${nameOf(limit.value)}\``;
  const [least, most] = rangeOf(limit.value);
  if ((limit.low ?? least) > most || (limit.high ?? most) < least)
    return { first: origin, second: origin, why: `${name} is never ${shownLimit(limit)}` };
  for (const { limit: other, origin: first } of earlier) {
    const why = pairClash(name, other, limit);
    if (why !== null) return { first, second: origin, why };
  }
  return exhausted(name, limit, origin, earlier);
}

function pairClash(name: string, a: Limit, b: Limit): string | null {
  if (a.isPresent !== undefined && b.isPresent !== undefined && a.isPresent !== b.isPresent)
    return `${name} cannot be both present and missing`;
  if (a.isPresent === false || b.isPresent === false)
    return a.isPresent === b.isPresent ? null : `${name} cannot be missing and have a value`;
  const [set, rest] = a.allowed === undefined ? [b, a] : [a, b];
  if (set.allowed !== undefined) {
    if ([...set.allowed].some((value) => passes(value, rest))) return null;
    return `${name} cannot be ${shown(set.allowed)} and ${shownLimit(rest)}`;
  }
  const low = Math.max(a.low ?? -Infinity, b.low ?? -Infinity);
  const high = Math.min(a.high ?? Infinity, b.high ?? Infinity);
  if (low > high) return `no number is both at least ${low} and at most ${high}`;
  if (a.text !== undefined && b.text !== undefined && textsClash(a.text, b.text))
    return `${name} cannot ${shownText(a.text)} and ${shownText(b.text)}`;
  return null;
}

/** Several tests can contradict each other where no two do: a list of values, each excluded by another test. */
function exhausted(name: string, limit: Limit, origin: IrCond, earlier: Earlier): Clash | null {
  const all = [...earlier, { limit, origin }];
  const from = all.find((one) => one.limit.allowed !== undefined);
  if (from?.limit.allowed === undefined) return null;
  const left = [...from.limit.allowed].filter((value) => all.every((one) => passes(value, one.limit)));
  if (left.length > 0) return null;
  const last = from.origin === origin ? (earlier.at(-1)?.origin ?? origin) : origin;
  return {
    first: from.origin,
    second: last,
    why: `${name} cannot be ${shown(from.limit.allowed)} and meet the other conditions`,
  };
}

function textsClash(a: TextTest, b: TextTest): boolean {
  if (a.isTrue !== b.isTrue) {
    const [yes, no] = a.isTrue ? [a, b] : [b, a];
    return saysTheSame(yes, no) || partImplies(yes, no);
  }
  if (!a.isTrue || a.meaning === null || a.meaning !== b.meaning || a.meaning.place === "inside") return false;
  const { fits } = a.meaning;
  return !fits(a.part, b.part) && !fits(b.part, a.part);
}

/** The body of a quantifier that requires an element must be possible by itself. */
function inner({ test, isTrue }: Literal, work: Work): Clash | null {
  return "body" in test && isTrue ? clash([test.body], new Map(), [], work) : null;
}

/** A test and its negation, and two quantifiers over one list. */
function beside(literal: Literal, earlier: readonly Literal[], work: Work): Clash | null {
  for (const other of earlier) {
    const [yes, no] = literal.isTrue ? [literal, other] : [other, literal];
    if (yes.isTrue && !no.isTrue && literalImplies(yes, { ...no, isTrue: true }, work.tables))
      return { first: other.origin, second: literal.origin, why: "one of these tests negates the other" };
    const found = sameList(literal, other, work);
    if (found !== null) return found;
  }
  return null;
}

/** An element that one quantifier requires must also satisfy what the other demands of all elements. */
function sameList(a: Literal, b: Literal, work: Work): Clash | null {
  const [x, y] = [a.test, b.test];
  if (!("body" in x && "body" in y) || JSON.stringify(x.list) !== JSON.stringify(y.list)) return null;
  const found = promised(a, b, work) ?? promised(b, a, work);
  return found === null ? null : { ...found, why: `no element can be both: ${found.why}` };
}

function promised({ test, isTrue }: Literal, other: Literal, work: Work): Clash | null {
  const onAll = ofEach(other);
  return "body" in test && isTrue && onAll !== null ? clash([test.body, onAll], new Map(), [], work) : null;
}

/** What a quantifier demands of every element of its list. */
function ofEach({ test, isTrue }: Literal): Form | null {
  if (!("body" in test)) return null;
  if (test.op === "all") return isTrue ? test.body : null;
  return isTrue ? null : negated(test.body);
}

function shown(values: ReadonlySet<Scalar>): string {
  const [first, ...rest] = [...values].map((value) => JSON.stringify(value));
  return rest.length === 0 ? `${first}` : `one of ${[first, ...rest.slice(0, 4)].join(", ")}`;
}

const shownText = ({ meaning, part, isTrue }: TextTest): string =>
  `${isTrue ? "" : "not "}${meaning === null ? "match the pattern" : `${meaning.verb} ${JSON.stringify(part)}`}`;

function shownLimit({ allowed, excluded, low, high, text }: Limit): string {
  if (allowed !== undefined) return `${shown(allowed)} at once`;
  if (excluded !== undefined) return `not ${shown(excluded)}`;
  if (low !== undefined) return `at least ${low}`;
  if (high !== undefined) return `at most ${high}`;
  return text === undefined ? "present" : shownText(text);
}
