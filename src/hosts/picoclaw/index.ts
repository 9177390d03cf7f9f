// The host record of picoclaw.

import type { HostRecord } from "../shared/host-record.ts";
import { picoclaw as capabilities } from "./capabilities.ts";
import { picoclawConfigFile as configFile } from "./config-file.ts";
import { TIME_LIMIT_S } from "./limits.ts";
import { picoclawProtocol as keepAlive } from "./protocol.ts";
import { servePicoclaw as serve } from "./serve.ts";

export const picoclaw: HostRecord = {
  name: "picoclaw",
  title: "picoclaw",
  connection: "policyc emit .policyc/bundle --target picoclaw -o hooks.json",
  timeLimitS: TIME_LIMIT_S,
  keepsHookOpen: true,
  capabilities,
  serve,
  keepAlive,
  configFile,
};
