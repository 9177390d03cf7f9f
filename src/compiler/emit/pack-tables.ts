// The tables of shell programs as text, wherever esbuild puts the shell engine into something that is shipped.
// Equal rows are written once, and what only people read is left out.

import type { Plugin } from "esbuild";
import {
  optionValues,
  type PackedItem,
  type PackedRow,
  shortKeys,
  tableKeys,
} from "../../runtime/core/shell/programs/packed-tables.ts";

export const packTables: Plugin = {
  name: "pack-tables",
  setup(on) {
    on.onLoad({ filter: /[\\/]shell[\\/]programs[\\/]tables\.ts$/ }, async ({ path }) => {
      const result = await on.esbuild.build({ entryPoints: [path], bundle: true, write: false, format: "esm" });
      const code = Buffer.from(result.outputFiles[0]?.contents ?? "").toString("base64");
      const { namedTables } = await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`);
      const { rows, names } = packed(namedTables);
      return {
        contents: [
          `import { packedTables } from "./packed-tables.ts";`,
          `const tables = packedTables(${blocksCode(rows)}, ${blocksCode(names)});`,
          "export const tableNamed = (name) => tables.named(name);",
          "export const tableNameOf = (name) => tables.nameOf(name);",
        ].join("\n"),
        loader: "js",
      };
    });
  },
};

/** One function with all texts, which hooks read from another file: see split-part.ts. */
function blocksCode(blocks: readonly Block<string | number>[]): string {
  const cases = blocks.map(({ text }, at) => `case ${at}: return ${JSON.stringify(text)};`);
  const starts = JSON.stringify(blocks.map(({ start }) => start));
  return `{ starts: ${starts}, text: (at) => { switch (at) { ${cases.join(" ")} default: return ""; } } }`;
}

/** Each is read and verified as a whole, so it should hold little that is not asked for. */
const BLOCK_LENGTH = 4096;

interface Block<K> {
  readonly start: K;
  readonly text: string;
}

/** Lines in blocks, which begin with their first lines. */
function blocksOf<K>(lines: readonly (readonly [start: K, line: string])[], before: string): readonly Block<K>[] {
  const blocks: { start: K; text: string }[] = [];
  for (const [start, line] of lines) {
    const last = blocks.at(-1);
    if (last === undefined || last.text.length + line.length > BLOCK_LENGTH)
      blocks.push({ start, text: before + line });
    else last.text += line;
  }
  return blocks;
}

/** A part that is an object: a row of its own. */
interface Part {
  /** Its fields; parts of it by their numbers. */
  readonly fields: readonly (readonly [key: string, item: Item])[];
  /** How many programs have it. */
  users: number;
  /** How often it is a part of something. */
  mentions: number;
  lastUser: object | null;
}

type Item = string | boolean | number | readonly Item[] | { readonly part: number };

interface Packed {
  readonly rows: readonly Block<number>[];
  readonly names: readonly Block<string>[];
}

/** What `packedTables` reads. Rows that many programs have come first and together, then those of each program. */
export function packed(tables: ReadonlyMap<string, object>): Packed {
  const { parts, numberOf } = partsOf(tables);
  // A part has at least as many users as what it is a part of, and a lower number, so it is placed before.
  const order = [...parts.keys()].sort((a, b) => (parts[b]?.users ?? 0) - (parts[a]?.users ?? 0) || a - b);
  const places = new Map<number, number>();
  const within = new Map<number, PackedRow>();
  const rows: [number, string][] = [];
  let length = 0;
  for (const number of order) {
    const part = parts[number];
    const row = rowOf(part?.fields ?? [], (of) => within.get(of) ?? [places.get(of) ?? 0]);
    const text = JSON.stringify(row);
    if (part !== undefined && isOption(part.fields) && (part.mentions === 1 || text.length <= SHORT_OPTION)) {
      within.set(number, row);
      continue;
    }
    const line = `${text}\n`;
    rows.push([length, line]);
    places.set(number, length);
    length += line.length;
  }
  const names = [...tables]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, table]): [string, string] => {
      const own = "name" in table && table.name !== name ? `\t${table.name}` : "";
      return [name, `${name}\t${places.get(numberOf(table))}${own}\n`];
    });
  return { rows: blocksOf(rows, ""), names: blocksOf(names, "\n") };
}

function partsOf(tables: ReadonlyMap<string, object>): {
  readonly parts: readonly Part[];
  readonly numberOf: (value: object) => number;
} {
  const parts: Part[] = [];
  const numbers = new Map<string, number>();
  const known = new Map<object, number>();
  let user: object | null = null;
  const numberOf = (value: object): number => {
    const fields = shownParts(value).map(([key, part]) => [key, itemOf(part)] as const);
    const text = JSON.stringify(fields);
    const number = numbers.get(text) ?? parts.push({ fields, users: 0, mentions: 0, lastUser: null }) - 1;
    numbers.set(text, number);
    const part = parts[number];
    if (part === undefined) return number;
    part.mentions++;
    if (part.lastUser !== user) {
      part.users++;
      part.lastUser = user;
    }
    return number;
  };
  const itemOf = (value: unknown): Item => {
    if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return value;
    if (Array.isArray(value)) return value.map(itemOf);
    if (typeof value === "object" && value !== null) return { part: numberOf(value) };
    throw new Error(`a table holds ${String(value)}`);
  };
  for (const table of new Set(tables.values())) {
    user = table;
    known.set(table, numberOf(table));
  }
  return { parts, numberOf: (table) => known.get(table) ?? 0 };
}

const shownParts = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([key, part]) => key !== "doc" && part !== undefined);

/** A row of its own takes a process longer to find than to read. */
const SHORT_OPTION = 16;

/** Nearly all rows are those of options. */
const isOption = (fields: Part["fields"]): boolean =>
  fields.some(([key, item]) => key === "flags" && Array.isArray(item));

function rowOf(fields: Part["fields"], partAt: (number: number) => PackedItem): PackedRow {
  const itemOf = (item: Item): PackedItem => {
    if (typeof item !== "object") return item;
    if ("part" in item) return partAt(item.part);
    // A number alone in brackets is a place.
    if (typeof item[0] === "number") throw new Error("a table holds a list of numbers");
    return item.map(itemOf);
  };
  const isShort = isOption(fields);
  const isTable = fields.some(([key, item]) => key === "name" && typeof item === "string");
  const packedField = ([key, item]: readonly [string, Item]): readonly [string, PackedItem] => {
    if (!isShort) return [(isTable ? tableKeys[key] : undefined) ?? key, itemOf(item)];
    return [shortKeys[key] ?? key, key === "value" ? optionValues.indexOf(String(item)) : itemOf(item)];
  };
  return Object.fromEntries(fields.map(packedField));
}
