// Tables in the form that a bundle includes: text, of which only the rows of called programs become objects. Code that
// creates all of them costs a hook process more than its decision.

import { shapedInterpreter, shapedOperands, shapedOption, shapedTable, shapedWrapper } from "./table/program-shape.ts";
import type { InterpreterRow, OperandEffects, OptionRow, ProgramTable, WrapperRow } from "./table/program-table.ts";

/**
 * An object within a row is the position of its own row in brackets; other lists contain no numbers. Most options are inline,
 * and most of those are only their spelling: `-v --volume=`.
 */
export type PackedItem = string | boolean | number | readonly PackedItem[] | PackedRow;
export type PackedRow = { readonly [key: string]: PackedItem };

/** Short names of option fields in rows: an agent that loads a plug-in with the tables accepts at most a megabyte. */
export const shortKeys: { readonly [key: string]: string } = { flags: "f", value: "v", meaning: "m" };

/** The same for tables. */
export const tableKeys: { readonly [key: string]: string } = {
  name: "n",
  options: "o",
  partial: "p",
  operands: "r",
  subcommands: "s",
  external: "x",
  special: "e",
  style: "y",
};

/** What kind of value an option takes; rows contain the index, spellings the sign at that index. */
export const optionValues = ["required", "optional", "words", "digits"] as const;
export const valueSigns = "=?;#";

/** An option of which only the spelling is known. */
function spelledOption(text: string): OptionRow {
  const value = optionValues[valueSigns.indexOf(text.at(-1) ?? " ")];
  const flags = (value === undefined ? text : text.slice(0, -1)).split(" ");
  return shapedOption({ flags, value, meaning: undefined } as unknown as OptionRow);
}

export interface PackedTables {
  named(name: string): ProgramTable | undefined;
  /** The name of that table, without building it. */
  nameOf(name: string): string | undefined;
  /** Every name and alias. */
  names(): readonly string[];
}

/** Names of unknown programs are cached too, but invented names must not fill the memory. */
const MOST_KEPT = 4096;

/**
 * `rows`: one JSON document per line, identified by its start position. `names`: a name, the position of its row, and the name
 * in that row if it differs; one per line, with a line break before and after each.
 */
export function packedTables(rows: string, names: string): PackedTables {
  const rowAt = (place: number): PackedRow => JSON.parse(rows.slice(place, rows.indexOf("\n", place))) as PackedRow;

  /** The object at a position, built once. */
  function cached<V>(make: (row: PackedRow) => V): (place: number) => V {
    const made = new Map<number, V>();
    return (place) => {
      const known = made.get(place);
      if (known !== undefined) return known;
      const value = make(rowAt(place));
      made.set(place, value);
      return value;
    };
  }

  const fieldsOf = (row: PackedRow): object => {
    const fields: { [key: string]: unknown } = {};
    for (const key of Object.keys(row)) fields[key] = itemValue(row[key] ?? "");
    return fields;
  };
  const plain = cached(fieldsOf);
  const itemValue = (item: PackedItem): unknown => {
    if (!isList(item)) return item;
    const [first] = item;
    if (typeof first === "string") return item;
    return typeof first === "number" ? plain(first) : item.map(itemValue);
  };

  /** Without copies: a line of two commands has hundreds of them. */
  const optionOf = (row: PackedRow): OptionRow => {
    const fields: { [key: string]: unknown } = {
      flags: row.f ?? [],
      value: optionValues[Number(row.v)],
      meaning: row.m,
    };
    for (const key in row) if (key.length > 1) fields[key] = itemValue(row[key] ?? "");
    return shapedOption(fields as unknown as OptionRow);
  };
  const option = cached((row) => (typeof row === "string" ? spelledOption(row) : optionOf(row)));
  const operands = cached((row) => shapedOperands(fieldsOf(row) as OperandEffects));
  const wrapper = cached((row) => shapedWrapper(fieldsOf(row) as WrapperRow));
  const interpreter = cached((row) => shapedInterpreter(fieldsOf(row) as InterpreterRow));

  /** Git has more than a hundred subcommands, and a line calls one or two of them. */
  const subcommands = cached((row) => {
    const tables: { readonly [name: string]: ProgramTable } = Object.create(null);
    for (const name of Object.keys(row))
      Object.defineProperty(tables, name, { enumerable: true, get: () => table(placeIn(row[name])) });
    return tables;
  });

  const listed = cached((row) => optionsIn(row as unknown as PackedItem));
  /** The list, or the place of one that several tables have. */
  const options = (items: PackedItem): readonly OptionRow[] =>
    typeof listOf(items)[0] === "number" ? listed(placeIn(items)) : optionsIn(items);
  const optionsIn = (items: PackedItem): readonly OptionRow[] => {
    const found: OptionRow[] = [];
    for (const item of listOf(items)) {
      if (typeof item === "string") found.push(spelledOption(item));
      else found.push(typeof item === "object" && !isList(item) ? optionOf(item) : option(placeIn(item)));
    }
    return found;
  };
  const parts: { readonly [field: string]: (item: PackedItem) => unknown } = {
    options,
    globals: options,
    operands: (item) => operands(placeIn(item)),
    wrapper: (item) => wrapper(placeIn(item)),
    interpreter: (item) => interpreter(placeIn(item)),
    subcommands: (item) => subcommands(placeIn(item)),
  };

  const fieldNames = new Map(Object.entries(tableKeys).map(([field, key]) => [key, field]));
  const table = cached((row): ProgramTable => {
    const fields: { [key: string]: unknown } = {};
    for (const key of Object.keys(row)) {
      const field = fieldNames.get(key) ?? key;
      fields[field] = (Object.hasOwn(parts, field) ? parts[field] : itemValue)?.(row[key] ?? "");
    }
    return shapedTable(fields as unknown as ProgramTable);
  });

  const lines = new Map<string, NameLine | null>();
  /** The rest of the line of a name; null if there is none. */
  function lineOf(name: string): NameLine | null {
    const known = lines.get(name);
    if (known !== undefined) return known;
    const line = findLine(names, name);
    if (lines.size >= MOST_KEPT) lines.clear();
    lines.set(name, line);
    return line;
  }

  return {
    named(name) {
      const line = lineOf(name);
      return line === null ? undefined : table(line.place);
    },
    nameOf: (name) => lineOf(name)?.own,
    names: () => Array.from(names.matchAll(/^[^\t\n]+/gm), ([name]) => name),
  };
}

interface NameLine {
  readonly place: number;
  /** The name in that row. */
  readonly own: string;
}

function findLine(names: string, name: string): NameLine | null {
  // A name that contains a line break could match two lines.
  const at = /[\n\t]/.test(name) ? -1 : names.indexOf(`\n${name}\t`);
  if (at === -1) return null;
  const [place, own = name] = names.slice(at + name.length + 2, names.indexOf("\n", at + 1)).split("\t");
  return { place: Number(place), own };
}

const isList = (item: PackedItem): item is readonly PackedItem[] => Array.isArray(item);

const listOf = (item: PackedItem): readonly PackedItem[] => (isList(item) ? item : []);

const placeIn = (item: PackedItem | undefined): number => Number(listOf(item ?? [])[0]);
