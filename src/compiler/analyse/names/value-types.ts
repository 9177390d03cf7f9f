// Types of expressions, constants, and the typed value an expression becomes.

import type { FieldType } from "../../../language/schema.ts";
import type { Span } from "../../ir/ast.ts";
import type { IrValue } from "../../ir/ir.ts";

export type Base =
  | "string"
  | "int"
  | "bool"
  | "duration"
  | "path"
  | "host"
  | "command"
  | "json"
  | "regex"
  | "list"
  /** Elements of `command.calls` and `command.external`: only their parts have a use. */
  | "call"
  | "external";

export interface Type {
  readonly base: Base;
  /** Of a list; null for the empty list, which fits every list. */
  readonly item: Type | null;
  /** A name rather than prose: globs may be matched against it. */
  readonly isName: boolean;
  /** The only values it can ever have, e.g. the tools. */
  readonly words: ReadonlySet<string> | null;
}

const plain = (base: Base): Type => ({ base, item: null, isName: false, words: null });

export const STRING = plain("string");
export const INT = plain("int");
export const BOOL = plain("bool");
export const DURATION = plain("duration");
export const PATH = plain("path");
export const HOST = plain("host");
export const COMMAND = plain("command");
export const JSON_TYPE = plain("json");
/** The type of an element that has parts. */
export const recordType = (element: "call" | "external"): Type => plain(element);
export const isRecord = (type: Type): boolean => type.base === "call" || type.base === "external";
export const NAME: Type = { ...STRING, isName: true };
export const listOf = (item: Type | null): Type => ({ base: "list", item, isName: false, words: null });
export const oneOfWords = (words: Iterable<string>): Type => ({ ...NAME, words: new Set(words) });

/** The type as the author would write it. */
export function typeWords(type: Type): string {
  if (type.base !== "list") return type.base;
  return type.item === null ? "list" : `list<${typeWords(type.item)}>`;
}

const fieldTypes: { readonly [T in FieldType]: Type } = {
  string: STRING,
  int: INT,
  bool: BOOL,
  json: JSON_TYPE,
  path: PATH,
  host: HOST,
  command: COMMAND,
  "list<string>": listOf(STRING),
};

export function fieldType(type: FieldType, isName: boolean): Type {
  return isName && type === "string" ? NAME : fieldTypes[type];
}

/** Text in the eyes of text tests: what `contains`, `starts with` and regexes work on. */
export const isText = (type: Type): boolean => type.base === "string" || type.base === "command";

/** The span is that of the literal, so that a bad pattern in a `let` is shown where it stands. */
export type Constant = { readonly span: Span } & (
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "int"; readonly value: number }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "duration"; readonly ms: number }
  | { readonly kind: "regex"; readonly source: string; readonly flags: string }
  | { readonly kind: "list"; readonly items: readonly Constant[] }
);

export function constantType(constant: Constant): Type {
  if (constant.kind === "list") {
    const first = constant.items[0];
    return listOf(first === undefined ? null : constantType(first));
  }
  return plain(constant.kind);
}

/** Durations are milliseconds; a regex has no value of its own and is looked at as a constant only. */
function constantValue(constant: Constant): IrValue {
  switch (constant.kind) {
    case "list":
      return { op: "list", items: constant.items.flatMap((item) => scalarOf(item)) };
    case "duration":
      return { op: "const", value: constant.ms };
    case "regex":
      return { op: "const", value: constant.source };
    default:
      return { op: "const", value: constant.value };
  }
}

function scalarOf(constant: Constant): readonly (string | number | boolean)[] {
  if (constant.kind === "list" || constant.kind === "regex") return [];
  return [constant.kind === "duration" ? constant.ms : constant.value];
}

/** An expression after its names and types are known. */
export interface Typed {
  readonly span: Span;
  readonly type: Type;
  readonly value: IrValue;
  readonly constant: Constant | null;
  /** How the author would name it in a guard, when it may be missing and no guard was seen; else null. */
  readonly unguarded: string | null;
  /** What a presence test of this value tells about, e.g. `input.path`. */
  readonly key: string | null;
  /** Holds a value of the environment: may be compared, never shown. */
  readonly isEnv: boolean;
}

export function typedConstant(constant: Constant, span: Span): Typed {
  return {
    span,
    type: constantType(constant),
    value: constantValue(constant),
    constant,
    unguarded: null,
    key: null,
    isEnv: false,
  };
}

/** May a value of the one type be given where the other is asked for? Constant text fits paths and hosts. */
export function fits(given: Typed, wanted: Type): boolean {
  const have = given.type;
  if (have.base === "json" && wanted.base !== "regex" && wanted.base !== "duration") return true;
  if (wanted.base === "list") {
    if (have.base !== "list") return false;
    if (have.item === null || wanted.item === null) return true;
    const isPattern = wanted.item.base === "path" || wanted.item.base === "host";
    return have.item.base === wanted.item.base || (isPattern && have.item.base === "string" && given.constant !== null);
  }
  if (wanted.base === "string") return have.base === "string" || have.base === "command";
  if (wanted.base === "path" || wanted.base === "host") {
    return have.base === wanted.base || (have.base === "string" && given.constant !== null);
  }
  return have.base === wanted.base;
}
