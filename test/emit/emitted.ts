// Imports a module the compiler emitted, for tests that run it.

import { compileModule } from "../../src/compiler/bundle/compile-module.ts";
import { textOfLinked } from "../../src/compiler/bundle/link-parts.ts";
import { emitModule } from "../../src/compiler/emit/emit-module.ts";
import type { Ir } from "../../src/compiler/ir/ir.ts";
import type { Policy, PolicyOptions, Program } from "../../src/runtime/engine/index.ts";

interface Emitted {
  readonly program: Program;
  readonly createPolicy: (options: PolicyOptions) => Policy;
}

export async function importIr(ir: Ir): Promise<Emitted> {
  const text = textOfLinked(await compileModule(emitModule(ir)));
  return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}
