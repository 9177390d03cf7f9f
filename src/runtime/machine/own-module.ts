// The file that this module was built into.

import { fileURLToPath } from "node:url";

/** Null when it runs from memory. */
export const ownModule: string | null = import.meta.url.startsWith("file:") ? fileURLToPath(import.meta.url) : null;
