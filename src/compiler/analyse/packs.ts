// The packs that ship with policyc, by name.

import { readdirSync } from "node:fs";
import { join } from "node:path";

/** `std/egress`, `std/secrets`, ...; none when the folder cannot be read. */
export function packNames(packsDir: string): readonly string[] {
  try {
    return readdirSync(join(packsDir, "std"))
      .filter((name) => name.endsWith(".policy"))
      .map((name) => `std/${name.slice(0, -".policy".length)}`)
      .sort();
  } catch {
    return [];
  }
}
