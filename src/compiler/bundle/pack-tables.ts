// The tables of shell programs as text, wherever esbuild puts the shell engine into something that is shipped.
// Equal rows are written once, and what only people read is left out.

import type { Plugin } from "esbuild";
import {
  optionValues,
  type PackedItem,
  type PackedRow,
  shortKeys,
  tableKeys,
  valueSigns,
} from "../../shell/programs/packed-tables.ts";

export const packTables: Plugin = {
  name: "pack-tables",
  setup(on) {
    on.onLoad({ filter: /[\\/]shell[\\/]programs[\\/]tables\.ts$/ }, async ({ path }) => {
      const result = await on.esbuild.build({ entryPoints: [path], bundle: true, write: false, format: "esm" });
      const code = Buffer.from(result.outputFiles[0]?.contents ?? "").toString("base64");
      const { namedTables, derived } = await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`);
      const { rows, names } = packed(namedTables);
      return {
        contents: [
          `import { packedTables } from "./packed-tables.ts";`,
          `const tables = packedTables(${JSON.stringify(rows)}, ${JSON.stringify(names)});`,
          `export const derived = JSON.parse(${JSON.stringify(JSON.stringify(derived))});`,
          "export const tableNamed = (name) => tables.named(name);",
          "export const tableNameOf = (name) => tables.nameOf(name);",
          "export const tableNames = () => tables.names();",
        ].join("\n"),
        loader: "js",
      };
    });
  },
};

/** A part that is an object: a row of its own. */
interface Part {
  /** Its fields; parts of it by their numbers. */
  readonly fields: readonly (readonly [key: string, item: Item])[];
  /** How often it is a part of something. */
  mentions: number;
}

type Item = string | boolean | number | readonly Item[] | { readonly part: number };

interface Packed {
  readonly rows: string;
  readonly names: string;
}

/** What `packedTables` reads. */
export function packed(tables: ReadonlyMap<string, object>): Packed {
  const { parts, numberOf } = partsOf(tables);
  const places = new Map<number, number>();
  const within = new Map<number, PackedRow | string>();
  const lists = sharedLists(parts);
  let rows = "";
  // The places of rows that are mentioned often are short. A part is mentioned at least as often as what it is a part of, and
  // has a lower number, so it is placed before.
  const order = [...parts.entries()].sort(([a, one], [b, other]) => other.mentions - one.mentions || a - b);
  for (const [number, { fields, mentions }] of order) {
    const partAt = (of: number): PackedItem => within.get(of) ?? [places.get(of) ?? 0];
    /** Written where it is first needed. */
    const listAt = (item: Item): PackedItem | null => {
      const place = lists.get(JSON.stringify(item));
      if (place === undefined) return null;
      if (place === NOT_PLACED) {
        lists.set(JSON.stringify(item), rows.length);
        const at = rows.length;
        rows += `${JSON.stringify(packedItem(item, partAt))}\n`;
        return [at];
      }
      return [place];
    };
    const row = spellingOf(fields) ?? rowOf(fields, partAt, listAt);
    const text = JSON.stringify(row);
    if (isOption(fields) && (mentions === 1 || text.length <= SHORT_OPTION)) {
      within.set(number, row);
      continue;
    }
    places.set(number, rows.length);
    rows += `${text}\n`;
  }
  const names = [...tables]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, table]) => {
      const own = "name" in table && table.name !== name ? `\t${table.name}` : "";
      return `${name}\t${places.get(numberOf(table))}${own}\n`;
    });
  return { rows, names: `\n${names.join("")}` };
}

function partsOf(tables: ReadonlyMap<string, object>): {
  readonly parts: readonly Part[];
  readonly numberOf: (value: object) => number;
} {
  const parts: Part[] = [];
  const numbers = new Map<string, number>();
  const known = new Map<object, number>();
  const numberOf = (value: object): number => {
    const fields = shownParts(value).map(([key, part]) => [key, itemOf(part)] as const);
    const text = JSON.stringify(fields);
    const number = numbers.get(text) ?? parts.push({ fields, mentions: 0 }) - 1;
    numbers.set(text, number);
    const part = parts[number];
    if (part !== undefined) part.mentions++;
    return number;
  };
  const itemOf = (value: unknown): Item => {
    if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return value;
    if (Array.isArray(value)) return value.map(itemOf);
    if (typeof value === "object" && value !== null) return { part: numberOf(value) };
    throw new Error(`a table holds ${String(value)}`);
  };
  for (const table of new Set(tables.values())) known.set(table, numberOf(table));
  return { parts, numberOf: (table) => known.get(table) ?? 0 };
}

const shownParts = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([key, part]) => !isUnpacked(key, part) && part !== undefined);

const unpacked: ReadonlySet<string> = new Set(["doc", "codeVariables", "images", "packages"]);

/**
 * What only people read, and columns that are looked up in what is derived from them. They are texts and lists: an object of
 * such a name is a subcommand, as in `docker images` and `cargo doc`.
 */
export const isUnpacked = (key: string, value: unknown): boolean =>
  unpacked.has(key) && (typeof value === "string" || Array.isArray(value));

/** A row of its own takes a process longer to find than to read. */
const SHORT_OPTION = 16;

/** Nearly all rows are those of options. */
const isOption = (fields: Part["fields"]): boolean =>
  fields.some(([key, item]) => key === "flags" && Array.isArray(item));

/** An option that has nothing but flags and a kind of value, as text; null for any other part. */
function spellingOf(fields: Part["fields"]): string | null {
  const flags = fields.find(([key]) => key === "flags")?.[1];
  if (!Array.isArray(flags) || flags.length === 0 || fields.some(([key]) => key !== "flags" && key !== "value"))
    return null;
  const spelling = flags.join(" ");
  if (
    flags.some((flag) => typeof flag !== "string" || /\s|^$/.test(flag)) ||
    valueSigns.includes(spelling.at(-1) ?? " ")
  )
    return null;
  const value = fields.find(([key]) => key === "value")?.[1];
  return spelling + (value === undefined ? "" : valueSigns.charAt(indexIn(optionValues, value)));
}

const NOT_PLACED = -1;

/** Lists of options that several tables have, by their text: programs of one family differ in little. */
function sharedLists(parts: readonly Part[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { fields } of parts)
    for (const [key, item] of fields)
      if ((key === "options" || key === "globals") && Array.isArray(item) && item.length > 1) {
        const text = JSON.stringify(item);
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
  return new Map([...counts].filter(([, count]) => count > 1).map(([text]) => [text, NOT_PLACED]));
}

function packedItem(item: Item, partAt: (number: number) => PackedItem): PackedItem {
  if (typeof item !== "object") return item;
  if ("part" in item) return partAt(item.part);
  // A number alone in brackets is a place.
  if (typeof item[0] === "number") throw new Error("a table holds a list of numbers");
  return item.map((one) => packedItem(one, partAt));
}

function rowOf(
  fields: Part["fields"],
  partAt: (number: number) => PackedItem,
  listAt: (item: Item) => PackedItem | null,
): PackedRow {
  const itemOf = (item: Item): PackedItem => packedItem(item, partAt);
  const isShort = isOption(fields);
  const isTable = fields.some(([key, item]) => key === "name" && typeof item === "string");
  const packedField = ([key, item]: readonly [string, Item]): readonly [string, PackedItem] => {
    if (!isShort)
      return [(isTable ? tableKeys[key] : undefined) ?? key, (isTable ? listAt(item) : null) ?? itemOf(item)];
    return [shortKeys[key] ?? key, key === "value" ? indexIn(optionValues, item) : itemOf(item)];
  };
  return Object.fromEntries(fields.map(packedField));
}

const indexIn = (values: readonly unknown[], value: unknown): number => values.indexOf(value);
