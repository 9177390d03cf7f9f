// The host record of NeoCode.

import type { HostRecord } from "../shared/host-record.ts";
import { neocodeAdapter as adapter } from "./adapter.ts";
import { neocode as capabilities } from "./capabilities.ts";
import { neocodeConfigFile as configFile } from "./config-file.ts";
import { TIME_LIMIT_S } from "./limits.ts";
import { neocodeProtocol as protocol } from "./protocol.ts";

export const neocode: HostRecord = {
  name: "neocode",
  title: "NeoCode",
  connection: "policyc emit .policyc/bundle --target neocode -o hooks.yaml",
  timeLimitS: TIME_LIMIT_S,
  stdoutCapBytes: 1_048_576,
  capabilities,
  adapter,
  protocol,
  configFile,
};
