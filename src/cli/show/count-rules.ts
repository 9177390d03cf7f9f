// Counts rules: the author's own, and those from packs.

import { isPackFile } from "../../compiler/analyse/files/packs.ts";
import { counted } from "../../compiler/diagnostics/report/pretty.ts";

/** `3 rules, and 2 of packs`. */
export function countRules(files: readonly string[]): string {
  const ofPacks = files.filter(isPackFile).length;
  return `${counted(files.length - ofPacks, "rule")}${ofPacks > 0 ? `, and ${ofPacks} from packs` : ""}`;
}
