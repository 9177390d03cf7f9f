// Tests in plain English: the sentence of the operator's row, filled with the fields of the test.

import { conditionRow } from "../../language/operators/conditions.ts";
import { cellOf } from "../../language/operators/row.ts";
import { kindOfField, rowsOf, type Test } from "../ir/by-shape.ts";
import type { Ir, IrValue } from "../ir/ir.ts";
import { MOST_NAMED, noneOf, oneOf, quoted, regexText, valueText } from "./sentence-values.ts";

/** `the prompt starts with "a"` */
export function testText(cond: Test, ir: Ir): string {
  const [says] = cellOf(conditionRow(cond.op).says, cond) ?? [cond.op];
  return fill(says, cond, ir, oneOf);
}

/** `the prompt does not start with "a"`, null for a test that cannot be denied in a few words. */
export function deniedText(cond: Test, ir: Ir): string | null {
  const [says, denies] = cellOf(conditionRow(cond.op).says, cond) ?? [];
  if (says === undefined || denies === undefined) return null;
  const isLong = (rowsOf(cond)?.length ?? 0) > MOST_NAMED;
  return isLong ? fill(says, cond, ir, noneOf) : fill(denies, cond, ir, oneOf);
}

type Enumerate = (items: readonly string[], noun: string) => string;

const fill = (sentence: string, cond: Test, ir: Ir, enumerate: Enumerate): string =>
  sentence.replace(/\{(\w+)\}/g, (_, field: string) => fieldText(field, cond, ir, enumerate));

function fieldText(field: string, cond: Test, ir: Ir, enumerate: Enumerate): string {
  const held = (cond as unknown as { readonly [field: string]: unknown })[field];
  const rows = (held: unknown, table: readonly (string | { readonly pattern: string })[]): readonly string[] =>
    (held as readonly number[]).map((id) => {
      const row = table[id] ?? "";
      return quoted(typeof row === "string" ? row : row.pattern);
    });
  switch (kindOfField(cond.op, field)) {
    case "subject":
    case "operand":
    case "members":
      return valueText(held as IrValue, ir);
    case "regex":
      return regexText(held as number, ir);
    case "globs":
      return enumerate(rows(held, ir.globs), "patterns");
    case "patterns":
      return enumerate(rows(held, ir.patterns), "patterns");
    case "folders":
      return enumerate((held as readonly string[]).map(quoted), "folders");
    default: {
      const word = String(held);
      return conditionRow(cond.op).words?.[field]?.[word] ?? word;
    }
  }
}
