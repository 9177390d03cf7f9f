// Code from the rows of the tables of operators: a row's template, filled with the fields of a node.

import type { CodeTemplate } from "../../language/operators/row.ts";
import { kindOfField } from "../ir/by-shape.ts";
import type { IrCond, IrValue } from "../ir/ir.ts";
import { globList, type RuleWriter } from "./emit-scope.ts";
import { bare, literal } from "./emit-text.ts";

/** How a value is written in code of this kind. */
export interface ValueWriter {
  readonly text: (value: IrValue, scope: RuleWriter) => string;
  readonly any: (value: IrValue, scope: RuleWriter) => string;
  readonly path: (value: IrValue, scope: RuleWriter) => string;
}

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "builtin"; readonly name: string }
  | { readonly kind: "hole"; readonly as: keyof ValueWriter; readonly field: string; readonly isArgument: boolean };

const templates = new Map<CodeTemplate, readonly Piece[]>();

function piecesOf(code: CodeTemplate): readonly Piece[] {
  const known = templates.get(code);
  if (known !== undefined) return known;
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of code.matchAll(/@(?<name>\w+)|\{(?:(?<as>\w+) )?(?<field>\w+)\}/g)) {
    if (index > end) pieces.push({ kind: "text", text: code.slice(end, index) });
    const { name, as = "text", field = "" } = groups ?? {};
    end = index + found.length;
    // An expression that fills a whole argument needs no parentheses.
    const isArgument = /[(,] ?$/.test(code.slice(0, index)) && /^[),{]/.test(code.slice(end));
    if (name !== undefined) pieces.push({ kind: "builtin", name });
    else pieces.push({ kind: "hole", as: as as keyof ValueWriter, field, isArgument });
  }
  if (end < code.length) pieces.push({ kind: "text", text: code.slice(end) });
  templates.set(code, pieces);
  return pieces;
}

/** The template with the node's fields in it. */
export function fillCode(code: CodeTemplate, node: IrCond | IrValue, scope: RuleWriter, writer: ValueWriter): string {
  const filled = piecesOf(code).map((piece) => {
    if (piece.kind === "text") return piece.text;
    if (piece.kind === "builtin") return scope.module.core(piece.name);
    if (piece.field === "forms") return forms(scope);
    if (piece.field === "asking") return scope.approves ? ', "approving"' : "";
    const text = fieldCode(piece.field, piece.as, node, scope, writer);
    return piece.isArgument && kindOfField(node.op, piece.field) !== "values" ? bare(text) : text;
  });
  return filled.join("");
}

/** A loosening test must hold of the written path and of the real one; a restricting one of either. */
const forms = (scope: RuleWriter): string => (scope.loosens ? ', "every"' : "");

function fieldCode(
  field: string,
  as: keyof ValueWriter,
  node: IrCond | IrValue,
  scope: RuleWriter,
  writer: ValueWriter,
): string {
  const { module } = scope;
  const held = (node as unknown as { readonly [field: string]: unknown })[field];
  switch (kindOfField(node.op, field)) {
    case "subject":
    case "operand":
    case "members":
    case "value":
      return writer[as](held as IrValue, scope);
    case "values":
      return (held as readonly IrValue[]).map((value) => bare(writer[as](value, scope))).join(", ");
    case "regex":
      return module.regex(held as number);
    case "globs":
      return globList(scope, node as IrCond & { readonly op: "glob" });
    case "patterns":
      return patternList(held as readonly number[], scope);
    case "folders":
      return module.constant("folders", `${module.core("folders")}(${literal(held)})`);
    default:
      return literal(held);
  }
}

function patternList(patterns: readonly number[], { module }: RuleWriter): string {
  const texts = patterns.map((index) => {
    const text = module.ir.patterns[index];
    if (text === undefined) throw new Error(`the IR has no pattern ${index}`);
    return text;
  });
  return module.constant("commands", `${module.core("commandPatterns")}(() => ${literal(texts)})`);
}
