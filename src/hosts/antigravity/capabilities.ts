// What Antigravity's hooks are reported to do at each point. None of it comes from the vendor, so rules may only rely on
// refusals.

import { type Host, inItsWay, unproven } from "../shared/host.ts";

const source = "third-party reports, not the vendor's documentation";
const reported = unproven(source);

export const antigravity: Host = {
  name: "antigravity",
  evidence: "third-party reports 2026",
  transport: "command stdin/stdout",
  failMode: "unknown; assumed open",
  order: "unknown",
  points: {
    before_tool_call: { event: "PreToolUse", effects: { allow: reported, ask: reported, block: inItsWay(source) } },
    after_tool_result: { event: "PostToolUse", effects: {}, lacks: ["output"] },
    after_tool_failure: { event: "PostToolUse (with an error)", effects: {} },
    before_completion_decision: { event: "Stop", effects: {} },
  },
};
