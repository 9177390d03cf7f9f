// What a second call must do to switch a rule off for the first: meet the exception, alone or together with the rest of
// the rule in one command.

import { byShape, type Quantifier } from "../ir/by-shape.ts";
import type { Ir, IrCond, IrRule, IrValue } from "../ir/ir.ts";
import { eachCond } from "../ir/ir-walk.ts";
import type { Goal } from "./constraints.ts";
import { goalsOf } from "./find-setup.ts";
import type { Loosening } from "./loosening-tests.ts";

type Goals = readonly Goal[];

/** The rule, also with an element that the exception is not about: `rm x` where a bare `rm` would do. */
export function firingGoals(rule: IrRule, { cond: test, isSameView }: Loosening, ir: Ir): readonly Goals[] {
  if (test.op !== "any") return [goalsOf(rule)];
  const other: Quantifier = { ...test, body: { op: "not", item: test.body } };
  const either: IrCond = { op: "or", items: [test, { op: "not", item: other }] };
  const one = isSameView ? null : oneCommand(rule, test, other, ir);
  const usual = [goalsOf(rule), goalsOf(withReplaced(rule, test, either))];
  return one === null ? usual : [[{ cond: one, isTrue: true }], ...usual];
}

export function exemptGoals(rule: IrRule, { at, cond: test }: Loosening, ir: Ir): readonly Goals[] {
  const whole = rule.conditions[at]?.cond;
  if (whole === undefined) return [];
  const flipped = goalsOf(withReplaced(rule, test, { op: "not", item: test }));
  const one = test.op === "any" ? oneCommand(rule, test, test, ir) : null;
  return [[{ cond: whole, isTrue: false }], flipped, ...(one === null ? [] : [[{ cond: one, isTrue: true }]])];
}

function withReplaced(rule: IrRule, test: IrCond, by: IrCond): IrRule {
  return { ...rule, conditions: rule.conditions.map((part) => ({ ...part, cond: replaced(part.cond, test, by) })) };
}

function replaced(cond: IrCond, test: IrCond, by: IrCond): IrCond {
  if (cond === test) return by;
  const inner = (item: IrCond): IrCond => replaced(item, test, by);
  return byShape<IrCond>(cond, {
    constant: () => cond,
    not: (item) => ({ op: "not", item: inner(item) }),
    connective: ({ op, items }) => ({ op, items: items.map(inner) }),
    quantifier: (over) => ({ ...over, body: inner(over.body) }),
    test: () => cond,
  });
}

/** Above the numbers that variables of rules have. */
const COMMAND = 1_000_000;
const ELEMENT = COMMAND + 1;

/** One command with the program that the rule names, what it touches, and what is wanted in place of the exception. */
function oneCommand(rule: IrRule, except: Quantifier, wanted: Quantifier, ir: Ir): IrCond | null {
  if (except.list.op !== "view" || except.list.view === "kinds") return null;
  const items: IrCond[] = [];
  eachCond(rule, (cond) => {
    if (cond === except) return;
    if (cond.op === "any" && cond.list.op === "view" && cond.list.view !== "kinds")
      items.push({ ...cond, list: partOf(cond.list.view) });
    if (cond.op === "flows" && cond.to === "network")
      items.push({ op: "any", list: partOf("uploads"), var: ELEMENT, body: { op: "true" } });
    const program = cond.op === "runs" ? (ir.patterns[cond.patterns[0] ?? -1] ?? "").split(" ")[0] : "";
    if (program !== undefined && /^[\w.-]+$/.test(program)) items.push(isProgram(program));
  });
  if (items.length === 0) return null;
  items.push({ ...wanted, list: partOf(except.list.view) });
  return { op: "any", list: { op: "calls" }, var: COMMAND, body: { op: "and", items } };
}

const partOf = (part: string): IrValue => ({
  op: "part",
  var: COMMAND,
  part,
  type: part === "hosts" ? "list<host>" : "list<path>",
  optional: false,
});

const isProgram = (name: string): IrCond => ({
  op: "compare",
  test: "eq",
  type: "string",
  left: { op: "part", var: COMMAND, part: "program", type: "string", optional: false },
  right: { op: "const", value: name },
});
