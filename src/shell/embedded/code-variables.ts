// The variables that make a harmless program run foreign code, from the rows of all programs. A name may contain a `*`.

import { derived } from "../programs/tables.ts";
import type { CodeVariable } from "./values/foreign-code.ts";

const rows: readonly CodeVariable[] = derived.codeVariables.flatMap(({ names, ...row }) =>
  names.map((name) => ({ name, ...row })),
);
const exact = new Map(rows.filter(({ name }) => !name.includes("*")).map((row) => [row.name, row]));
const starred = rows.flatMap((row) => {
  const [begin, end] = row.name.split("*");
  return begin === undefined || end === undefined ? [] : [{ row, begin, end }];
});

/** The row of a variable that can carry code. */
export function codeVariable(name: string): CodeVariable | undefined {
  const known = exact.get(name);
  if (known !== undefined) return known;
  for (const { row, begin, end } of starred)
    if (name.startsWith(begin) && name.endsWith(end) && name.length > begin.length + end.length) return row;
  return undefined;
}
