// How NeoCode calls its command hooks: payload version 1 in, status or exit code out.

import { blockingPoints, type OneShotProtocol } from "../shared/one-shot.ts";
import { besideBlock, decodeAnswer, exitText } from "./answer.ts";
import { neocode } from "./capabilities.ts";
import { TIME_LIMIT_S } from "./limits.ts";
import { encodePayload, PAYLOAD_VERSION } from "./payload.ts";

export const neocodeProtocol: OneShotProtocol = {
  name: "neocode",
  timeoutMs: TIME_LIMIT_S * 1000,
  failure: "open",
  exit: { "0": "answer", "1": "block", "2": "block", other: "failed" },
  blockText: ["json", "stdout", "stderr"],
  blockLine: null,
  besideBlock,
  silentBlock: (_, { hookId }) => (hookId === "" ? "hook blocked" : `hook blocked by ${hookId}`),
  exitText,
  blocks: blockingPoints(neocode),
  cannotBlock: "note",
  blockRemark: () => "hook block downgraded: point does not allow blocking",
  watches: [],
  rewrites: "first",
  priority: "higher-first",
  stdoutCap: "fail",
  environment: ({ hookId, point }) => ({
    NEOCODE_HOOK_HOOK_ID: hookId,
    NEOCODE_HOOK_POINT: point,
    NEOCODE_HOOK_PAYLOAD_VERSION: PAYLOAD_VERSION,
  }),
  // Windows programs need these to start; they are not set elsewhere. PATH is missing: a rule names it when it needs it.
  inherits: ["SystemRoot", "SystemDrive", "USERPROFILE"],
  cwd: "workdir",
  stdin: "line",
  encode: encodePayload,
  decode: decodeAnswer,
};
