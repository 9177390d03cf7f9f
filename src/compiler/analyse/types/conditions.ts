// Conditions: `and`, `or`, `not`, quantifiers, `is`, labels, `def`s put in place. Comparisons are in comparisons.ts.
// Each gives the IR and what is known when it is true and when it is false.

import type { Detail } from "../../diagnostics/session.ts";
import type { CallExpr, DefDecl, Expr, IsExpr, LogicExpr, QuantifierExpr, Span } from "../../ir/ast.ts";
import { listOfElement } from "../../ir/call-parts.ts";
import type { IrCond, IrValue } from "../../ir/ir.ts";
import type { Declared } from "../names/bundle-scope.ts";
import { either, type Known, withoutOwner, withPresent, withShell } from "../names/narrowing.ts";
import { nearest } from "../names/nearest.ts";
import { resolvePath } from "../names/resolve.ts";
import { fail, flipped, loosens, type RuleScope, suggestion } from "../names/rule-scope.ts";
import { typeOf } from "../names/type-refs.ts";
import { BOOL, fits, INT, listOf, PATH, STRING, type Type, type Typed, typeWords } from "../names/value-types.ts";
import { compareTest, wordTest } from "./comparisons.ts";
import { flowsTest, runsTest } from "./shell-tests.ts";
import { asType, present, presentValue, typedOf } from "./values.ts";

export interface Checked {
  readonly cond: IrCond;
  /** What is known when it is true, and when it is false. */
  readonly yes: Known;
  readonly no: Known;
}

const FALSE: IrCond = { op: "false" };
const TRUE: IrCond = { op: "true" };

/** A condition without bearing on what is known. */
export const plainly = (cond: IrCond | null, known: Known): Checked => ({ cond: cond ?? FALSE, yes: known, no: known });

export const negate = ({ cond, yes, no }: Checked): Checked => ({ cond: negated(cond), yes: no, no: yes });

export function negated(cond: IrCond): IrCond {
  if (cond.op === "not") return cond.item;
  if (cond.op === "true") return FALSE;
  return cond.op === "false" ? TRUE : { op: "not", item: cond };
}

/** After a report the condition stands as false and the rule is marked as failed; the rest is still examined. */
export function conditionOf(expr: Expr, known: Known, scope: RuleScope): Checked {
  const found = readCondition(expr, known, scope);
  keepPlace(found.cond, expr.span, scope);
  return found;
}

/** Of a negated test the place is that of the whole; the innermost expression has its say first. */
function keepPlace(cond: IrCond, span: Span, { bundle: { places } }: RuleScope): void {
  const test = cond.op === "not" ? cond.item : cond;
  // These two are shared by all rules.
  if (test.op !== "true" && test.op !== "false" && !places.has(test)) places.set(test, span);
}

function readCondition(expr: Expr, known: Known, scope: RuleScope): Checked {
  if (isTooMuch(expr, scope)) return plainly(null, known);
  switch (expr.kind) {
    case "ParenExpr":
      return conditionOf(expr.item, known, scope);
    case "LogicExpr":
      return logic(expr, known, scope);
    case "NotExpr":
      return negate(conditionOf(expr.item, known, flipped(scope)));
    case "CompareExpr":
      return compareTest(expr, known, scope);
    case "WordTestExpr":
      return wordTest(expr, known, scope);
    case "IsExpr":
      return isTest(expr, known, scope);
    case "RunsExpr":
      return runsTest(expr, known, scope);
    case "FlowsExpr":
      return flowsTest(expr, known, scope);
    case "QuantifierExpr": {
      const cond = quantifier(expr, known, scope);
      // Both need an element, and only a shell command has any.
      const isShell = cond !== null && "list" in cond && (cond.list.op === "calls" || cond.list.op === "externals");
      return { ...plainly(cond, known), yes: isShell ? withShell(known) : known };
    }
    case "MarkedExpr":
      scope.found.labels.push({ label: expr.label.text, span: expr.label.span, loosens: loosens(scope) });
      return plainly({ op: "marked", label: expr.label.text }, known);
    case "CallExpr": {
      const declared = scope.names.byName.get(expr.name.text);
      if (declared?.def) return inline(expr, declared, declared.def, known, scope);
      return plainly(holds(expr, known, scope), known);
    }
    default:
      return plainly(holds(expr, known, scope), known);
  }
}

function logic(expr: LogicExpr, known: Known, scope: RuleScope): Checked {
  const items: IrCond[] = [];
  let through = known;
  let left: Known | null = null;
  for (const item of expr.items) {
    const { cond, yes, no } = conditionOf(item, through, scope);
    items.push(cond);
    const [on, off] = expr.op === "and" ? [yes, no] : [no, yes];
    through = on;
    left = left === null ? off : either(left, off);
  }
  const cond: IrCond = { op: expr.op, items };
  const rest = left ?? known;
  return expr.op === "and" ? { cond, yes: through, no: rest } : { cond, yes: rest, no: through };
}

/** A bool value as a condition. */
function holds(expr: Expr, known: Known, scope: RuleScope): IrCond | null {
  const given = presentValue(expr, known, scope);
  if (given === null) return null;
  const typed = asType(given, BOOL);
  if (typed.type.base !== "bool") {
    const help = isList(typed.type)
      ? { help: "say what must be true of its elements: `any ...` or `all ...`" }
      : typed.constant?.kind === "string"
        ? {
            help: `\`and\` and \`or\` join whole conditions: write \`x == "${typed.constant.value}"\` again, or a list: \`x in ["a", "b"]\`, \`command runs "a", "b"\``,
          }
        : {};
    return fail(scope, "P302", expr.span, { type: typeWords(typed.type) }, help);
  }
  if (typed.constant?.kind === "bool") return typed.constant.value ? TRUE : FALSE;
  return { op: "holds", value: typed.value };
}

const isList = (type: Type): boolean => type.base === "list";

// `is`

const placeWords = ["root", "home", "project", "system", "policyc"] as const;
const words = ["present", "missing", ...placeWords];

function isTest(expr: IsExpr, known: Known, scope: RuleScope): Checked {
  const word = expr.word.text;
  const inner = expr.negated ? flipped(scope) : scope;
  if (word === "present" || word === "missing") {
    const found = presence(expr, word, known, inner);
    return expr.negated ? negate(found) : found;
  }
  const place = placeWords.find((known) => known === word);
  if (place === undefined) {
    fail(scope, "P227", expr.word.span, { word }, adviceForIs(expr, scope));
    return plainly(null, known);
  }
  const given = presentValue(expr.left, known, inner);
  const cond = given === null ? null : placeTest(given, place, scope);
  return plainly(cond !== null && expr.negated ? negated(cond) : cond, known);
}

/** `tool is bash` compares; anything else is a word that `is` does not have. */
function adviceForIs({ left, negated, word }: IsExpr, scope: RuleScope): Detail {
  const near = nearest(word.text, words, scope.bundle.session);
  if (near !== null) return suggestion(near);
  const sign = negated ? "!=" : "==";
  if (!scope.bundle.toolWords.has(word.text.toLowerCase()))
    return { help: `to compare, write \`${sign} "${word.text}"\`; the words after \`is\` are ${words.join(", ")}` };
  const fix = ` ${sign} "${word.text.toLowerCase()}"`;
  return { help: `to compare, write \`${fix.trim()}\``, fix, fixAt: { ...word.span, start: left.span.end } };
}

function placeTest(given: Typed, word: (typeof placeWords)[number], scope: RuleScope): IrCond | null {
  const typed = asType(given, PATH);
  if (isList(typed.type)) return needsQuantifier(typed, `is ${word}`, scope);
  if (typed.type.base !== "path") {
    return fail(scope, "P307", given.span, { test: `is ${word}`, type: typeWords(typed.type), works: "path" });
  }
  return { op: "is", word, value: typed.value };
}

function presence(expr: IsExpr, word: "present" | "missing", known: Known, scope: RuleScope): Checked {
  const typed = typedOf(expr.left, known, scope);
  if (typed === null) return plainly(null, known);
  const isPlainList = isList(typed.type) && typed.value.op !== "field" && typed.value.op !== "json";
  if (typed.constant !== null || isPlainList || typed.value.op === "var") {
    const help =
      typed.constant === null && isPlainList
        ? { help: `to test for at least one element, write \`length(${typed.key ?? "x"}) > 0\`` }
        : {};
    fail(scope, "P335", typed.span, { word }, help);
    return plainly(null, known);
  }
  const there = typed.key === null ? known : withPrefixes(known, typed.key);
  if (!mayBeMissing(typed)) {
    fail(scope, "P335", typed.span, { word });
    return plainly(null, known);
  }
  const cond: IrCond = { op: "is", word, value: typed.value };
  return word === "present" ? { cond, yes: there, no: known } : { cond, yes: known, no: there };
}

function mayBeMissing({ value, unguarded }: Typed): boolean {
  if (unguarded !== null) return true;
  if (value.op === "field" || value.op === "fact" || value.op === "part") return value.optional;
  return value.op === "json";
}

/** `metadata.a.b` is present only if `metadata.a` and `metadata` are. */
function withPrefixes(known: Known, key: string): Known {
  let all = withPresent(known, key);
  if (!/^(?:metadata|messages|input)\./.test(key)) return all;
  for (let dot = key.indexOf("."); dot !== -1; dot = key.indexOf(".", dot + 1))
    all = withPresent(all, key.slice(0, dot));
  return all;
}

// Quantifiers

/** A list tested as if it were one value. */
export function needsQuantifier(list: Typed, test: string, scope: RuleScope): null {
  const name = list.key ?? "this list";
  const any = `any ${list.key ?? "xs"}`;
  const rest = test.endsWith('"') ? "" : " ...";
  const help = `write \`${any} ${test}${rest}\` or \`all ${list.key ?? "xs"} ${test}${rest}\``;
  // In what restricts, `any` is the stricter of the two, and the one that was meant.
  const isCertain = list.key !== null && !loosens(scope) && /^(?:matches|under|is \w+)$/.test(test);
  return fail(scope, "P305", list.span, { name, test }, isCertain ? { help, fix: any } : { help });
}

type VarType = (IrValue & { readonly op: "var" })["type"];

/** Elements that are not text on the wire. */
const wires: ReadonlySet<string> = new Set(["int", "path", "host", "call", "external"] satisfies readonly VarType[]);

function quantifier(expr: QuantifierExpr, known: Known, scope: RuleScope): IrCond | null {
  if (scope.approves && expr.quantifier === "any") {
    const fixAt = { ...expr.span, end: expr.span.start + "any".length };
    fail(scope, "P249", expr.span, {}, { fix: "all", fixAt });
  }
  const list = present(resolvePath(expr.list, known, scope), scope);
  if (list === null) return null;
  const typed = asType(list, listOf(STRING));
  if (typed.type.base !== "list") {
    return fail(scope, "P306", expr.list.span, { quantifier: expr.quantifier, type: typeWords(typed.type) });
  }
  const item = typed.type.item ?? STRING;
  const records = listOfElement(item.base);
  if (records !== undefined && expr.variable === null) {
    const parts = Object.keys(records.parts).join(", ");
    const help = `write \`${records.example}\`; the parts are ${parts}`;
    const name = list.key ?? "command.calls";
    return fail(scope, "P265", expr.list.span, { name, what: "a list whose elements have parts" }, { help });
  }
  const id = scope.found.variables++;
  const wire = wires.has(item.base) ? (item.base as VarType) : "string";
  const element: Typed = {
    span: expr.list.span,
    type: item,
    value: { op: "var", var: id, type: wire },
    constant: null,
    unguarded: null,
    key: expr.variable?.text ?? null,
    isEnv: false,
  };
  const inner = bind(expr, element, scope);
  const { cond } = conditionOf(expr.body, withoutOwner(known, expr.variable?.text ?? ""), inner);
  return { op: expr.quantifier, list: typed.value, var: id, body: cond };
}

function bind(expr: QuantifierExpr, element: Typed, scope: RuleScope): RuleScope {
  const { variable } = expr;
  if (variable === null) return { ...scope, element };
  if (scope.variables.has(variable.text) || scope.names.byName.has(variable.text)) {
    fail(scope, "P216", variable.span, { name: variable.text, what: "in use here" });
  }
  return { ...scope, variables: new Map([...scope.variables, [variable.text, element]]) };
}

// `def`

const DEEPEST_DEFS = 32;
const MOST_STEPS = 20_000;
/** Over all rules of a bundle. */
export const MOST_STEPS_IN_ALL = 2_000_000;

/** `def`s that use `def`s twice grow by powers of two, so what they become is counted. */
function isTooMuch(expr: Expr, scope: RuleScope): boolean {
  if (scope.inside.length === 0) return false;
  const { found, bundle } = scope;
  found.steps++;
  bundle.budget.steps++;
  if (found.steps <= MOST_STEPS && bundle.budget.steps <= MOST_STEPS_IN_ALL) return false;
  if (!found.isTooMuch) fail(scope, "P238", expr.span, { name: scope.inside[0] ?? "" });
  found.isTooMuch = true;
  return true;
}

function inline(expr: CallExpr, declared: Declared, def: DefDecl, known: Known, scope: RuleScope): Checked {
  const name = def.name.text;
  scope.bundle.usedNames.add(declared);
  if (scope.inside.includes(name) || scope.inside.length >= DEEPEST_DEFS) {
    fail(
      scope,
      "P237",
      expr.name.span,
      { name },
      {
        help: [...scope.inside, name]
          .slice(0, 8)
          .map((link) => `\`${link}\``)
          .join(" needs "),
      },
    );
    return plainly(null, known);
  }
  if (expr.args.length !== def.params.length) {
    const shape = `${name}(${def.params.map((param) => param.name.text).join(", ")})`;
    fail(scope, "P328", expr.span, { name, shape }, { notes: [{ span: def.name.span, text: "defined here" }] });
    return plainly(null, known);
  }
  const variables = new Map<string, Typed>();
  for (const [at, param] of def.params.entries()) {
    const type = typeOf(param.type, scope.bundle.session);
    const arg = expr.args[at];
    const given = arg === undefined ? null : presentValue(arg, known, scope);
    if (type === null) scope.found.failed = true;
    if (type === null || given === null) return plainly(null, known);
    if (!fits(given, type)) {
      fail(
        scope,
        "P323",
        given.span,
        { name: param.name.text, wanted: typeWords(type), found: typeWords(given.type) },
        { notes: [{ span: param.name.span, text: "declared here" }] },
      );
      return plainly(null, known);
    }
    variables.set(param.name.text, argumentAs(given, type));
  }
  const inner: RuleScope = {
    ...scope,
    names: declared.home,
    variables,
    element: null,
    inside: [...scope.inside, name],
  };
  return conditionOf(def.body, known, inner);
}

/** The argument as its parameter's type, keeping what is more exact: a name stays a name, a command a command. */
function argumentAs(given: Typed, type: Type): Typed {
  const typed = asType(given, type.base === "int" ? INT : type);
  const isWider = typed.type.base === "string" && (type.base === "path" || type.base === "host");
  return isWider ? { ...typed, type, constant: null } : typed;
}
