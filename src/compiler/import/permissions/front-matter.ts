// Front matter as the hookify plug-in reads it: `key: value` and lists of small objects between two lines of `---`. It is no YAML:
// backslashes in quotes mean themselves, so that a regular expression can be quoted. All values are texts.

import type { Json } from "../../../language/contract.ts";
import type { ParsedConfig, Range, Unparsed } from "../config-text.ts";

interface Line {
  readonly text: string;
  readonly start: number;
}

/** `{ front, body }`. */
export function parseFrontMatter(text: string): ParsedConfig | Unparsed {
  const lines = linesOf(text);
  const fail = (error: string, line: Line | undefined): Unparsed => ({
    error,
    at: { start: line?.start ?? 0, end: (line?.start ?? 0) + (line?.text.length ?? 0) },
  });
  if (lines[0]?.text.trim() !== "---") return fail("it does not begin with a line of `---`", lines[0]);
  const end = lines.findIndex(({ text: line }, at) => at > 0 && line.trim() === "---");
  if (end === -1) return fail("there is no second line of `---`", lines[0]);
  const front = new Map<string, Json>();
  const places = new Map<string, Range>([["front", rangeOf(lines[0])]]);
  let list: { readonly key: string; readonly items: Record<string, string>[] } | null = null;
  for (const line of lines.slice(1, end)) {
    const content = line.text.trim();
    if (content === "" || content.startsWith("#")) continue;
    const isTop = /^\S/.test(line.text) && !content.startsWith("-");
    const pair = pairOf(content.replace(/^-\s*/, ""));
    if (pair === null) return fail("the line is not of the form `key: value`", line);
    const [key, value] = pair;
    if (key === "__proto__") return fail("the key __proto__ is not allowed", line);
    if (isTop) {
      if (front.has(key)) return fail(`the key \`${key}\` is given twice`, line);
      list = value === "" ? { key, items: [] } : null;
      front.set(key, list === null ? value : list.items);
      places.set(`front.${key}`, rangeOf(line));
      continue;
    }
    if (list === null) return fail("the line is indented, and there is no list above it", line);
    if (content.startsWith("-")) {
      places.set(`front.${list.key}.${list.items.length}`, rangeOf(line));
      list.items.push({});
    }
    const item = list.items.at(-1);
    if (item === undefined) return fail("an item of a list begins with `-`", line);
    for (const [name, one] of content.startsWith("-") ? inlinePairs(content.slice(1), pair) : [pair]) {
      if (Object.hasOwn(item, name)) return fail(`the key \`${name}\` is given twice`, line);
      item[name] = one;
    }
  }
  const body = text.slice((lines[end]?.start ?? 0) + (lines[end]?.text.length ?? 0) + 1);
  return {
    value: { front: Object.fromEntries(front), body },
    rangeOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const found = places.get(path.slice(0, length).join("."));
        if (found !== undefined) return found;
      }
      return { start: 0, end: 0 };
    },
  };
}

/** `- field: command, operator: contains` has several on one line. */
function inlinePairs(text: string, whole: readonly [string, string]): readonly (readonly [string, string])[] {
  const parts = text.split(/,\s*(?=(?:field|operator|pattern):)/).map((part) => pairOf(part.trim()));
  return parts.length > 1 && parts.every((part) => part !== null) ? parts : [whole];
}

function pairOf(text: string): readonly [string, string] | null {
  const [, key, value = ""] = /^([A-Za-z_]\w*)\s*:(?:\s+(.*))?$/s.exec(text) ?? [];
  if (key === undefined) return null;
  const [, quoted] = /^(?:"(.*)"|'.*')$/s.exec(value) ?? [];
  return [key, quoted ?? (/^'.*'$/s.test(value) ? value.slice(1, -1) : value.trim())];
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const own = start;
    start += line.length + 1;
    return { text: line.replace(/\r$/, ""), start: own };
  });
}

const rangeOf = (line: Line | undefined): Range => ({
  start: line?.start ?? 0,
  end: (line?.start ?? 0) + (line?.text.length ?? 0),
});
