// The values of a rule in plain English: fields, views, lists, patterns. Long ones are cut; the policy has the rest.

import { valueRow } from "../../language/operators/values.ts";
import { partNamed, recordLists } from "../ir/call-parts.ts";
import type { Ir, IrValue } from "../ir/ir.ts";

export function valueText(value: IrValue, ir: Ir): string {
  const { says } = valueRow(value.op);
  if (says !== undefined) return fill(says, value, ir);
  switch (value.op) {
    case "const":
      return typeof value.value === "string" ? quoted(value.value) : String(value.value);
    case "list":
      return oneOf(
        value.items.map((item) => (typeof item === "string" ? quoted(item) : String(item))),
        "values",
      );
    case "field":
      return fieldText(value.name);
    case "view":
      return viewsText([value.view]);
    case "calls":
    case "externals":
      return Object.values(recordLists).find(({ op }) => op === value.op)?.words ?? value.op;
    case "part":
      return partText(value.part);
    case "concat":
      return value.parts.map((part) => valueText(part, ir)).join(" + ");
    case "mask":
      return maskText(value, ir);
    case "counted":
      return `the count of ${value.counter} in the last ${durationText(value.windowMs)}`;
    default:
      return nameOf(value);
  }
}

/** The sentence of a row, with the values inside this one. */
const fill = (says: string, value: IrValue, ir: Ir): string =>
  says.replace(/\{(\w+)\}/g, (_, field: string) =>
    valueText((value as unknown as { readonly [field: string]: IrValue })[field] as IrValue, ir),
  );

/** `the output with /A/ and /B/ masked`, however deep the masks are nested. */
function maskText(value: IrValue & { readonly op: "mask" }, ir: Ir): string {
  const regexes: string[] = [];
  let inner: IrValue = value;
  for (; inner.op === "mask"; inner = inner.value) regexes.unshift(regexText(inner.regex, ir));
  return `${valueText(inner, ir)} with ${list(regexes, "and")} masked`;
}

/** `its program`, `the variable HUSKY it is given`. */
function partText(part: string): string {
  const words = partNamed(part)?.words ?? part;
  return part.startsWith("env.") ? `${words} ${part.slice("env.".length)} it is given` : words;
}

type View = (IrValue & { readonly op: "view" })["view"];

const viewTexts: { readonly [V in View]: string } = {
  reads: "the files it reads",
  writes: "the files it writes",
  deletes: "the files it deletes",
  uploads: "the files it uploads",
  hosts: "the hosts it contacts",
  kinds: "the kinds of effect it has",
};

const FILES = "the files it ";

/** `the files it writes or deletes` */
export function viewsText(views: readonly View[]): string {
  const texts = views.map((view) => viewTexts[view]);
  if (!texts.every((text) => text.startsWith(FILES))) return list(texts, "or");
  return `${FILES}${list(
    texts.map((text) => text.slice(FILES.length)),
    "or",
  )}`;
}

export function fieldText(name: string): string {
  if (name === "returned") return "what the call gave back";
  return /[._]/.test(name) ? name : `the ${name}`;
}

/** The value's name, as written in the policy. */
export function nameOf(value: IrValue): string {
  switch (value.op) {
    case "field":
      return value.name;
    case "view":
      return value.view;
    case "json":
      return [nameOf(value.base), ...value.path].join(".");
    case "fact": {
      const at = value.key.indexOf(":");
      return at === -1 ? `${value.key}()` : `${value.key.slice(0, at)}(${quoted(value.key.slice(at + 1))})`;
    }
    case "default":
    case "lower":
    case "length":
    case "mask":
      return nameOf(value.value);
    case "counted":
      return `counted(${value.counter})`;
    case "const":
      return String(value.value);
    case "part":
      return value.part;
    default:
      return "...";
  }
}

/** A longer regular expression would make the sentence unreadable. */
const LONGEST_REGEX = 48;

export function regexText(regex: number, ir: Ir): string {
  const found = ir.regexes[regex];
  if (found === undefined) return "//";
  const { source, flags } = found;
  return source.length <= LONGEST_REGEX ? `/${source}/${flags}` : `/${source.slice(0, LONGEST_REGEX)} .../${flags}`;
}

function durationText(ms: number): string {
  const units = [
    [86_400_000, "d"],
    [3_600_000, "h"],
    [60_000, "m"],
    [1000, "s"],
  ] as const;
  for (const [size, unit] of units) if (ms >= size && ms % size === 0) return `${ms / size}${unit}`;
  return `${ms}ms`;
}

/** As it would be written in a policy. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

export function list(items: readonly string[], word: "and" | "or"): string {
  if (items.length < 3) return items.join(` ${word} `);
  return `${items.slice(0, -1).join(", ")} ${word} ${items[items.length - 1]}`;
}

/** A longer list is named by its first few; the policy itself has the rest. */
export const MOST_NAMED = 5;

export function oneOf(items: readonly string[], noun: string): string {
  return items.length <= MOST_NAMED ? list(items, "or") : `one of ${items.length} ${noun} ${firstOf(items)}`;
}

/** The end of a sentence that denies a long list: `matches none of 40 patterns (...)`. */
export const noneOf = (items: readonly string[], noun: string): string =>
  `none of ${items.length} ${noun} ${firstOf(items)}`;

const firstOf = (items: readonly string[]): string => `(${items.slice(0, 3).join(", ")}, ...)`;
