// The native rule files, by name.

import { registry } from "./registry.ts";
import type { RuleFile } from "./shared/rule-file.ts";

export const ruleFiles: ReadonlyMap<string, RuleFile> = new Map(
  registry.flatMap(({ ruleFile }) => (ruleFile === undefined ? [] : [[ruleFile.name, ruleFile]])),
);
