// Necessary atoms: equality tests that must hold for a rule to be true, so that the index can file the rule under them.
// Sound, not complete: a condition that is not understood here gives no atom, and the rule is then always tested.

import { tools } from "../../language/schema.ts";
import { type Choice, isPatternError, parsePattern } from "../../shell/match/pattern.ts";
import { ANY_SUBCOMMAND, SOME_FOLDER } from "../../shell/programs/called-programs.ts";
import type { Ir, IrCond, IrRule, IrValue } from "../ir/ir.ts";
import { conjoin, distinct, type NecessaryValue, oneTerm, type Term, termsOfAll, texts } from "../ir/terms.ts";
import { isRequiredField, type Where } from "../ir/two-valued.ts";
import { viewTerms } from "../ir/view-atoms.ts";
import { callTerms, countedList, doesAtom, flowAtom } from "./call-atoms.ts";

/** What must hold for the rule to be anything but false: one of the terms. A term without atoms: always tested. */
export function termsOf(rule: IrRule, ir: Ir): readonly Term[] {
  const approves = rule.effects.some((chain) => chain.some(({ kind }) => kind === "allow"));
  const where: Place = { points: rule.points, tools: ir.tools, ir, approves };
  return termsOfAll(
    rule.conditions.map((part) => part.cond),
    (cond) => termsOfLeaf(cond, where),
  );
}

/** The points of the rule, and the tables its conditions refer to. */
interface Place extends Where {
  readonly ir: Ir;
  /** For a rule that approves, views of tools without a table are incomplete, which the index does not see. */
  readonly approves: boolean;
}

function termsOfLeaf(cond: IrCond, where: Place): readonly Term[] | null {
  if (cond.op === "runs") return ofShell(programTerms(cond.patterns, where.ir));
  if (cond.op === "only") return ofShell(null);
  if (cond.op === "flows") return ofShell(oneTerm(flowAtom(cond)));
  if (cond.op === "any" && cond.list.op === "calls") return ofShell(callTerms(cond.body, cond.var, where.ir));
  if (cond.op === "any" && cond.list.op === "view")
    return where.approves
      ? null
      : (viewTerms(cond.body, cond.var, cond.list.view, where.ir) ?? [[doesAtom(cond.list.view)]]);
  return oneTerm(atomOf(cond, where));
}

/** Only bash calls have commands; for calls of other tools the test can be skipped. */
const ofShell = (terms: readonly Term[] | null): readonly Term[] =>
  (terms ?? [[]]).map((term) => conjoin([{ key: "tool", values: ["bash"] }], term));

function atomOf(cond: IrCond, where: Place): NecessaryValue | null {
  if (cond.op === "compare" && cond.type === "string") return compareAtom(cond, where);
  if (cond.op === "in" && cond.type === "string" && cond.list.op === "list") {
    const key = scalarKey(cond.value, where);
    return key === null ? null : { key, values: texts(cond.list.items) };
  }
  if (cond.op === "not" && cond.item.op === "in" && cond.item.list.op === "list" && isTool(cond.item.value))
    return toolsWithout(texts(cond.item.list.items), where);
  if (cond.op === "not" && cond.item.op === "compare" && cond.item.test === "eq" && isTool(cond.item.left))
    return cond.item.right.op === "const" ? toolsWithout([String(cond.item.right.value)], where) : null;
  const counted = cond.op === "compare" ? countedList(cond) : null;
  return counted?.op === "view" && !where.approves ? doesAtom(counted.view) : null;
}

/** The names that a call is known by (called-programs.ts) and this pattern can fit. */
function calledNames(program: string, { path: [subcommand], hasTable }: Choice): readonly string[] {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const names = subcommand === undefined || !hasTable ? [name] : [`${name} ${subcommand}`, `${name} ${ANY_SUBCOMMAND}`];
  return program.includes("/") ? [...names, SOME_FOLDER] : names;
}

/** The programs that the patterns name, and prefixes of program names; null when a pattern fits any program. */
function programTerms(patterns: readonly number[], ir: Ir): readonly Term[] | null {
  const names: string[] = [];
  const beginnings: string[] = [];
  for (const index of patterns) {
    const pattern = parsePattern(ir.patterns[index] ?? "", ir.programs);
    if (isPatternError(pattern)) return null;
    for (const choice of pattern.choices) {
      const { program } = choice;
      const [name = ""] = program;
      if (program.length === 1) names.push(...calledNames(name, choice));
      else if (name === "" || program.some((piece) => piece.includes("/"))) return null;
      else beginnings.push(name);
    }
  }
  const atoms = [
    { key: "program", values: distinct(names) },
    { key: "program*", values: distinct(beginnings) },
  ];
  return atoms.filter(({ values }) => values.length > 0).map((atom) => [atom]);
}

function compareAtom(cond: IrCond & { readonly op: "compare" }, where: Where): NecessaryValue | null {
  const [field, constant] = cond.left.op === "const" ? [cond.right, cond.left] : [cond.left, cond.right];
  if (constant.op !== "const" || typeof constant.value !== "string") return null;
  if (cond.test === "ne") return isTool(field) ? toolsWithout([constant.value], where) : null;
  const key = cond.test === "eq" ? scalarKey(field, where) : null;
  return key === null ? null : { key, values: [constant.value] };
}

/** The index key of a field whose value is always text or unknown, null for any other value. */
function scalarKey(value: IrValue, where: Where): string | null {
  if (value.op !== "field" || value.type !== "string" || !isRequiredField(value, where)) return null;
  return value.name;
}

const isTool = (value: IrValue): boolean => value.op === "field" && value.name === "tool";

/** Every tool is one of the schema's or a declared one, so "not bash" is a list too. */
function toolsWithout(names: readonly string[], where: Where): NecessaryValue {
  const all = distinct([...Object.keys(tools), ...Object.keys(where.tools)]);
  return { key: "tool", values: all.filter((tool) => !names.includes(tool)) };
}
