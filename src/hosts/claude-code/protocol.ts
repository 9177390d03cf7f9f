// How Claude Code's command hooks are called: the event's JSON in, a decision for that event out.

import { blockingPoints, type OneShotProtocol } from "../shared/one-shot.ts";
import { oneLine } from "../shared/read-answer.ts";
import { besideBlock, decodeAnswer } from "./answer.ts";
import { claudeCode } from "./capabilities.ts";
import { TIME_LIMIT_S } from "./limits.ts";
import { encodeEvent, eventName } from "./payload.ts";

export const claudeCodeProtocol: OneShotProtocol = {
  name: "claude-code",
  timeoutMs: TIME_LIMIT_S * 1000,
  failure: "open",
  exit: { "0": "answer", "2": "block", other: "answer-or-soft" },
  blockText: ["json", "stderr"],
  blockLine: null,
  besideBlock,
  silentBlock: () => null,
  exitText: (_, __, stderr) => oneLine(stderr, 200),
  blocks: blockingPoints(claudeCode),
  // After a tool result, a block is a remark for the model.
  cannotBlock: "note",
  blockRemark: (_, { point }) => `${eventName(point)} cannot block`,
  watches: [],
  // Claude Code runs them in parallel, and only one of several rewrites survives.
  rewrites: "last",
  priority: "declaration",
  stdoutCap: "fail",
  environment: ({ fields }) => (typeof fields.workdir === "string" ? { CLAUDE_PROJECT_DIR: fields.workdir } : {}),
  // Claude Code itself passes on its whole environment, secrets included.
  inherits: ["PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "SystemRoot", "SystemDrive", "USERPROFILE"],
  cwd: "workdir",
  stdin: "line",
  encode: encodeEvent,
  decode: decodeAnswer,
};
