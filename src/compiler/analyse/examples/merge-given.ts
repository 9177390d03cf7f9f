// Several `given { ... }` of one example or step are one: what each says is put together, and two that differ are an error.

import type { Session } from "../../diagnostics/session.ts";
import type { DataLit, ObjectLit } from "../../ir/ast.ts";
import { dataOf } from "../names/literal-data.ts";

type Entries = ObjectLit["entries"];

/** What they say together, or null after a report. */
export function mergeGiven(literals: readonly ObjectLit[], session: Session): Entries | null {
  let merged: Entries | null = [];
  for (const { entries } of literals) merged = merged && mergeEntries(merged, entries, "", session);
  return merged;
}

function mergeEntries(left: Entries, right: Entries, prefix: string, session: Session): Entries | null {
  const entries = new Map(left.map((entry) => [entry.key, entry]));
  let isSound = true;
  for (const entry of right) {
    const known = entries.get(entry.key);
    const key = `${prefix}${entry.key}`;
    const value = known === undefined ? entry.value : mergeValues(known.value, entry.value, key, session);
    if (value === undefined) {
      const notes = known === undefined ? [] : [{ span: known.keySpan, text: "and here, with another value" }];
      session.report("P151", entry.keySpan, { key }, { notes });
    }
    if (value === undefined || value === null) isSound = false;
    else entries.set(entry.key, { ...(known ?? entry), value });
  }
  return isSound ? [...entries.values()] : null;
}

/** Objects and lists hold what both hold; of anything else there is one value. Undefined: they differ; null: reported. */
function mergeValues(left: DataLit, right: DataLit, key: string, session: Session): DataLit | null | undefined {
  if (left.kind === "ObjectLit" && right.kind === "ObjectLit") {
    const entries = mergeEntries(left.entries, right.entries, `${key}.`, session);
    return entries && { ...left, entries };
  }
  if (left.kind === "ArrayLit" && right.kind === "ArrayLit" && !key.includes("."))
    return { ...left, items: [...left.items, ...right.items] };
  return JSON.stringify(dataOf(left)) === JSON.stringify(dataOf(right)) ? left : undefined;
}
