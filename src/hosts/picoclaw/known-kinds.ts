// Every kind of runtime event that picoclaw accepts in `observe`; it rejects any other word.

import { olderKinds } from "./event-kinds.ts";

const families: { readonly [family: string]: readonly string[] } = {
  channel: [
    "lifecycle.initialized",
    "lifecycle.started",
    "lifecycle.start_failed",
    "lifecycle.stopped",
    "webhook.registered",
    "webhook.unregistered",
    "message.outbound_queued",
    "message.outbound_sent",
    "message.outbound_failed",
    "rate_limited",
  ],
  bus: ["publish.failed", "close.started", "close.completed", "close.drained"],
  gateway: ["start", "ready", "shutdown", "reload.started", "reload.completed", "reload.failed"],
  mcp: [
    "server.connecting",
    "server.connected",
    "server.failed",
    "tool.discovered",
    "tool.call.start",
    "tool.call.end",
  ],
};

/** The kinds of the agent family, which are those that had an older name. */
export const knownKinds: ReadonlySet<string> = new Set([
  ...olderKinds.values(),
  ...Object.entries(families).flatMap(([family, names]) => names.map((name) => `${family}.${name}`)),
]);

/** Words that mean every kind. */
export const everyKind: readonly string[] = ["", "*", "all"];
