// How ignis calls its hooks: an envelope in, rewrites or `continue: false` out. The reason for a block is on stderr.

import { blockingPoints, type OneShotProtocol } from "../shared/one-shot.ts";
import { oneLine } from "../shared/read-answer.ts";
import { decodeAnswer } from "./answer.ts";
import { ignis } from "./capabilities.ts";
import { REASON_LIMIT, TIME_LIMIT_S } from "./limits.ts";
import { encodeEnvelope } from "./payload.ts";

const cannotBlock = (reason: string): string => `: PostToolUse cannot block (${reason})`;
const remarks: { readonly [point: string]: (reason: string) => string } = {
  assistant_message_render: (reason) => ` requested block (ignored for render): ${reason}`,
};

export const ignisProtocol: OneShotProtocol = {
  name: "ignis",
  timeoutMs: TIME_LIMIT_S * 1000,
  failure: "open",
  exit: { "0": "answer", "2": "block", other: "soft" },
  blockText: ["stderr"],
  blockLine: REASON_LIMIT,
  besideBlock: () => null,
  silentBlock: () => null,
  exitText: (code, _, stderr) => `exit ${code}: ${oneLine(stderr, REASON_LIMIT)}`,
  blocks: blockingPoints(ignis),
  cannotBlock: "pass",
  blockRemark: (reason, { hookId, point }) => `${hookId}${(remarks[point] ?? cannotBlock)(reason)}`,
  watches: [],
  rewrites: "chain",
  priority: "declaration",
  stdoutCap: "cut",
  environment: () => ({}),
  inherits: ["PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ"],
  cwd: "program",
  stdin: "line",
  encode: encodeEnvelope,
  decode: decodeAnswer,
};
