// P1xx: syntax.

import type { Entry } from "./entry.ts";

export const syntaxCodes = {} as const satisfies Record<string, Entry>;
