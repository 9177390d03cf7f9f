// What a proxy between an MCP client and server can do at each point.

import { type Host, inItsWay, yes } from "../shared/host.ts";

export const mcpProxy: Host = {
  name: "mcp-proxy",
  evidence: "spec text 2024-11-05..2026-07-28",
  transport: "JSON-RPC over stdio or Streamable HTTP",
  failMode: "closed (chosen by policyc)",
  order: "single",
  asksOnce: { at: ["before_tool_call"], ranAt: ["after_tool_result", "after_tool_failure"] },
  points: {
    session_start: { event: "initialize (<=2025-11-25) / server/discover (2026-07-28)", effects: {} },
    before_tool_call: {
      event: "tools/call request",
      note: "ask needs client elicitation; notes are added to the result",
      effects: {
        note: inItsWay("the text is added to the result"),
        allow: yes,
        ask: inItsWay("by elicitation; if the client does not support it, the call is blocked"),
        respond: yes,
        block: yes,
        set_input: yes,
      },
      tools: ["mcp"],
    },
    after_tool_result: {
      event: "tools/call result",
      effects: { note: yes, block: yes, set_output: yes },
      tools: ["mcp"],
    },
    after_tool_failure: {
      event: "result isError / JSON-RPC error",
      effects: { note: yes, set_output: yes },
      tools: ["mcp"],
    },
  },
};
