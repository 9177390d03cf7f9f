// ignis's hook configuration as a file.

import { type ConfigFile, MERGE } from "../shared/config-file.ts";
import { isIgnisConfig, readIgnisConfig } from "./read-config.ts";
import { writeIgnisConfig } from "./write-config.ts";

export const ignisConfigFile: ConfigFile = {
  syntax: "json",
  malformed: "hooks.json is not valid JSON",
  folder: ".ignis/",
  recognises: isIgnisConfig,
  read: readIgnisConfig,
  scopes: ["user"],
  write: writeIgnisConfig,
  next: () => [
    `put it into ~/.ignis/hooks.json (${MERGE}), then /hooks reload`,
    "keep it first in each list: in ignis a hook that fails ends the chain, and the rest does not run",
    "ignis continues when a hook fails to start, so watch its warnings",
  ],
};
