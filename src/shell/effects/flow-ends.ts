// Calls that data can come from or go to at all, told before any way between them is looked for.

import type { OptionReading } from "../programs/table/options.ts";
import { programName } from "../programs/table/program-name.ts";
import type { Call } from "../syntax/model.ts";
import type { Effects } from "./effects.ts";

/** What bash makes of such a name is a connection. */
export const socketName = /^\/dev\/(?:tcp|udp)\//;

/** INVARIANT: a call that this says no to gives false in `sendsIt` of flows.ts, and in `sinksByItself` for the network. */
export function maySend(call: Call, effects: Effects, options: OptionReading | null): boolean {
  const { hosts, uploads } = effects;
  if (effects.sendsInput || effects.sendsOutput || options?.table.sends === true) return true;
  if (hosts.items.length > 0 || hosts.maybe.length > 0 || !hosts.complete) return true;
  return uploads.items.length > 0 || !uploads.complete || programName(call) === null;
}

/** INVARIANT: a call that this says no to is no source of a download in flows.ts. */
export function mayDownload(call: Call, effects: Effects, options: OptionReading | null): boolean {
  if (options?.table.downloads === true || programName(call) === null) return true;
  if (effects.evaluates && effects.hosts.maybe.length > 0) return true;
  // The scripts that a call runs are among its words.
  for (const { target } of call.redirects) if (socketName.test(target.text)) return true;
  for (const { text } of call.args) if (text.includes(":") && /https?:/i.test(text)) return true;
  return false;
}
