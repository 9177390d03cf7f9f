// The tests by which one more element of a call can switch a rule off: `unless any`, `not command runs`, `all` and
// `only runs` of what the rule fires on, and tests of how the whole line is written.

import { byShape, type Quantifier, type Test } from "../ir/by-shape.ts";
import type { IrCond, IrRule, IrValue } from "../ir/ir.ts";

/** What a test is about: a view, or the commands of the line. */
type Elements = string;

export interface Loosening {
  /** The index of the condition of the rule that has the test. */
  readonly at: number;
  readonly cond: Quantifier | Test;
  /** `all` and `only runs`, which the rule asks for; all others are exceptions. */
  readonly isAsked: boolean;
  readonly about: Elements;
  /** The rule is about such elements elsewhere, so that the exception is met by another one. */
  readonly isSameView: boolean;
}

interface Found {
  readonly cond: Quantifier | Test;
  readonly isTrue: boolean;
  readonly about: Elements;
}

const COMMANDS = "commands";
/** Parts of a command that list what it touches. */
const touched: ReadonlySet<string> = new Set(["reads", "writes", "deletes", "uploads", "hosts"]);

export function looseningsOf(rule: IrRule): readonly Loosening[] {
  const found = rule.conditions.map(({ cond }) => elementTests(cond));
  const fired = new Set(found.flat().flatMap((test) => (isLoosening(test) ? [] : [test.about])));
  return found.flatMap((tests, at) =>
    tests.filter(isLoosening).map(({ cond, isTrue, about }) => {
      const isAsked = isTrue && (cond.op === "all" || cond.op === "only");
      return { at, cond, isAsked, about, isSameView: isAsked || fired.has(about) };
    }),
  );
}

/** More elements can only make the test false. A length may be tested either way. */
const isLoosening = ({ cond, isTrue }: Found): boolean =>
  cond.op === "compare" || (cond.op === "all" || cond.op === "only" ? isTrue : !isTrue);

function elementTests(cond: IrCond): readonly Found[] {
  const found: Found[] = [];
  const walk = (inner: IrCond, isTrue: boolean): void =>
    byShape<void>(inner, {
      constant: () => undefined,
      not: (item) => walk(item, !isTrue),
      connective: ({ items }) => {
        for (const item of items) walk(item, isTrue);
      },
      quantifier: (over) => {
        const about = elementsOf(over.list);
        if (about !== null) found.push({ cond: over, isTrue, about });
        if (over.op === "any" ? isTrue : !isTrue) walk(over.body, isTrue);
      },
      test: (test) => {
        const about = aboutOf(test);
        if (about !== null) found.push({ cond: test, isTrue, about });
      },
    });
  walk(cond, true);
  return found;
}

function elementsOf(list: IrValue): Elements | null {
  if (list.op === "view") return list.view === "kinds" ? COMMANDS : list.view;
  if (list.op === "calls" || list.op === "externals") return COMMANDS;
  return list.op === "part" && touched.has(list.part) ? list.part : null;
}

function aboutOf(test: Test): Elements | null {
  if (test.op === "runs" || test.op === "only" || test.op === "flows") return COMMANDS;
  if (test.op === "compare") return lengthOf(test.left) ?? lengthOf(test.right);
  const isOfLine = "value" in test && test.value.op === "field" && test.value.name === "input.command";
  return isOfLine && test.op !== "is" ? COMMANDS : null;
}

const lengthOf = (value: IrValue): Elements | null =>
  value.op === "length" && value.of === "list" ? elementsOf(value.value) : null;
