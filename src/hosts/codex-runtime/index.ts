// The host record of the Codex runtime.

import type { HostRecord } from "../shared/host-record.ts";
import { codexRuntimeAdapter as adapter } from "./adapter.ts";
import { codexRuntime as capabilities } from "./capabilities.ts";
import { TIME_LIMIT_S } from "./limits.ts";
import { codexRuntimeProtocol as protocol } from "./protocol.ts";

export const codexRuntime: HostRecord = {
  name: "codex-runtime",
  title: "codex_runtime",
  connection: "node .policyc/bundle/worker.mjs --as codex-runtime",
  timeLimitS: TIME_LIMIT_S,
  capabilities,
  adapter,
  protocol,
};
