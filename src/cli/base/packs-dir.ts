// Where the shipped packs are: beside src/ in a checkout, beside dist/ in an installed package.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder that holds `std/` and `shell/`. */
export function packsDir(): string {
  const built = fileURLToPath(new URL("../policies", import.meta.url));
  return existsSync(built) ? built : fileURLToPath(new URL("../../../policies", import.meta.url));
}
