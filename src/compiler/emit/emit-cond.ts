// Conditions that may be unknown or in error, as code over the four truth values.
// Short cuts are written out as `if`s, because the second operand is often the expensive one.

import type { IrCond, IrValue } from "../ir/ir.ts";
import { isPlain } from "../ir/sure.ts";
import { plainCond } from "./emit-plain.ts";
import { globList, type RuleScope } from "./emit-scope.ts";
import { bare, literal } from "./emit-text.ts";
import { maybeValue, pathValue, textValue } from "./emit-value.ts";

/** Where statements go, and how deep they stand. */
export interface Block {
  readonly lines: string[];
  readonly indent: string;
  /** Hands out names; shared by all blocks of one function. */
  readonly temp: () => string;
}

/** An expression of type Truth; what must run before it is written to the block. */
export function truthCond(cond: IrCond, scope: RuleScope, block: Block): string {
  const at = scope.module.traced.get(cond);
  const text = truthText(cond, scope, block);
  return at === undefined ? text : `see(${at}, ${bare(text)})`;
}

const compounds: ReadonlySet<string> = new Set(["and", "or", "not", "any", "all"]);

/** Plain code has no place for conditions inside it to report from. */
export const isWrittenPlain = (cond: IrCond, scope: RuleScope): boolean =>
  isPlain(cond, scope, scope.plainVars) && !(scope.module.traced.size > 0 && compounds.has(cond.op));

function truthText(cond: IrCond, scope: RuleScope, block: Block): string {
  const { core } = scope.module;
  if (isWrittenPlain(cond, scope)) {
    const plain = plainCond(cond, scope);
    return plain === "true" ? core("TRUE") : plain === "false" ? core("FALSE") : `${core("truth")}(${bare(plain)})`;
  }
  switch (cond.op) {
    case "and":
    case "or":
      return connective(cond.op, cond.items, scope, block);
    case "not":
      return `${core("not")}(${truthCond(cond.item, { ...scope, loosens: !scope.loosens }, block)})`;
    case "any":
    case "all":
      return quantifier(cond, scope, block);
    default:
      return simple(cond, scope);
  }
}

function connective(op: "and" | "or", items: readonly IrCond[], scope: RuleScope, block: Block): string {
  const { core } = scope.module;
  const [first, ...rest] = items;
  if (first === undefined) return core(op === "and" ? "TRUE" : "FALSE");
  const start = truthCond(first, scope, block);
  if (rest.length === 0) return start;
  const name = block.temp();
  const settled = core(op === "and" ? "FALSE" : "TRUE");
  const take = (text: string): void => void block.lines.push(`${block.indent}${text}`);
  take(`let ${name}: Truth = ${start};`);
  for (const item of rest) {
    const inner: Block = { ...block, lines: [], indent: `${block.indent}  ` };
    const next = truthCond(item, scope, inner);
    if (inner.lines.length === 0) take(`if (${name} !== ${settled}) ${name} = ${core(op)}(${name}, ${next});`);
    else {
      take(`if (${name} !== ${settled}) {`);
      block.lines.push(...inner.lines, `${inner.indent}${name} = ${core(op)}(${name}, ${next});`);
      take("}");
    }
  }
  return name;
}

function quantifier(cond: IrCond & { readonly op: "any" | "all" }, scope: RuleScope, block: Block): string {
  const inner: Block = { ...block, lines: [], indent: `${block.indent}  ` };
  const body = truthCond(cond.body, scope, inner);
  const head = `${scope.module.core(cond.op)}(${bare(maybeValue(cond.list, scope))}, (v${cond.var}) =>`;
  if (inner.lines.length === 0) return `${head} ${body})`;
  return [`${head} {`, ...inner.lines, `${inner.indent}return ${body};`, `${block.indent}})`].join("\n");
}

const comparisons = {
  eq: "equal",
  ne: "notEqual",
  lt: "less",
  le: "lessEqual",
  gt: "greater",
  ge: "greaterEqual",
} as const;

type Simple = Exclude<IrCond, { readonly op: "true" | "false" | "and" | "or" | "not" | "any" | "all" }>;

function simple(cond: IrCond, scope: RuleScope): string {
  const call = callOf(cond as Simple, scope);
  return `${scope.module.core(call.name)}(${call.args.map(bare).join(", ")})`;
}

interface Call {
  readonly name: string;
  readonly args: readonly string[];
}

function callOf(cond: Simple, scope: RuleScope): Call {
  const text = (value: IrValue): string => textValue(value, scope);
  const any = (value: IrValue): string => maybeValue(value, scope);
  switch (cond.op) {
    case "holds":
      return { name: "holds", args: [any(cond.value)] };
    case "compare":
      return { name: comparisons[cond.test], args: [text(cond.left), text(cond.right)] };
    case "in":
      return { name: "oneOf", args: [text(cond.value), any(cond.list)] };
    case "contains":
      return { name: cond.of === "text" ? "contains" : "hasItem", args: [text(cond.value), text(cond.needle)] };
    case "starts":
      return { name: "startsWith", args: [text(cond.value), text(cond.prefix)] };
    case "ends":
      return { name: "endsWith", args: [text(cond.value), text(cond.suffix)] };
    case "regex":
      return { name: "matchesRegex", args: [text(cond.value), scope.module.regex(cond.regex)] };
    case "glob":
      return globCall(cond, scope);
    case "under": {
      const dirs = scope.module.constant("folders", `${scope.module.core("folders")}(${literal(cond.dirs)})`);
      return { name: "isUnder", args: ["c", pathValue(cond.value, scope), dirs, String(cond.fold), ...forms(scope)] };
    }
    case "is":
      return isCall(cond, scope);
    case "runs":
    case "only":
      return { name: cond.op === "runs" ? "runs" : "onlyRuns", args: ["c", patternList(cond.patterns, scope)] };
    case "flows":
      return { name: "flows", args: ["c", literal(cond.from), literal(cond.to)] };
    case "marked":
      return { name: scope.shadow ? "markedInShadow" : "marked", args: ["c", literal(cond.label)] };
  }
}

function patternList(patterns: readonly number[], { module }: RuleScope): string {
  const texts = patterns.map((index) => {
    const text = module.ir.patterns[index];
    if (text === undefined) throw new Error(`the IR has no pattern ${index}`);
    return text;
  });
  return module.constant("commands", `${module.core("commandPatterns")}(() => ${literal(texts)})`);
}

function globCall(cond: IrCond & { readonly op: "glob" }, scope: RuleScope): Call {
  const globs = globList(scope, cond.kind, cond.globs);
  if (cond.kind === "path")
    return {
      name: "matchesPath",
      args: ["c", pathValue(cond.value, scope), globs, String(cond.fold), ...forms(scope)],
    };
  const value = textValue(cond.value, scope);
  return cond.kind === "host"
    ? { name: "matchesHost", args: [value, globs] }
    : { name: "matchesText", args: [value, globs] };
}

function isCall(cond: IrCond & { readonly op: "is" }, scope: RuleScope): Call {
  switch (cond.word) {
    case "present":
      return { name: "isPresent", args: [maybeValue(cond.value, scope)] };
    case "missing":
      return { name: "isMissing", args: [maybeValue(cond.value, scope)] };
    case "root":
      return { name: "isRoot", args: [pathValue(cond.value, scope), "c", ...forms(scope)] };
    case "home":
      return { name: "isHome", args: ["c", pathValue(cond.value, scope), ...forms(scope)] };
    case "system":
      return { name: "isSystem", args: ["c", pathValue(cond.value, scope), ...forms(scope)] };
    case "policyc":
      return { name: "isPolicyc", args: ["c", pathValue(cond.value, scope), ...forms(scope)] };
  }
}

/** A loosening test must hold of the written path and of the real one; a restricting one of either. */
const forms = (scope: RuleScope): readonly string[] => (scope.loosens ? ['"every"'] : []);
