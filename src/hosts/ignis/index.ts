// The host record of ignis.

import type { HostRecord } from "../shared/host-record.ts";
import { ignisAdapter as adapter } from "./adapter.ts";
import { ignis as capabilities } from "./capabilities.ts";
import { ignisConfigFile as configFile } from "./config-file.ts";
import { TIME_LIMIT_S } from "./limits.ts";
import { ignisProtocol as protocol } from "./protocol.ts";

export const ignis: HostRecord = {
  name: "ignis",
  title: "ignis",
  connection: "policyc emit .policyc/bundle --target ignis -o hooks.json",
  timeLimitS: TIME_LIMIT_S,
  stdoutCapBytes: 1_048_576,
  capabilities,
  adapter,
  protocol,
  configFile,
};
