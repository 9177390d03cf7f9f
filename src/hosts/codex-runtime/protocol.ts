// How codex_runtime's shell hooks are called: the context in, an action or exit code 2 out.

import { blockingPoints, type OneShotProtocol } from "../shared/one-shot.ts";
import { besideBlock, decodeAnswer } from "./answer.ts";
import { dropMissing } from "./attachments.ts";
import { codexRuntime } from "./capabilities.ts";
import { TIME_LIMIT_S } from "./limits.ts";
import { encodeContext, phaseOf, postPhases } from "./payload.ts";

export const codexRuntimeProtocol: OneShotProtocol = {
  name: "codex-runtime",
  timeoutMs: TIME_LIMIT_S * 1000,
  failure: "open",
  exit: { "0": "answer", "2": "block", other: "soft" },
  blockText: ["json", "stdout"],
  blockLine: null,
  besideBlock,
  silentBlock: () => "blocked by hook (no message)",
  exitText: (code) => `exited with code ${code}`,
  blocks: blockingPoints(codexRuntime),
  cannotBlock: "failed",
  blockRemark: (reason, { point }) => `${phaseOf(point)} cannot block (${reason})`,
  watches: postPhases,
  rewrites: "last",
  priority: "declaration",
  // codex_runtime reads without a limit; no real answer is this long.
  stdoutCap: "fail",
  environment: () => ({}),
  // codex_runtime passes on its whole environment, secrets included; a shell needs only these.
  inherits: ["PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "SystemRoot", "SystemDrive", "USERPROFILE"],
  cwd: "inherited",
  stdin: "bare",
  encode: encodeContext,
  decode: decodeAnswer,
  dropMissing,
};
