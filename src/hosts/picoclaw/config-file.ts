// picoclaw's hook configuration as a file.

import { type ConfigFile, MERGE } from "../shared/config-file.ts";
import { isPicoclawConfig, readPicoclawConfig } from "./read-config.ts";
import { writePicoclawConfig } from "./write-config.ts";

export const picoclawConfigFile: ConfigFile = {
  syntax: "json",
  malformed: "the configuration is not valid JSON",
  folder: ".picoclaw/",
  recognises: isPicoclawConfig,
  read: readPicoclawConfig,
  scopes: ["user"],
  write: writePicoclawConfig,
  next: () => [
    `put \`hooks\` into the configuration of picoclaw (${MERGE})`,
    "picoclaw continues without an interceptor that fails; only approve_tool refuses",
  ],
};
