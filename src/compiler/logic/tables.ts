// The tables that tests of the IR refer to by number; each row is parsed once.

import { isPatternError, type Pattern, parsePattern } from "../../shell/match/pattern.ts";
import type { Ir } from "../ir/ir.ts";
import type { Literal } from "./form.ts";
import type { Limit } from "./limits.ts";

export interface Tables {
  readonly ir: Pick<Ir, "regexes" | "globs" | "patterns" | "programs">;
  /** Null for a pattern that does not parse. */
  readonly pattern: (id: number) => Pattern | null;
  /** Cached limits of tests. */
  readonly limits: WeakMap<Literal, Limit | null>;
}

export function tablesOf(ir: Tables["ir"]): Tables {
  const read = new Map<number, Pattern | null>();
  const pattern = (id: number): Pattern | null => {
    const known = read.get(id);
    if (known !== undefined) return known;
    const parsed = parsePattern(ir.patterns[id] ?? "", ir.programs);
    const found = isPatternError(parsed) ? null : parsed;
    read.set(id, found);
    return found;
  };
  return { ir, pattern, limits: new WeakMap() };
}
