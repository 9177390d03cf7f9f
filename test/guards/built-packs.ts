// Every shipped pack as a bundle: as it is, and once more with other values for all its parameters.

import { join } from "node:path";
import { builtPack } from "../policies/built-pack.ts";
import { otherValues, packs } from "../policies/shipped.ts";
import { runFolder } from "../run-folder.ts";
import { buildIn } from "../runtime/built-policy.ts";

export interface BuiltPack {
  readonly name: string;
  /** Whether its parameters have their defaults. */
  readonly isPlain: boolean;
  readonly dir: string;
}

let building: Promise<readonly BuiltPack[]> | null = null;

/** Built once. */
export function builtPacks(): Promise<readonly BuiltPack[]> {
  building ??= buildAll(runFolder("guards-"));
  return building;
}

async function buildAll(folder: string): Promise<readonly BuiltPack[]> {
  const built: BuiltPack[] = [];
  for (const name of ["recommended", ...packs]) {
    built.push({ name, isPlain: true, dir: await builtPack(name) });
  }
  for (const [pack, values] of Object.entries(otherValues)) {
    const name = `${pack} with other values`;
    const given = Object.entries(values).map(([param, value]) => `${param} = ${value}`);
    const out = `${pack.replace("/", "-")}-with`;
    await buildIn(folder, `use "${pack}" with ${given.join(", ")}\n`, out);
    built.push({ name, isPlain: false, dir: join(folder, out) });
  }
  return built;
}
