// What conditions of the reference interpreter see: one checked event, the world, and what the session remembers.

import type { Ir } from "../../src/compiler/ir/ir.ts";
import type { FactValue } from "../../src/language/contract.ts";
import type { Truth } from "../../src/language/truth.ts";
import type { Places } from "./paths.ts";

export interface RefContext {
  readonly ir: Ir;
  /** Checked and completed. */
  readonly event: { readonly [field: string]: unknown };
  /** Fields the host declared it cannot tell. */
  readonly unknown: ReadonlySet<string>;
  readonly places: Places;
  readonly own: readonly string[];
  readonly world: (key: string) => FactValue | undefined;
  readonly marked: (label: string, shadow: boolean) => Truth;
  /** Null when the store cannot tell. */
  readonly counted: (counter: string, windowMs: number, shadow: boolean) => number | null;
  readonly shadow: boolean;
  /** The rule approves. */
  readonly approves: boolean;
}
