// Calls that data can come from or go to at all, determined before any path between them is searched.

import type { OptionReading } from "../programs/table/options.ts";
import { programName } from "../programs/table/program-name.ts";
import type { Call } from "../syntax/model.ts";
import type { Effects } from "./effects.ts";

/** Bash opens a connection for such a name. */
export const socketName = /^\/dev\/(?:tcp|udp)\//;

/** INVARIANT: if this is false for a call, `sendsIt` in flows.ts is false too, and so is `sinksByItself` for the network. */
export function maySend(call: Call, effects: Effects, options: OptionReading | null): boolean {
  const { hosts, uploads } = effects;
  if (effects.sendsInput || effects.sendsOutput || options?.table.sends === true) return true;
  if (hosts.items.length > 0 || hosts.maybe.length > 0 || !hosts.complete) return true;
  return uploads.items.length > 0 || !uploads.complete || programName(call) === null;
}

/** INVARIANT: if this is false for a call, the call is not a source of a download in flows.ts. */
export function mayDownload(call: Call, effects: Effects, options: OptionReading | null): boolean {
  if (options?.table.downloads === true || programName(call) === null) return true;
  if (effects.evaluates && effects.hosts.maybe.length > 0) return true;
  // The scripts that a call runs are among its arguments.
  for (const { target } of call.redirects) if (socketName.test(target.text)) return true;
  for (const { text } of call.args) if (text.includes(":") && /https?:/i.test(text)) return true;
  return false;
}
