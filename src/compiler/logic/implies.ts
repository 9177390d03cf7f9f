// Implication between conditions: where the first is true the second is, and where the first is not false the second is
// not. So a rule with the second acts whenever one with the first does, unknown included. Sound and incomplete.

import { foldedFolder } from "../ir/view-atoms.ts";
import type { Form, Literal } from "./form.ts";
import { type Limit, limitOf, type Scalar, type TextTest, toolOf } from "./limits.ts";
import { isNarrower } from "./narrower-pattern.ts";
import type { Tables } from "./tables.ts";

/** After this many comparisons the answer is no, which bounds the cost of generated conditions. */
const MOST_STEPS = 20_000;

interface Work {
  readonly tables: Tables;
  steps: number;
}

export function implies(a: Form, b: Form, tables: Tables): boolean {
  return formImplies(a, b, { tables, steps: 0 });
}

/** The same for two tests. */
export function literalImplies(a: Literal, b: Literal, tables: Tables): boolean {
  return testImplies(a, b, { tables, steps: 0 });
}

function formImplies(a: Form, b: Form, work: Work): boolean {
  if (++work.steps > MOST_STEPS) return false;
  if (b.kind === "all") return b.items.every((item) => formImplies(a, item, work));
  if (a.kind === "some") return a.items.every((item) => formImplies(item, b, work));
  if (b.kind === "some" && b.items.some((item) => formImplies(a, item, work))) return true;
  if (a.kind === "all") return a.items.some((item) => formImplies(item, b, work));
  return b.kind === "literal" && testImplies(a, b, work);
}

function testImplies(a: Literal, b: Literal, work: Work): boolean {
  const left = limitOf(a, work.tables);
  const right = limitOf(b, work.tables);
  if (right !== null) {
    const derived = toolOf(a);
    if (derived !== null && isWithin(derived, right)) return true;
    if (left !== null && isWithin(left, right)) return true;
  }
  if (a.isTrue !== b.isTrue) return false;
  // The contrapositive is the same question.
  return a.isTrue ? positiveImplies(a, b, work) : positiveImplies(b, a, work);
}

/** Both hold. A path that fits by every form fits by any; the other way round only where there is one form. */
function positiveImplies(a: Literal, b: Literal, work: Work): boolean {
  if (b.every && !a.every) return false;
  if (a.key === b.key) return true;
  const [x, y] = [a.test, b.test];
  if ("body" in x || "body" in y) {
    // `all` requires at least one element, so it implies `any`.
    return (
      "body" in x &&
      "body" in y &&
      (x.op === y.op || x.op === "all") &&
      sameValue(x.list, y.list) &&
      formImplies(x.body, y.body, work)
    );
  }
  if (x.op === "runs" && y.op === "runs") return patternsWithin(x.patterns, y.patterns, work.tables);
  if (x.op === "only" && y.op === "only") return x.patterns.every((pattern) => y.patterns.includes(pattern));
  if (x.op === "under" && y.op === "under")
    return sameValue(x.value, y.value) && isFolded(x, y) && isInside(x.dirs, y.dirs);
  if (x.op === "glob" && y.op === "glob")
    return (
      sameValue(x.value, y.value) && x.kind === y.kind && isFolded(x, y) && x.globs.every((id) => y.globs.includes(id))
    );
  return false;
}

/** A value that passes an exact comparison also passes one that ignores case. */
const isFolded = (x: { readonly fold: boolean }, y: { readonly fold: boolean }): boolean => y.fold || !x.fold;

const sameValue = (x: unknown, y: unknown): boolean => JSON.stringify(x) === JSON.stringify(y);

/** Every folder of the first is inside one of the second; only folders of the same kind are compared. */
function isInside(dirs: readonly string[], outer: readonly string[]): boolean {
  const folders = outer.map(foldedFolder).filter((dir) => dir !== null);
  return dirs.every((dir) => {
    if (outer.includes(dir)) return true;
    const inner = foldedFolder(dir);
    return inner !== null && folders.some((folder) => isBelow(inner, folder));
  });
}

const isHome = (dir: string): boolean => dir === "~" || dir.startsWith("~/");

function isBelow(inner: string, outer: string): boolean {
  if (inner === outer || inner.startsWith(`${outer}/`)) return true;
  if (outer === "/") return inner.startsWith("/");
  return outer === "." && !inner.startsWith("/") && !isHome(inner);
}

function patternsWithin(inner: readonly number[], outer: readonly number[], tables: Tables): boolean {
  return inner.every((id) => {
    if (outer.includes(id)) return true;
    const narrow = tables.pattern(id);
    return narrow !== null && outer.map(tables.pattern).some((wide) => wide !== null && isNarrower(narrow, wide));
  });
}

/** Every value that passes the first passes the second. Limits of different values imply nothing about each other. */
function isWithin(a: Limit, b: Limit): boolean {
  if (a.subject !== b.subject) return false;
  if (b.isPresent !== undefined) return a.isPresent === b.isPresent;
  if (a.allowed !== undefined) return [...a.allowed].every((value) => passes(value, b));
  if (b.allowed !== undefined) return false;
  if (b.excluded !== undefined) return [...b.excluded].every((value) => !mayBe(value, a));
  if (b.low !== undefined) return a.low !== undefined && a.low >= b.low;
  if (b.high !== undefined) return a.high !== undefined && a.high <= b.high;
  return a.text !== undefined && b.text !== undefined && textImplies(a.text, b.text);
}

/** Whether one of the limit's own values passes it. */
export function passes(value: Scalar, { allowed, excluded, low, high, text }: Limit): boolean {
  if (allowed?.has(value) === false || excluded?.has(value) === true) return false;
  if (typeof value === "number" && (value < (low ?? -Infinity) || value > (high ?? Infinity))) return false;
  return typeof value !== "string" || text === undefined || text.fits(value);
}

/** Whether the value passes a limit that infinitely many values pass. */
function mayBe(value: Scalar, limit: Limit): boolean {
  if (limit.isPresent !== undefined) return true;
  return passes(value, limit);
}

function textImplies(a: TextTest, b: TextTest): boolean {
  if (a.isTrue !== b.isTrue) return false;
  return saysTheSame(a, b) || (a.isTrue ? partImplies(a, b) : partImplies(b, a));
}

/** The same test of the same part; whether it is to be true is another question. */
export const saysTheSame = (a: TextTest, b: TextTest): boolean => a.meaning === b.meaning && a.part === b.part;

/** A text that contains the one part also contains the other. */
export function partImplies({ meaning, part }: TextTest, other: TextTest): boolean {
  if (meaning === null || other.meaning === null) return false;
  const isInside = meaning.isLiteral && other.meaning.isLiteral && other.meaning.place === "inside";
  return (meaning === other.meaning || isInside) && other.meaning.fits(part, other.part);
}
