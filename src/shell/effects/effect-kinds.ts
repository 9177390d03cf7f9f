// The kinds of effect that a call may have, determined from its effects before any path is resolved.

import { type EffectMask, effectBits, type PartBit } from "../../language/effect-kinds.ts";
import { injections } from "../embedded/injection.ts";
import { settingsOf } from "../embedded/settings-of.ts";
import type { OptionReading } from "../programs/table/options.ts";
import type { Call } from "../syntax/model.ts";
import type { EffectList } from "./draft/draft.ts";
import type { Effects } from "./effects.ts";
import { mayDownload, maySend } from "./flow-ends.ts";
import { modeOf } from "./modes.ts";

/** All except the parts. */
export function effectMask(call: Call, effects: Effects, options: OptionReading | null): EffectMask {
  let found = 0;
  if (holdsAny(effects.reads)) found |= effectBits.reads;
  if (holdsAny(effects.writes)) found |= effectBits.writes;
  if (holdsAny(effects.deletes)) found |= effectBits.deletes;
  if (holdsAny(effects.uploads)) found |= effectBits.uploads;
  if (holdsAny(effects.hosts)) found |= effectBits.hosts;
  if (maySend(call, effects, options)) found |= effectBits.sends;
  if (mayDownload(call, effects, options)) found |= effectBits.downloads;
  if (call.elevated) found |= effectBits.elevated;
  return found;
}

export const holdsAny = ({ items, maybe, complete }: EffectList<unknown>): boolean =>
  items.length > 0 || maybe.length > 0 || !complete;

/** Whether a call has one of the other parts; kinds are determined for the whole line (command.ts). */
export function hasPart(call: Call, part: Exclude<PartBit, typeof effectBits.kinds>): boolean {
  switch (part) {
    case effectBits.mode:
      return modeOf(call) !== null;
    case effectBits.injected:
      return injections(call).length > 0;
    case effectBits.settings:
      return settingsOf(call).length > 0;
  }
}
