// The native client's tables are what the hosts say. UPDATE=1 writes them anew, for review.

import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { deadlineTable, refusalTable } from "./refusal-table.ts";

it.each([
  ["refusals.json", refusalTable()],
  ["deadlines.json", deadlineTable()],
])("%s is what the hosts say", (name, table) => {
  const file = new URL(`../../native/${name}`, import.meta.url);
  if (process.env.UPDATE === "1") writeFileSync(file, `${JSON.stringify(table, null, 1)}\n`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(table)));
});
