// Local variables of a function: `local x`, and `declare x` inside a function. The previous value comes back when the function
// ends.

import type { Frame } from "./reader.ts";
import { look, own, type ScopeEntry, type ShellScope, setOwn, settleEither } from "./scope.ts";

export interface Locals {
  /** The scope in which the function runs: what its caller sees. */
  readonly scope: ShellScope;
  /** `surely`: declared on the function's own level, not in a branch that may be skipped. */
  readonly hidden: Map<string, { readonly before: ScopeEntry | undefined; readonly surely: boolean }>;
}

/** From here on the name is local to the function; does nothing outside of functions. */
export function hide(key: string, { scope, reader: { locals } }: Frame): void {
  if (locals === null || locals.hidden.has(key)) return;
  const surely = scope === locals.scope;
  locals.hidden.set(key, { before: surely ? own(scope, key) : look(scope, key), surely });
}

/** Whether the name is local to the function; from here on it is not: `declare -g` bypasses it. */
export function unhide(key: string, { reader: { locals } }: Frame): boolean {
  return locals?.hidden.delete(key) ?? false;
}

/** The function ends. If it may not have reached the declaration, the value it left stays possible. */
export function restore({ scope, hidden }: Locals): void {
  for (const [key, { before, surely }] of hidden) {
    if (surely) setOwn(scope, key, before);
    else settleEither(scope, key, before);
  }
}
