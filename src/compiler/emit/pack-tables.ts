// The tables of shell programs as text, wherever esbuild puts the shell engine into something that is shipped.
// Equal parts are written once, and what only people read is left out.

import type { Plugin } from "esbuild";
import type { PackedItem, PackedRow } from "../../runtime/core/shell/programs/packed-tables.ts";

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
          `export const tableNamed = packedTables(${JSON.stringify(rows)}, ${JSON.stringify(names)});`,
        ].join("\n"),
        loader: "ts",
      };
    });
  },
};

/** The two texts that `packedTables` reads. */
export function packed(tables: ReadonlyMap<string, object>): { readonly rows: string; readonly names: string } {
  const places = new Map<string, number>();
  let length = 0;
  const placeOf = (value: object): number => {
    const row: PackedRow = Array.isArray(value)
      ? value.map(itemOf)
      : Object.fromEntries(shownParts(value).map(([key, part]) => [key, itemOf(part)]));
    const line = JSON.stringify(row);
    const known = places.get(line);
    if (known !== undefined) return known;
    const place = length;
    places.set(line, place);
    length += line.length + 1;
    return place;
  };
  const itemOf = (value: unknown): PackedItem => {
    if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return value;
    if (typeof value === "object" && value !== null) return [placeOf(value)];
    throw new Error(`a table holds ${String(value)}`);
  };
  const names = [...tables].map(([name, table]) => `${name}\t${placeOf(table)}\n`);
  return { rows: [...places.keys()].map((line) => `${line}\n`).join(""), names: `\n${names.join("")}` };
}

const shownParts = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([key, part]) => key !== "doc" && part !== undefined);
