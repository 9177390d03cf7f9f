// Tables as a bundle carries them: text, of which only the rows of programs that are called become objects. Code that
// makes all of them costs a hook process more than its decision.

import type { ProgramTable } from "../program-table.ts";

/** A list or an object within a row is the place of its own row, in brackets. */
export type PackedItem = string | boolean | number | readonly [place: number];
export type PackedRow = readonly PackedItem[] | { readonly [key: string]: PackedItem };

/** Names of programs that nobody knows are kept too, but whoever makes them up must not fill the memory. */
const MOST_KEPT = 4096;

/**
 * `rows`: a JSON document a line. `names`: a name and the place where its row begins, a line each, with a line break before
 * the first and after the last. Neither is taken apart: a process that reads one command needs a few rows of thousands.
 */
export function packedTables(rows: string, names: string): (name: string) => ProgramTable | undefined {
  const made = new Map<number, unknown>();
  const found = new Map<string, ProgramTable | undefined>();

  const itemValue = (item: PackedItem): unknown => (typeof item === "object" ? rowAt(item[0]) : item);

  function rowAt(place: number): unknown {
    const known = made.get(place);
    if (known !== undefined) return known;
    const row = unpacked(rows.slice(place, rows.indexOf("\n", place)));
    made.set(place, row);
    return row;
  }

  function unpacked(line: string): unknown {
    const row = JSON.parse(line) as PackedRow;
    if (Array.isArray(row)) return row.map(itemValue);
    const object = {};
    for (const [key, item] of Object.entries(row)) {
      // Git has more than a hundred subcommands, and a line calls one or two of them.
      if (typeof item === "object" && rows[item[0]] === "{") defineLater(object, key, () => rowAt(item[0]));
      else Object.defineProperty(object, key, { value: itemValue(item), ...listed });
    }
    return object;
  }

  function placeOf(name: string): number | null {
    // A name with a line break in it could stand for two lines.
    if (/[\n\t]/.test(name)) return null;
    const at = names.indexOf(`\n${name}\t`);
    return at === -1 ? null : Number.parseInt(names.slice(at + name.length + 2, at + name.length + 12), 10);
  }

  return (name) => {
    const known = found.get(name);
    if (known !== undefined || found.has(name)) return known;
    const place = placeOf(name);
    const table = place === null ? undefined : (rowAt(place) as ProgramTable);
    if (found.size >= MOST_KEPT) found.clear();
    found.set(name, table);
    return table;
  };
}

const listed = { enumerable: true, configurable: true, writable: true } as const;

/** The value is made when it is first asked for, and is a plain property from then on. */
function defineLater(object: object, key: string, make: () => unknown): void {
  Object.defineProperty(object, key, {
    enumerable: true,
    configurable: true,
    get() {
      const value = make();
      Object.defineProperty(object, key, { value, ...listed });
      return value;
    },
  });
}
