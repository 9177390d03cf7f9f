// What `${name...}` does to a known value: removal, replacement, slices, case. Null: not computed, so unknown.

import { compileGlob, matchGlob } from "../../language/glob.ts";

const plain = /^[^*?[\]\\]*$/;

/** `${x#pattern}` and related forms. */
export function removed(value: string, operator: "#" | "##" | "%" | "%%", pattern: string): string | null {
  const fromStart = operator.startsWith("#");
  if (plain.test(pattern)) {
    if (fromStart) return value.startsWith(pattern) ? value.slice(pattern.length) : value;
    return value.endsWith(pattern) ? value.slice(0, value.length - pattern.length) : value;
  }
  if (value.length > 128 || !simple(pattern)) return null;
  const glob = compileGlob(pattern, "host");
  const cuts = [...Array(value.length + 1).keys()];
  const shortest = operator.length === 1;
  // Shortest removal first, from the side that is cut.
  const order = fromStart === shortest ? cuts : cuts.reverse();
  for (const cut of order) {
    if (fromStart && matchGlob(glob, value.slice(0, cut))) return value.slice(cut);
    if (!fromStart && matchGlob(glob, value.slice(cut))) return value.slice(0, cut);
  }
  return value;
}

/** Only stars and question marks: the host glob matches these as the shell does. */
function simple(pattern: string): boolean {
  return /^[\w\s./:=,@%+*?~-]*$/.test(pattern) && pattern.length <= 128;
}

export function replaced(value: string, operator: string, pattern: string, by: string): string | null {
  if (!plain.test(pattern) || by.includes("&") || by.includes("\\")) return null;
  if (pattern === "") return value;
  switch (operator) {
    case "/":
      return value.replace(pattern, () => by);
    case "//":
      return value.replaceAll(pattern, () => by);
    case "/#":
      return value.startsWith(pattern) ? by + value.slice(pattern.length) : value;
    case "/%":
      return value.endsWith(pattern) ? value.slice(0, value.length - pattern.length) + by : value;
    default:
      return null;
  }
}

export function sliced(value: string, offset: string, length: string | undefined): string | null {
  const whole = /^\s*\(?\s*(-?\d{1,9})\s*\)?\s*$/;
  const from = whole.exec(offset)?.[1];
  const count = length === undefined ? undefined : whole.exec(length)?.[1];
  if (from === undefined || (length !== undefined && count === undefined) || !isPlain(value)) return null;
  const characters = [...value];
  const start = Number(from) < 0 ? characters.length + Number(from) : Number(from);
  if (start < 0) return "";
  const end =
    count === undefined ? undefined : Number(count) < 0 ? characters.length + Number(count) : start + Number(count);
  return characters.slice(start, end).join("");
}

/** Case and positions of other characters depend on the locale, which is unknown. */
export const isPlain = (value: string): boolean => !/[\u0080-\uffff]/.test(value);

export function recased(value: string, operator: string): string | null {
  if (!isPlain(value)) return null;
  const first = [...value][0] ?? "";
  switch (operator) {
    case "^":
      return first.toUpperCase() + value.slice(first.length);
    case "^^":
      return value.toUpperCase();
    case ",":
      return first.toLowerCase() + value.slice(first.length);
    case ",,":
      return value.toLowerCase();
    default:
      return null;
  }
}

/** `${x@U}` and similar; the other operators quote, expand or run. */
export function transformed(value: string, letter: string): string | null {
  if (!isPlain(value)) return null;
  switch (letter) {
    case "U":
      return value.toUpperCase();
    case "L":
      return value.toLowerCase();
    case "u":
      return recased(value, "^");
    default:
      return null;
  }
}
