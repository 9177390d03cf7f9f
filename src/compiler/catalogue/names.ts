// P2xx: names and schema.

import type { Entry } from "./entry.ts";

export const nameCodes = {} as const satisfies Record<string, Entry>;
