// hooks.json: the `run` clauses as command-hook specs, in the order of the rules that name them.

import type { HooksFile } from "../../language/contract.ts";
import type { Ir } from "../ir/ir.ts";

export function emitHooks(ir: Ir): string {
  const file: HooksFile = { format: 1, hooks: ir.hooks };
  return `${JSON.stringify(file, null, 2)}\n`;
}
