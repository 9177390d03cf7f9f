// Tables as bundles carry them are the tables themselves, whichever program is asked for first.

import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { packed } from "../../src/compiler/emit/pack-tables.ts";
import { packedTables } from "../../src/runtime/core/shell/programs/packed-tables.ts";
import { namedTables } from "../../src/runtime/core/shell/programs/tables.ts";

const { rows, names } = packed(namedTables);

/** What is left of a table for a program: no text for people, nothing that is not there. */
const lean = (table: unknown): unknown =>
  JSON.parse(JSON.stringify(table, (key, value) => (key === "doc" ? undefined : value)));

it.each([
  ["in order", [...namedTables.keys()]],
  ["from the end", [...namedTables.keys()].reverse()],
])("gives every program its table, asked for %s", (_, order) => {
  const tableNamed = packedTables(rows, names);
  const wrong = order.filter((name) => !isDeepStrictEqual(lean(tableNamed(name)), lean(namedTables.get(name))));
  expect(wrong).toEqual([]);
});

it("knows no other names", () => {
  const tableNamed = packedTables(rows, names);
  const twoLines = names
    .split("\n")
    .slice(1, 3)
    .join("\n")
    .replace(/\t\d+$/, "");
  for (const name of [twoLines, "", "no-such-program", "constructor", "__proto__", "git\t0", "git\n", "0"])
    expect(tableNamed(name), JSON.stringify(name)).toBeUndefined();
});

it("makes a part once", () => {
  const tableNamed = packedTables(rows, names);
  expect(tableNamed("git")?.subcommands?.push).toBe(tableNamed("git")?.subcommands?.push);
});

it("refuses what text cannot hold", () => {
  expect(() => packed(new Map([["x", { run: () => 0 }]]))).toThrow("a table holds");
});

it("gives all tables, and all rows of options, one shape", () => {
  const tableNamed = packedTables(rows, names);
  const tables = [...namedTables.keys()].flatMap((name) => tableNamed(name) ?? []);
  const shapes = (objects: readonly object[]): number => new Set(objects.map((one) => Object.keys(one).join(" "))).size;
  expect(shapes(tables)).toBe(1);
  expect(shapes(tables.flatMap(({ options }) => options))).toBe(1);
  expect(shapes(tables.flatMap(({ subcommands }) => Object.values(subcommands ?? {})))).toBe(1);
});
