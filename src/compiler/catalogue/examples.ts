// P5xx: examples and tests.

import type { Entry } from "./entry.ts";

export const exampleCodes = {} as const satisfies Record<string, Entry>;
