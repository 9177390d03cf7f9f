// A bundle as a Codex hook. Codex reads replies by closed schemas: one extra key or unsupported word voids the whole reply,
// and the action continues.

import type { HostAdapter } from "../shared/adapter.ts";
import { endTurn, permissionOrSilence, replaceByReason } from "../shared/answer-shapes.ts";
import { asText, claudeLike } from "../shared/claude-like.ts";
import { codex } from "./capabilities.ts";
import { codexTools } from "./tools.ts";

export const codexAdapter: HostAdapter = claudeLike({
  host: codex,
  tools: codexTools,
  callDirs: ["workdir", "cwd"],
  runId: "turn_id",
  shapes: {
    before_tool_call: permissionOrSilence,
    after_tool_result: replaceByReason("block"),
    post_compact: endTurn,
  },
  rewrites: { after_tool_result: { output: asText } },
});
