// policy.ts to policy.mjs: one pure ES module with the engine core inside.

import { type LinkedPolicy, linkParts } from "./link-parts.ts";

export const compileModule = (policyTs: string): Promise<LinkedPolicy> => linkParts({ shape: "module", policyTs });
