// The host record of Cursor.

import type { HostRecord } from "../shared/host-record.ts";
import { cursorAdapter as adapter } from "./adapter.ts";
import { cursor as capabilities } from "./capabilities.ts";
import { cursorInstall as install } from "./install.ts";
import { cursorPermissionFiles as permissionFiles } from "./permission-files.ts";
import { cursorSigns as signs } from "./signs.ts";
import { projectVariables } from "./variables.ts";

export const cursor: HostRecord = {
  name: "cursor",
  title: "Cursor",
  timeLimitS: null,
  projectVariables,
  exitRefuses: ["user_prompt_submit"],
  capabilities,
  signs,
  adapter,
  install,
  permissionFiles,
};
