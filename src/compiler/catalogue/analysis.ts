// P4xx: rule-set analysis.

import type { Entry } from "./entry.ts";

export const analysisCodes = {} as const satisfies Record<string, Entry>;
