#!/usr/bin/env node
// A picoclaw hook that refuses every call with the session and the URL it was asked about, now and then out of order.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const reason = method === "hook.hello" ? "" : `${params.meta.SessionKey} ${params.arguments.url}`;
  const result = method === "hook.hello" ? {} : { action: "deny_tool", reason };
  const answer = `${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`;
  if (id % 7 === 0) setImmediate(() => process.stdout.write(answer));
  else process.stdout.write(answer);
}
