// policy.ts to policy.mjs: one pure ES module with the engine core inside.

import { type LinkedPolicy, linkParts, type Shape } from "./link-parts.ts";
import { coreFiles } from "./part-files.ts";

const shape: Shape = { format: "esm", platform: "neutral", target: "es2022" };

export const compileModule = (policyTs: string): Promise<LinkedPolicy> =>
  linkParts({ shape, files: coreFiles(), policyTs });
