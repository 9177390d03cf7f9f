// Shipped packs whose examples ran against this very compiler when the package was built: scripts/build.mjs writes down their
// hashes once they have passed. Their examples need not run again in every check, as long as nothing about them is different.

import { existsSync, readFileSync } from "node:fs";
import { sha256Hex } from "../../language/sha256.ts";
import type { Source } from "../diagnostics/source.ts";
import type { Model } from "../ir/model.ts";

const NONE: ReadonlySet<string> = new Set();

/** Files whose examples are proven: all packs that are used, or none where one of them has changed or a declaration gives tools or programs another meaning. In a checkout none. */
export function provenPacks({ ir, packFiles }: Model, sources: ReadonlyMap<string, Source>): ReadonlySet<string> {
  if (Object.keys(ir.tools).length > 0 || Object.keys(ir.programs).length > 0) return NONE;
  const file = new URL("proven-packs.json", import.meta.url);
  if (!existsSync(file)) return NONE;
  const hashes: { readonly [pack: string]: string } = JSON.parse(readFileSync(file, "utf8"));
  const isProven = (pack: string): boolean => hashes[pack] === sha256Hex(sources.get(pack)?.text ?? "");
  return [...packFiles].every(isProven) ? packFiles : NONE;
}
