// P3xx: types.

import type { Entry } from "./entry.ts";

export const typeCodes = {} as const satisfies Record<string, Entry>;
