// Variables that a function has for itself: `local x`, and `declare x` inside a function. What stood there before comes back
// when the function ends.

import type { Frame } from "./reader.ts";
import { look, own, type ScopeEntry, type ShellScope, setOwn, settleEither } from "./scope.ts";

export interface Locals {
  /** Where the function runs: what its caller sees of it. */
  readonly scope: ShellScope;
  /** `surely`: declared on the function's own level, not in a branch that may be skipped. */
  readonly hidden: Map<string, { readonly before: ScopeEntry | undefined; readonly surely: boolean }>;
}

/** From here on the name is the function's own; outside of functions nothing happens. */
export function hide(key: string, { scope, reader: { locals } }: Frame): void {
  if (locals === null || locals.hidden.has(key)) return;
  const surely = scope === locals.scope;
  locals.hidden.set(key, { before: surely ? own(scope, key) : look(scope, key), surely });
}

/** Whether the function has the name for itself; from here on it has not: `declare -g` reaches past it. */
export function unhide(key: string, { reader: { locals } }: Frame): boolean {
  return locals?.hidden.delete(key) ?? false;
}

/** The function ends. Where it may not have come to the declaration, what it left stays possible. */
export function restore({ scope, hidden }: Locals): void {
  for (const [key, { before, surely }] of hidden) {
    if (surely) setOwn(scope, key, before);
    else settleEither(scope, key, before);
  }
}
