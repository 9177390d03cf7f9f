// What a mutant is: one rule with one thing changed.

import type { Span } from "../ir/ast.ts";
import type { IrRule } from "../ir/ir.ts";

export interface Mutant {
  readonly rule: IrRule;
  readonly at: Span;
  /** What stands there, and what is done to it: `tool == "read"`, "`==` becomes `!=`". */
  readonly text: string;
  readonly change: string;
}
