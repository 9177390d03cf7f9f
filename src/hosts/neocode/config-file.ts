// NeoCode's hook configuration as a file.

import { type ConfigFile, MERGE } from "../shared/config-file.ts";
import { isNeocodeConfig, readNeocodeConfig } from "./read-config.ts";
import { writeNeocodeConfig } from "./write-config.ts";

export const neocodeConfigFile: ConfigFile = {
  syntax: "yaml",
  malformed: "parse repo hooks yaml",
  folder: ".neocode/",
  recognises: isNeocodeConfig,
  read: readNeocodeConfig,
  scopes: ["user", "repo"],
  write: writeNeocodeConfig,
  next: (scope) => [
    `put it into ${scope === "repo" ? ".neocode/hooks.yaml of the workspace, and trust the workspace in NeoCode" : "~/.neocode/config.yaml"} (${MERGE})`,
    "hooks that can block fail closed, so a missing `node` or bundle blocks",
  ],
};
