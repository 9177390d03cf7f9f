// policyc's own protocol: the whole event in, an answer in the terms of the language out (answer.ts).
// Exit 0: the answer is read. Exit 2: a block with the answer's message or stderr. Anything else is a failure.

import { blockingPoints, type OneShotProtocol } from "../shared/one-shot.ts";
import { oneLine } from "../shared/read-answer.ts";
import { besideBlock, decodeAnswer } from "./answer.ts";
import { policycItself } from "./capabilities.ts";
import { TIME_LIMIT_S } from "./limits.ts";

export const policycProtocol: OneShotProtocol = {
  name: "policyc",
  timeoutMs: TIME_LIMIT_S * 1000,
  failure: "closed",
  exit: { "0": "answer", "2": "block", other: "failed" },
  blockText: ["json", "stderr", "stdout"],
  blockLine: null,
  besideBlock,
  silentBlock: (_, event) => `blocked by the hook of \`${event.hookId}\``,
  exitText: (_, __, stderr) => oneLine(stderr, 200),
  blocks: blockingPoints(policycItself),
  cannotBlock: "failed",
  blockRemark: (reason) => reason,
  watches: [],
  rewrites: "chain",
  priority: "declaration",
  stdoutCap: "fail",
  environment: ({ hookId, point }) => ({ POLICYC_HOOK_ID: hookId, POLICYC_POINT: point, POLICYC_PROTOCOL: "1" }),
  inherits: ["SystemRoot", "SystemDrive", "USERPROFILE"],
  cwd: "workdir",
  stdin: "line",
  encode: ({ point, fields, scope, hookId }) => ({ point, ...fields, hook_id: hookId, scope }),
  decode: decodeAnswer,
};
