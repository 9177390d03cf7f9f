// The host record of the proxy in front of an MCP server.

import type { HostRecord } from "../shared/host-record.ts";
import { mcpProxy as capabilities } from "./capabilities.ts";

export const mcpProxy: HostRecord = {
  name: "mcp-proxy",
  title: "Any MCP client, through the proxy",
  connection: "policyc mcp-proxy --bundle .policyc/bundle -- SERVER",
  timeLimitS: null,
  capabilities,
};
