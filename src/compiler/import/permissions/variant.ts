// One way to write a permission as a rule. There may be several, the best first: the first that compiles and whose examples hold is used.

import { dataText, stringText } from "../policy-text.ts";
import type { Unsayable } from "../write-tests.ts";

export interface Variant {
  /** Empty text when the rule fires on every event of its point. */
  readonly when: string;
  readonly unless: string;
  /** Event literals or strings. */
  readonly fires: readonly string[];
  readonly ignores: readonly string[];
  /** What is different when it is written this way. */
  readonly differs: readonly string[];
  /** It compares the text of a command line, as its author did. */
  readonly comparesText: boolean;
}

export const isUnsayable = (found: object): found is Unsayable => "why" in found;

export const variant = (when: string, fires: readonly string[], more: Partial<Variant> = {}): Variant => ({
  when,
  unless: "",
  fires,
  ignores: [],
  differs: [],
  comparesText: false,
  ...more,
});

/** A call of a tool as an event literal. */
export const callText = (
  tool: string,
  input: { readonly [field: string]: string | { readonly [key: string]: never } },
): string => dataText({ tool, input });

/** A test of a list where one element may be enough. */
export const inList = (field: string, items: readonly string[], not = ""): string =>
  items.length === 1 && not === ""
    ? `${field} == ${stringText(items[0] ?? "")}`
    : `${field} ${not}in [${items.map(stringText).join(", ")}]`;

export const anyOf = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? "") : parts.map((part) => `(${part})`).join(" or ");

export const allOf = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? "") : parts.map((part) => (/ or /.test(part) ? `(${part})` : part)).join(" and ");
