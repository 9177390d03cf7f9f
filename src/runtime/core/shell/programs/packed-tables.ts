// Tables as a bundle carries them: text, of which only the rows of programs that are called become objects. Code that
// makes all of them costs a hook process more than its decision.

import { shapedInterpreter, shapedOperands, shapedOption, shapedTable, shapedWrapper } from "../program-shape.ts";
import type { InterpreterRow, OperandEffects, OptionRow, ProgramTable, WrapperRow } from "../program-table.ts";

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
  const found = new Map<string, ProgramTable | undefined>();

  const rowAt = (place: number): PackedRow => JSON.parse(rows.slice(place, rows.indexOf("\n", place))) as PackedRow;

  /** What a place holds, made once. */
  function kept<V>(make: (place: number) => V): (place: number) => V {
    const made = new Map<number, V>();
    return (place) => {
      const known = made.get(place);
      if (known !== undefined) return known;
      const value = make(place);
      made.set(place, value);
      return value;
    };
  }

  /** Lists and objects as they are, with all that they hold. */
  const plain = kept((place): unknown => {
    const row = rowAt(place);
    return Array.isArray(row) ? row.map(itemValue) : fieldsOf(row as { readonly [key: string]: PackedItem });
  });
  const itemValue = (item: PackedItem): unknown => (typeof item === "object" ? plain(item[0]) : item);
  const fieldsOf = (row: { readonly [key: string]: PackedItem }): { readonly [key: string]: unknown } =>
    Object.fromEntries(Object.entries(row).map(([key, item]) => [key, itemValue(item)]));

  const option = kept((place) => shapedOption(plain(place) as OptionRow));
  const options = kept((place) => (rowAt(place) as readonly (readonly [number])[]).map(([at]) => option(at)));
  const operands = kept((place) => shapedOperands(plain(place) as OperandEffects));
  const wrapper = kept((place) => shapedWrapper(plain(place) as WrapperRow));
  const interpreter = kept((place) => shapedInterpreter(plain(place) as InterpreterRow));

  /** Git has more than a hundred subcommands, and a line calls one or two of them. */
  const subcommands = kept((place) => {
    const tables: { readonly [name: string]: ProgramTable } = Object.create(null);
    for (const [name, [at]] of Object.entries(rowAt(place) as { readonly [name: string]: readonly [number] }))
      Object.defineProperty(tables, name, { enumerable: true, get: () => table(at) });
    return tables;
  });

  const parts = { options, globals: options, operands, wrapper, interpreter, subcommands };
  const partOf = (key: string, item: PackedItem): unknown =>
    typeof item === "object" && Object.hasOwn(parts, key) ? parts[key as keyof typeof parts](item[0]) : itemValue(item);

  const table = kept((place): ProgramTable => {
    const fields = Object.entries(rowAt(place)).map(([key, item]) => [key, partOf(key, item)]);
    return shapedTable(Object.fromEntries(fields) as ProgramTable);
  });

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
    const made = place === null ? undefined : table(place);
    if (found.size >= MOST_KEPT) found.clear();
    found.set(name, made);
    return made;
  };
}
