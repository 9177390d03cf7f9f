// The hosts whose hook configuration policyc reads and writes as a file, by name.

import { registry } from "./registry.ts";
import type { ConfigFile } from "./shared/config-file.ts";

export const configFiles: ReadonlyMap<string, ConfigFile> = new Map(
  registry.flatMap(({ name, configFile }) => (configFile === undefined ? [] : [[name, configFile]])),
);
