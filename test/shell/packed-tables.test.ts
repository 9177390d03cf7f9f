// Tables as bundles carry them are the tables themselves, whichever program is asked for first.

import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { isUnpacked, packed } from "../../src/compiler/bundle/pack-tables.ts";
import { packedTables } from "../../src/shell/programs/packed-tables.ts";
import { namedTables, tableNames } from "../../src/shell/programs/tables.ts";

const { rows, names } = packed(namedTables);

const packedOnes = () => packedTables(rows, names);

/** What is left of a table for a program: no text for people, nothing that is not there. */
const lean = (table: unknown): unknown =>
  JSON.parse(JSON.stringify(table, (key, value) => (isUnpacked(key, value) ? undefined : value)));

it.each([
  ["in order", [...namedTables.keys()]],
  ["from the end", [...namedTables.keys()].reverse()],
])("gives every program its table, asked for %s", (_, order) => {
  const { named } = packedOnes();
  const wrong = order.filter((name) => !isDeepStrictEqual(lean(named(name)), lean(namedTables.get(name))));
  expect(wrong).toEqual([]);
});

it("knows no other names", () => {
  const { named, nameOf } = packedOnes();
  const [, one = "", two = ""] = names.split("\n");
  const twoLines = `${one}\n${two.replace(/\t.*$/, "")}`;
  for (const name of [twoLines, "", "no-such-program", "constructor", "__proto__", "git\t0", "git\n", "0"])
    expect([named(name), nameOf(name)], JSON.stringify(name)).toEqual([undefined, undefined]);
});

it("tells the name of a table", () => {
  const { nameOf } = packedOnes();
  for (const [name, table] of namedTables) expect(nameOf(name)).toBe(table.name);
});

it("lists every name and alias", () => {
  expect([...packedOnes().names()].sort()).toEqual([...tableNames()].sort());
});

it("makes a part once", () => {
  const { named } = packedOnes();
  expect(named("git")?.subcommands?.push).toBe(named("git")?.subcommands?.push);
});

it("refuses what text cannot hold", () => {
  expect(() => packed(new Map([["x", { run: () => 0 }]]))).toThrow("a table holds");
  expect(() => packed(new Map([["x", { run: [1] }]]))).toThrow("a list of numbers");
});

it("gives all tables, and all rows of options, one shape", () => {
  const { named } = packedOnes();
  const tables = [...namedTables.keys()].flatMap((name) => named(name) ?? []);
  const shapes = (objects: readonly object[]): number => new Set(objects.map((one) => Object.keys(one).join(" "))).size;
  expect(shapes(tables)).toBe(1);
  expect(shapes(tables.flatMap(({ options }) => options))).toBe(1);
  expect(shapes(tables.flatMap(({ subcommands }) => Object.values(subcommands ?? {})))).toBe(1);
});
