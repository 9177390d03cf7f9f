// Folders for output. One at a time: Node's own recursive form never returns where the system refuses with ENOENT, as
// below /proc.

import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder and those above it; throws where that cannot be done. */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = dirname(at)) missing.push(at);
  for (const at of missing.reverse()) {
    try {
      mkdirSync(at);
    } catch (caught) {
      // Another build may have made it meanwhile.
      if ((caught as NodeJS.ErrnoException).code !== "EEXIST") throw caught;
    }
  }
}
