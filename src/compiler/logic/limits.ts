// What one test demands of one value: the remaining values, a range of numbers, texts it starts with, ends with, contains.

import { compileGlob, matchGlob } from "../../language/glob.ts";
import type { TextMeaning } from "../../language/operators/row.ts";
import { fold } from "../../runtime/engine/paths/paths.ts";
import { asksCommand, operandOf, subjectOf as testedValue, textMeaning } from "../ir/by-shape.ts";
import type { IrValue } from "../ir/ir.ts";
import type { Literal } from "./form.ts";
import type { Tables } from "./tables.ts";

export type Scalar = string | number | boolean;

export interface TextTest {
  /** What the test means; null for patterns, of which only equal ones are compared. */
  readonly meaning: TextMeaning | null;
  /** The text that is searched for, or a key that identifies the pattern. */
  readonly part: string;
  readonly isTrue: boolean;
  /** Whether a text passes, the negation included. */
  readonly fits: (text: string) => boolean;
}

export interface Limit {
  /** Equal for what is one value within a decision. */
  readonly subject: string;
  readonly value: IrValue;
  readonly allowed?: ReadonlySet<Scalar>;
  readonly excluded?: ReadonlySet<Scalar>;
  readonly low?: number;
  readonly high?: number;
  readonly isPresent?: boolean;
  readonly text?: TextTest;
}

const TOOL: IrValue = { op: "field", name: "tool", type: "string", optional: false };
const toolLimit = (tool: string): Limit => ({ ...subjectOf(TOOL), allowed: new Set([tool]) });

/** What the test demands of its value; null when this logic does not understand the test. */
export function limitOf(literal: Literal, tables: Tables): Limit | null {
  const known = tables.limits.get(literal);
  if (known !== undefined) return known;
  const limit = readLimit(literal, tables);
  tables.limits.set(literal, limit);
  return limit;
}

function readLimit(literal: Literal, tables: Tables): Limit | null {
  const { test, isTrue } = literal;
  const meaning = "body" in test ? null : textMeaning(test);
  if (meaning !== null) return textLimit(literal, meaning);
  switch (test.op) {
    case "holds":
      return isVariable(test.value) ? { ...subjectOf(test.value), allowed: new Set([isTrue]) } : null;
    case "compare":
      return limitOfCompare(test, isTrue);
    case "in": {
      // An empty list is a parameter left at its default, not a mistake.
      if (!isVariable(test.value) || test.list.op !== "list" || test.list.items.length === 0) return null;
      const items = new Set<Scalar>(test.list.items);
      return { ...subjectOf(test.value), ...(isTrue ? { allowed: items } : { excluded: items }) };
    }
    case "is":
      if (test.word !== "present" || !isVariable(test.value)) return null;
      return { ...subjectOf(test.value), isPresent: isTrue };
    case "regex": {
      const regex = tables.ir.regexes[test.regex];
      if (regex === undefined || !isVariable(test.value)) return null;
      const { source, flags } = regex;
      const one = new RegExp(source, flags);
      return { ...subjectOf(test.value), text: other(literal, isTrue, (text) => one.test(text)) };
    }
    case "glob":
      return globLimit(literal, tables);
    default:
      return null;
  }
}

/** What follows for the tool: only a shell call runs anything, only an MCP call has a server. */
export function toolOf({ test, isTrue }: Literal): Limit | null {
  if (!isTrue) return null;
  if ("body" in test) return test.list.op === "calls" || test.list.op === "externals" ? toolLimit("bash") : null;
  if (asksCommand(test)) return toolLimit("bash");
  if (test.op === "compare" && test.test === "eq" && test.left.op === "field" && /^mcp\./.test(test.left.name))
    return test.right.op === "const" && test.right.value !== "" ? toolLimit("mcp") : null;
  return null;
}

function limitOfCompare(test: Literal["test"] & { readonly op: "compare" }, isTrue: boolean): Limit | null {
  if (!isVariable(test.left) || test.right.op !== "const") return null;
  const { value } = test.right;
  const subject = subjectOf(test.left);
  if (test.test === "eq")
    return { ...subject, ...(isTrue ? { allowed: new Set([value]) } : { excluded: new Set([value]) }) };
  if (test.test !== "ge" || test.type !== "int" || typeof value !== "number") return null;
  return { ...subject, ...(isTrue ? { low: value } : { high: value - 1 }) };
}

function globLimit({ test, isTrue, ...literal }: Literal, { ir }: Tables): Limit | null {
  if (test.op !== "glob" || test.kind === "path" || !isVariable(test.value)) return null;
  const { kind } = test;
  const patterns = test.globs.map((id) => ir.globs[id]?.pattern ?? "");
  const compiled = patterns.map((pattern) => compileGlob(kind === "host" ? fold(pattern) : pattern, kind));
  const fits = (text: string): boolean => compiled.some((glob) => matchGlob(glob, kind === "host" ? fold(text) : text));
  return { ...subjectOf(test.value), text: other(literal, isTrue, fits) };
}

const other = ({ key }: { readonly key: string }, isTrue: boolean, fits: (text: string) => boolean): TextTest => ({
  meaning: null,
  part: key,
  isTrue,
  fits: (text) => fits(text) === isTrue,
});

function textLimit({ test, isTrue }: Literal, meaning: TextMeaning): Limit | null {
  if ("body" in test) return null;
  const value = testedValue(test);
  const part = operandOf(test);
  if (value === null || !isVariable(value) || part?.op !== "const" || typeof part.value !== "string") return null;
  const { value: wanted } = part;
  return {
    ...subjectOf(value),
    text: { meaning, part: wanted, isTrue, fits: (text) => meaning.fits(text, wanted) === isTrue },
  };
}

export const subjectOf = (value: IrValue): { readonly subject: string; readonly value: IrValue } => ({
  subject: JSON.stringify(value),
  value,
});

/** The same expression twice means the same value within one decision. Two spellings may be one path, so paths say nothing. */
function isVariable(value: IrValue): boolean {
  switch (value.op) {
    case "field":
    case "var":
    case "part":
      return value.type !== "path";
    case "lower":
      return isVariable(value.value);
    case "default":
      return isVariable(value.value) && (value.fallback.op === "const" || isVariable(value.fallback));
    case "length":
    case "fact":
    case "json":
    case "counted":
      return true;
    default:
      return false;
  }
}

/** The least and the greatest a number can be. */
export function rangeOf(value: IrValue): readonly [number, number] {
  if (value.op === "fact" && value.key.startsWith("hour:")) return [0, 23];
  return value.op === "length" || value.op === "counted" ? [0, Infinity] : [-Infinity, Infinity];
}

/** The value's name in messages. */
export function nameOf(value: IrValue): string {
  switch (value.op) {
    case "field":
      return value.name;
    case "fact":
      return value.key;
    case "json":
      return [nameOf(value.base), ...value.path].join(".");
    case "part":
      return value.part;
    case "counted":
      return value.counter;
    case "lower":
    case "length":
      return `${value.op}(${nameOf(value.value)})`;
    case "default":
      return nameOf(value.value);
    case "view":
      return value.view;
    default:
      return "the element";
  }
}
