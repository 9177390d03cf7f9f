// The host record of policyc's own runtime.

import type { HostRecord } from "../shared/host-record.ts";
import { policycItself as capabilities } from "./capabilities.ts";
import { TIME_LIMIT_S } from "./limits.ts";
import { policycProtocol as protocol } from "./protocol.ts";

export const policyc: HostRecord = {
  name: "policyc",
  title: "policyc's own runtime",
  connection: 'const policy = await loadPolicy(".policyc/bundle"); // loadPolicy is in policyc/runtime',
  timeLimitS: TIME_LIMIT_S,
  capabilities,
  protocol,
};
