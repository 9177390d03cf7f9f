// Values of the reference interpreter: a value, or the reason there is none. Written for plainness, not for speed.

import { ERROR, FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../src/language/truth.ts";

/** A path as written, and the absolute forms it stands for; incomplete when its real place cannot be told. */
export interface RefPath {
  readonly text: string;
  readonly forms: readonly string[];
  readonly complete: boolean;
}

export interface RefList {
  readonly items: readonly unknown[];
  /** What may be among them: a test that one of these fits is unknown. */
  readonly maybe?: readonly unknown[];
  readonly complete: boolean;
  /** It lacks only names that the command leaves open. */
  readonly isUnlikely?: boolean;
}

export type Val =
  | { readonly kind: "is"; readonly value: unknown }
  | { readonly kind: "missing" }
  | { readonly kind: "unknown" }
  | { readonly kind: "error" };

export const is = (value: unknown): Val => ({ kind: "is", value });
export const missing: Val = { kind: "missing" };
export const unknown: Val = { kind: "unknown" };
export const wrong: Val = { kind: "error" };

/** `and` of any number of truths, straight from the definition in ir.ts. */
export function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes(FALSE)) return FALSE;
  if (truths.includes(ERROR)) return ERROR;
  return truths.includes(UNLIKELY) ? UNLIKELY : truths.includes(UNKNOWN) ? UNKNOWN : TRUE;
}

/** `or` of any number of truths. */
export function anyOf(truths: readonly Truth[]): Truth {
  if (truths.includes(TRUE)) return TRUE;
  if (truths.includes(ERROR)) return ERROR;
  return truths.includes(UNKNOWN) ? UNKNOWN : truths.includes(UNLIKELY) ? UNLIKELY : FALSE;
}

/** A test of plain values: unknown and error pass through, and a missing value is an error. */
export function testing(values: readonly Val[], test: (...plain: never[]) => boolean | Truth): Truth {
  const result = computing(values, test);
  if (result.kind !== "is") return result.kind === "unknown" ? UNKNOWN : ERROR;
  return typeof result.value === "boolean" ? (result.value ? TRUE : FALSE) : (result.value as Truth);
}

/** A function of plain values, with the same rule. */
export function computing(values: readonly Val[], compute: (...plain: never[]) => unknown): Val {
  if (values.some(({ kind }) => kind === "error" || kind === "missing")) return wrong;
  if (values.some(({ kind }) => kind === "unknown")) return unknown;
  return is(compute(...(values.map((value) => (value.kind === "is" ? value.value : undefined)) as never[])));
}
