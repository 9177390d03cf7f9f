// Comparisons and word tests: which types they take, and what each becomes in the IR.

import { isLineFact } from "../../../language/operators/line-facts.ts";
import type { Detail } from "../../diagnostics/session.ts";
import type { CompareExpr, Expr, WordTestExpr } from "../../ir/ast.ts";
import { meaningOfWord, testOfTexts } from "../../ir/by-shape.ts";
import type { IrCond, IrValue } from "../../ir/ir.ts";
import { broken, complement, type Known, withTools } from "../names/narrowing.ts";
import { nearest } from "../names/nearest.ts";
import { callOf, neverLower, neverNumber } from "../names/never-true.ts";
import { fail, flipped, type RuleScope, suggestion } from "../names/rule-scope.ts";
import { fits, isText, listOf, PATH, STRING, type Type, type Typed, typeWords } from "../names/value-types.ts";
import { type Checked, needsQuantifier, negated, plainly } from "./conditions.ts";
import { aliases, isTool, neverHelp, neverWord, type TextConstant, textItems } from "./few-words.ts";
import {
  globKind,
  globTest,
  hostText,
  refuseGlob,
  refuseNever,
  regexOf,
  samePath,
  textsOf,
  warnOfControls,
} from "./patterns.ts";
import { patternFor } from "./run-patterns.ts";
import { asType, present, presentValue, typedOf } from "./values.ts";

// == != < <= > >=

const tests = { "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge" } as const;

export function compareTest(expr: CompareExpr, known: Known, scope: RuleScope): Checked {
  // `x == false` is a negation in other words.
  const isNegation = (expr.op === "!=") !== (isFalse(expr.left) || isFalse(expr.right));
  const inner = isNegation ? flipped(scope) : scope;
  const left = presentValue(expr.left, known, inner);
  const right = presentValue(expr.right, known, inner);
  if (left === null || right === null) return plainly(null, known);
  // A constant on the left reads the same the other way round.
  const [a, b] = left.constant !== null && right.constant === null ? [right, left] : [left, right];
  const test = a === left ? tests[expr.op] : mirrored[tests[expr.op]];
  const cond = compared(expr, test, asType(a, b.type), asType(b, a.type), scope);
  if (cond === null) return plainly(null, isTool(a) ? broken(known) : known);
  return narrowedByTool(cond, a, test, textItems(b), known);
}

const isFalse = (expr: Expr): boolean => expr.kind === "BoolLit" && !expr.value;

const mirrored = { eq: "eq", ne: "ne", lt: "gt", le: "ge", gt: "lt", ge: "le" } as const;
type Test = keyof typeof mirrored;

function compared(expr: CompareExpr, test: Test, a: Typed, b: Typed, scope: RuleScope): IrCond | null {
  for (const side of [a, b]) if (side.type.base === "list") return needsQuantifier(side, expr.op, scope);
  if (a.type.base === "json") return fail(scope, "P336", expr.span, {});
  const mismatch = (): null => fail(scope, "P301", expr.span, { left: typeWords(a.type), right: typeWords(b.type) });
  if (a.type.base === "regex" || b.type.base === "regex") {
    return fail(
      scope,
      "P307",
      (a.type.base === "regex" ? a : b).span,
      { test: expr.op, type: "regex", works: "string, int and bool" },
      { help: "write `matches /.../`" },
    );
  }
  if (test !== "eq" && test !== "ne") {
    if (a.type.base !== b.type.base) return mismatch();
    if (a.type.base !== "int" && a.type.base !== "duration") {
      const clock = 'to compare the time of day, write `hour("UTC") >= 18`; text is compared with `==` and `!=`';
      return fail(scope, "P307", expr.span, { test: expr.op, type: typeWords(a.type), works: "int" }, { help: clock });
    }
    if (isNeverNumber(expr, test, a, b, scope)) return null;
    return settled(test, a, b) ?? { op: "compare", test, type: "int", left: a.value, right: b.value };
  }
  if (a.type.base === "path" || b.type.base === "path") return pathEquality(expr, test, a, b, scope);
  if (a.type.base === "host" || (isText(a.type) && isText(b.type))) return textEquality(expr, test, a, b, scope);
  if (a.type.base !== b.type.base) return mismatch();
  if (isNeverNumber(expr, test, a, b, scope)) return null;
  const type = a.type.base === "bool" ? "bool" : "int";
  return settled(test, a, b) ?? { op: "compare", test, type, left: a.value, right: b.value };
}

function isNeverNumber(expr: CompareExpr, test: Test, a: Typed, b: Typed, scope: RuleScope): boolean {
  if (b.constant?.kind !== "int" || !neverNumber(a.value, test, b.constant.value)) return false;
  const isEquality = test === "eq" || test === "ne";
  const value = `${isEquality ? "" : `${expr.op} `}${b.constant.value}`;
  fail(scope, "P231", b.span, { name: a.key ?? callOf(a.value), value });
  return true;
}

function pathEquality(expr: CompareExpr, test: Test, a: Typed, b: Typed, scope: RuleScope): IrCond | null {
  const texts = textItems(b);
  if (a.type.base !== "path" || b.constant?.kind !== "string") {
    if (a.type.base === "path" && b.type.base === "path") return fail(scope, "P337", expr.span, {});
    return fail(scope, "P301", expr.span, { left: typeWords(a.type), right: typeWords(b.type) });
  }
  if (refuseGlob(a, texts, expr.op, scope)) return null;
  warnOfControls(b.constant.value, b.constant.span, scope);
  const same = samePath(a, texts, scope);
  return test === "eq" ? same : negated(same);
}

function textEquality(expr: CompareExpr, test: "eq" | "ne", a: Typed, b: Typed, scope: RuleScope): IrCond | null {
  if (!isText(b.type) && b.type.base !== "host")
    return fail(scope, "P301", expr.span, { left: typeWords(a.type), right: typeWords(b.type) });
  const texts = textItems(b);
  if (refuseGlob(a, texts, expr.op, scope) || neverEqual(a, texts, scope)) return null;
  warnOfCommandText(a, b, expr.op, scope);
  const done = settled(test, a, b);
  if (done !== null) return done;
  const right =
    a.type.base === "host" && b.constant?.kind === "string"
      ? { op: "const" as const, value: hostText(b.constant.value) }
      : b.value;
  return { op: "compare", test, type: "string", left: a.value, right };
}

/** Two constants are compared now. */
function settled(test: Test, a: Typed, b: Typed): IrCond | null {
  if (a.constant === null || b.constant === null || a.value.op !== "const" || b.value.op !== "const") return null;
  const [x, y] = [a.value.value, b.value.value];
  const holds = { eq: x === y, ne: x !== y, lt: x < y, le: x <= y, gt: x > y, ge: x >= y }[test];
  return { op: holds ? "true" : "false" };
}

/** A value outside the schema's list is a misspelling. */
function neverEqual(a: Typed, texts: readonly TextConstant[], scope: RuleScope): boolean {
  const words = a.type.words;
  if (words === null) {
    const kind = a.type.base === "host" ? "host" : isBranch(a) ? "branch" : null;
    const wrong = texts.filter((text) =>
      kind === null ? isCapital(a, text, scope) : refuseNever(text.value, kind, text.span, scope),
    );
    return wrong.length > 0;
  }
  let isWrong = false;
  for (const { value, span } of texts) {
    if (words.has(value)) continue;
    const near = aliases.get(value.toLowerCase()) ?? nearest(value, words, scope.bundle.session);
    const help =
      near !== null && words.has(near) ? suggestion(JSON.stringify(near)) : { help: neverHelp(a, value, words) };
    fail(scope, "P231", span, { value, name: a.key ?? "this" }, help);
    isWrong = true;
  }
  return isWrong;
}

function isCapital(a: Typed, { value, span }: TextConstant, scope: RuleScope): boolean {
  if (!neverLower(a.value, value)) return false;
  fail(scope, "P231", span, { value, name: a.key ?? callOf(a.value) }, suggestion(JSON.stringify(value.toLowerCase())));
  return true;
}

const isBranch = ({ value }: Typed): boolean => value.op === "fact" && isLineFact(value.key);

/** `tool == "bash"`, `tool in [...]` and their negations tell which tools are left. */
function narrowedByTool(cond: IrCond, a: Typed, test: Test, texts: readonly TextConstant[], known: Known): Checked {
  if (!isTool(a) || texts.length === 0) return plainly(cond, known);
  const these = { names: new Set(texts.map(({ value }) => value)), except: false };
  const [yes, no] = [withTools(known, these), withTools(known, complement(these))];
  return test === "ne" ? { cond, yes: no, no: yes } : { cond, yes, no };
}

// Tests that are words

export function wordTest(expr: WordTestExpr, known: Known, scope: RuleScope): Checked {
  const inner = expr.negated ? flipped(scope) : scope;
  const left = presentValue(expr.left, known, inner);
  const right = present(typedOf(expr.right, known, inner), inner);
  if (left === null || right === null) return plainly(null, known);
  const cond = (ownTests[expr.op] ?? textsTest)(left, right, expr, scope);
  if (cond === null) return plainly(null, isTool(left) ? broken(known) : known);
  if (expr.op === "in") {
    const found = narrowedByTool(cond, left, "eq", textItems(right), known);
    return expr.negated ? { cond: negated(cond), yes: found.no, no: found.yes } : found;
  }
  return plainly(expr.negated ? negated(cond) : cond, known);
}

type Build = (left: Typed, right: Typed, expr: WordTestExpr, scope: RuleScope) => IrCond | null;

/** Tests that take more than one text and another. */
const ownTests: { readonly [Op in WordTestExpr["op"]]?: Build } = {
  in: inTest,
  contains: containsTest,
  matches: matchesTest,
  under: underTest,
};

const shown = (expr: WordTestExpr): string => (expr.negated ? `not ${expr.op}` : expr.op);

function inTest(left: Typed, given: Typed, expr: WordTestExpr, scope: RuleScope): IrCond | null {
  if (left.type.base === "list") return needsQuantifier(left, shown(expr), scope);
  const right = asType(given, listOf(STRING));
  if (right.type.base !== "list") {
    const help = isText(right.type) ? { help: inHelp(left, right) } : {};
    return fail(
      scope,
      "P307",
      right.span,
      { test: "in", type: typeWords(right.type), works: "a list on its right" },
      help,
    );
  }
  const item = right.type.item ?? left.type;
  const a = asType(left, item);
  if (right.value.op === "view" || right.value.op === "part")
    return fail(
      scope,
      "P307",
      right.span,
      { test: "in", type: typeWords(right.type), works: "a list of constants on its right" },
      { help: `write \`any ${right.key ?? "xs"} == ...\`` },
    );
  const isSame = a.type.base === item.base || (isText(a.type) && isText(item)) || isTextFor(a.type, item, right);
  if (!isSame) return fail(scope, "P301", expr.span, { left: typeWords(a.type), right: typeWords(right.type) });
  const texts = textItems(right);
  if (refuseGlob(a, texts, shown(expr), scope) || neverEqual(a, texts, scope)) return null;
  if (a.type.base === "path")
    return right.constant === null ? fail(scope, "P337", expr.span, {}) : samePath(a, texts, scope);
  warnOfCommandText(a, right, shown(expr), scope);
  if (a.type.base === "bool" || a.type.base === "duration" || a.type.base === "regex") {
    return fail(scope, "P307", left.span, { test: "in", type: typeWords(a.type), works: "string, int, path and host" });
  }
  const list =
    a.type.base === "host" && right.constant !== null
      ? { op: "list" as const, items: texts.map(({ value }) => hostText(value)) }
      : right.value;
  return { op: "in", value: a.value, list, type: a.type.base === "int" ? "int" : "string" };
}

/** Constant text stands for paths and hosts. */
const isTextFor = (type: Type, item: Type, right: Typed): boolean =>
  (type.base === "path" || type.base === "host") && item.base === "string" && right.constant !== null;

function containsTest(left: Typed, right: Typed, expr: WordTestExpr, scope: RuleScope): IrCond | null {
  const value = asType(left, STRING);
  const needle = asType(right, STRING);
  if (value.type.base === "list") {
    const isOwn = value.value.op === "part" && value.type.item?.base === "string";
    if (value.value.op === "view" || (value.value.op === "part" && !isOwn))
      return needsQuantifier(value, itemTest(value, needle, expr), scope);
    if (!fits(needle, value.type.item ?? needle.type)) {
      return fail(scope, "P301", expr.span, { left: typeWords(value.type), right: typeWords(needle.type) });
    }
    return value.value.op === "part"
      ? hasItem(value, needle, scope)
      : { op: "contains", of: "list", value: value.value, needle: needle.value };
  }
  if (!isTextTest(value, needle, expr, scope)) return null;
  return { op: "contains", of: "text", value: value.value, needle: needle.value };
}

/** The test of one element that says what `contains` was to say. */
function itemTest(list: Typed, needle: Typed, expr: WordTestExpr): string {
  const text = needle.constant?.kind === "string" ? needle.constant.value : null;
  if (list.type.item?.base !== "path" || text === null) return negatedWord(expr, "==");
  return `${expr.negated ? "not " : ""}matches "${/[*/]/.test(text) ? text : `**/${text}`}"`;
}

/** `c.flags contains "-x"`: some words of a command may be unknown, so it is asked of each. */
function hasItem(list: Typed, needle: Typed, scope: RuleScope): IrCond {
  if (scope.approves) fail(scope, "P249", list.span, {});
  const id = scope.found.variables++;
  const element: IrValue = { op: "var", var: id, type: "string" };
  const body: IrCond = { op: "compare", test: "eq", type: "string", left: element, right: needle.value };
  return { op: "any", list: list.value, var: id, body };
}

const negatedWord = (expr: WordTestExpr, word: string): string => (expr.negated ? "!=" : word);

function textsTest(left: Typed, right: Typed, expr: WordTestExpr, scope: RuleScope): IrCond | null {
  const value = asType(left, STRING);
  const part = asType(right, STRING);
  if (value.type.base === "list") return needsQuantifier(value, shown(expr), scope);
  if (!isTextTest(value, part, expr, scope)) return null;
  return testOfTexts(expr.op, value.value, part.value);
}

/** Text on both sides; paths have tests of their own, because one path can be written in many ways. */
function isTextTest(left: Typed, right: Typed, expr: WordTestExpr, scope: RuleScope): boolean {
  if (left.type.base === "path" || left.type.base === "host") {
    fail(
      scope,
      "P315",
      expr.span,
      { type: left.type.base, test: shown(expr) },
      { help: globHelp(left, expr.op, right) },
    );
    return false;
  }
  if (!isText(left.type))
    fail(scope, "P307", left.span, { test: expr.op, type: typeWords(left.type), works: "string" });
  else if (!isText(right.type)) {
    const help =
      right.type.base === "list"
        ? { help: "test one text at a time and combine the tests with `or`, or write `matches /a|b/`" }
        : {};
    fail(scope, "P301", expr.span, { left: typeWords(left.type), right: typeWords(right.type) }, help);
  } else if (
    !neverWord(left, right, expr, scope) &&
    !textItems(right).some((text) => neverFits(left, text, expr, scope))
  ) {
    warnOfCommandText(left, right, shown(expr), scope);
    return true;
  }
  return false;
}

/** A text that the left side can never have in it. */
function neverFits(left: Typed, text: TextConstant, expr: WordTestExpr, scope: RuleScope): boolean {
  const meaning = meaningOfWord(expr.op);
  if (meaning?.isLiteral !== false) return isCapital(left, text, scope);
  const never = meaning.never?.(text.value) ?? null;
  if (never !== null) fail(scope, "P340", text.span, { text: text.value, why: never.why }, { help: never.help });
  return never !== null;
}

/** `in` with one text on its right. */
function inHelp(left: Typed, right: Typed): string {
  const text = right.constant?.kind === "string" ? right.constant.value : "...";
  const isPath = left.type.base === "path" || left.type.item?.base === "path";
  if (isPath) return `for what is in a folder, write \`under "${text}"\`; for several paths, a list: \`["${text}"]\``;
  return `write \`== "${text}"\`, or a list: \`["${text}"]\`; to find text within text, write \`contains\``;
}

function globHelp(left: Typed, op: string, right: Typed): string {
  const text = right.constant?.kind === "string" ? right.constant.value : "x";
  if (left.type.base === "host") return `write \`matches "*${text}*"\` with a star for any characters`;
  if (op === "ends with") return `write \`matches "**/*${text.replace(/^\*+|^\//, "")}"\``;
  if (op === "starts with") return `write \`under "${text.replace(/\/$/, "")}"\``;
  return `write \`matches "**/*${text.replaceAll("/", "")}*"\` or \`under "dir"\``;
}

function matchesTest(left: Typed, right: Typed, expr: WordTestExpr, scope: RuleScope): IrCond | null {
  if (left.type.base === "list") return needsQuantifier(left, shown(expr), scope);
  if (right.constant?.kind === "regex") {
    const value = asType(left, STRING);
    if (value.type.base === "path" || value.type.base === "host") {
      return fail(
        scope,
        "P315",
        expr.span,
        { type: value.type.base, test: `${shown(expr)} /regex/` },
        {
          help:
            value.type.base === "host"
              ? 'write a glob: `matches "*.example.com"`, or a list of globs'
              : 'write a glob: `matches "**/*.pem"`, or a list of globs',
        },
      );
    }
    if (!isText(value.type))
      return fail(scope, "P307", left.span, { test: "matches", type: typeWords(value.type), works: "string" });
    warnOfCommandText(value, right, shown(expr), scope);
    const regex = regexOf(right.constant, scope);
    return regex === null ? null : { op: "regex", value: value.value, regex };
  }
  if (neverWord(left, right, expr, scope)) return null;
  const kind = globKind(left.type);
  if (kind === null) {
    return fail(scope, "P313", expr.span, {
      type: left.type.base === "command" ? "a command" : isText(left.type) ? "prose" : typeWords(left.type),
    });
  }
  return globTest(asType(left, STRING), kind, right, scope);
}

function underTest(left: Typed, right: Typed, expr: WordTestExpr, scope: RuleScope): IrCond | null {
  if (left.type.base === "list") return needsQuantifier(left, shown(expr), scope);
  const value = asType(left, PATH);
  if (value.type.base !== "path")
    return fail(scope, "P307", left.span, { test: "under", type: typeWords(value.type), works: "path" });
  if (right.constant?.kind === "regex") {
    const text = `/${right.constant.source}/${right.constant.flags}`;
    return fail(
      scope,
      "P307",
      right.span,
      { test: "under", type: "regex", works: "a string on its right" },
      { help: `write the folder as a string: \`"${text}"\``, fix: `"${text}"` },
    );
  }
  const texts = textsOf(right, "under", scope);
  if (texts === null) return null;
  for (const { value: dir, span } of texts) {
    warnOfControls(dir, span, scope);
    if (dir === "")
      return fail(scope, "P338", span, { why: "the folder's name is empty" }, { help: 'the project root is `"."`' });
    if (/[*?]/.test(dir))
      return fail(
        scope,
        "P338",
        span,
        { why: "`under` takes a folder, not a glob" },
        { help: `write \`matches "${dir.replace(/\/+\**$/, "")}/**"\`` },
      );
  }
  return { op: "under", value: value.value, dirs: texts.map((text) => text.value), fold: !scope.approves };
}

const exactTests: ReadonlySet<string> = new Set(["==", "!=", "in", "not in"]);

/** Text tests of a command line are easy to slip past, and must not approve anything. */
function warnOfCommandText(left: Typed, right: Typed, test: string, scope: RuleScope): void {
  if (left.type.base !== "command") return;
  const help = commandHelp(right, test, scope);
  if (scope.approves && !exactTests.has(test)) fail(scope, "P250", left.span, { test }, help);
  else if (!scope.approves) scope.bundle.session.report("P317", left.span, { test }, help);
}

/** The condition that reads the command, made from the text where that names a program. */
function commandHelp({ constant }: Typed, test: string, scope: RuleScope): Detail {
  const texts = constant?.kind === "list" ? constant.items : constant === null ? [] : [constant];
  const sources = texts.map((text) =>
    text.kind === "string" ? text.value : text.kind === "regex" ? text.source : null,
  );
  const patterns = sources.map((text) => (text === null ? null : patternFor(text, scope)));
  if (patterns.length === 0 || patterns.length > 8 || patterns.includes(null)) return {};
  const isNot = test === "!=" || test.startsWith("not ");
  const word = scope.approves ? "only runs" : isNot ? "not runs" : "runs";
  return { help: `write \`command ${word} ${patterns.map((pattern) => `"${pattern}"`).join(", ")}\`` };
}
