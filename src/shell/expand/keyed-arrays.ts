// Arrays by key: `declare -A m=([a]=x)`, `m[b]=y`, and numbered arrays with gaps.

import { known, type Text, unknownValue } from "../syntax/text.ts";
import { assign, type ShellScope, variable } from "./scope.ts";

/** Maximum number of tracked elements; a larger array is unknown. */
const MOST = 64;

/** Splits `[key]=value`; null if it is unknown or has another form. */
export function keyed(text: Text): { readonly key: string; readonly value: Text } | null {
  const found = /^\[([^\]]*)\]=/.exec(text.why === null ? text.text : text.prefix);
  if (found === null || text.why !== null) return null;
  return { key: found[1] ?? "", value: known(text.text.slice(found[0].length), text.from) };
}

export interface Pairs {
  readonly keys: readonly string[];
  readonly items: readonly Text[];
}

/** Adds to the existing pairs; a repeated key replaces its value. */
export function withPairs(
  before: Pairs,
  added: readonly { readonly key: string; readonly value: Text }[],
): Pairs | null {
  const all = new Map(before.keys.map((key, i) => [key, before.items[i] ?? known("")]));
  for (const { key, value } of added) all.set(key, value);
  return all.size > MOST ? null : { keys: [...all.keys()], items: [...all.values()] };
}

/** The value of a variable as pairs; null when unknown. */
export function pairsOf(scope: ShellScope, name: string): Pairs | null {
  const found = variable(scope, name);
  if (found === undefined || found.items === null) return { keys: [], items: [] };
  if (found.keys !== undefined) return { keys: found.keys, items: found.items };
  if (found.items.some(({ splits }) => splits)) return null;
  return { keys: found.items.map((_, i) => String(i)), items: found.items };
}

/** Null pairs: the array may contain anything now. */
export function assignPairs(scope: ShellScope, name: string, pairs: Pairs | null, isExported?: boolean): void {
  const more = isExported === undefined ? {} : { isExported };
  if (pairs !== null) assign(scope, name, pairs.items, { isArray: true, keys: pairs.keys, ...more });
  else assign(scope, name, [{ ...unknownValue(name), splits: true }], { isArray: true, ...more });
}
