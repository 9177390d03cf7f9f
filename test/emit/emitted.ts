// Imports a module the compiler emitted, for tests that run it.

import { compileModule } from "../../src/compiler/emit/compile-module.ts";
import { emitModule } from "../../src/compiler/emit/emit-module.ts";
import { textOfLinked } from "../../src/compiler/emit/link-parts.ts";
import type { Ir } from "../../src/compiler/ir.ts";
import type { Policy, PolicyOptions, Program } from "../../src/runtime/core/index.ts";

interface Emitted {
  readonly program: Program;
  readonly createPolicy: (options: PolicyOptions) => Policy;
}

export async function importIr(ir: Ir): Promise<Emitted> {
  const text = textOfLinked(await compileModule(emitModule(ir)));
  return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}
