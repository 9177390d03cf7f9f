// P6xx: bundle and signature. Those of loading live with the runtime; the ones below come from building.

import { loadCodes } from "../../runtime/codes.ts";
import type { Entry } from "./entry.ts";

export const bundleCodes = {
  ...loadCodes,
} as const satisfies Record<string, Entry>;
