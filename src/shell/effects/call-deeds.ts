// What a call can do at all, told from its effects before any path is looked up.

import { deedBits, type PartBit } from "../../language/deed-bits.ts";
import { settingsOf } from "../embedded/git-settings.ts";
import { injectedCode } from "../embedded/injected-code.ts";
import type { OptionReading } from "../programs/options.ts";
import type { Call } from "../syntax/model.ts";
import type { EffectList } from "./draft/draft.ts";
import type { Effects } from "./effects.ts";
import { mayDownload, maySend } from "./flow-ends.ts";
import { modeOf } from "./modes.ts";

/** All but the parts. */
export function effectDeeds(call: Call, effects: Effects, options: OptionReading | null): number {
  let found = 0;
  if (holdsAny(effects.reads)) found |= deedBits.reads;
  if (holdsAny(effects.writes)) found |= deedBits.writes;
  if (holdsAny(effects.deletes)) found |= deedBits.deletes;
  if (holdsAny(effects.uploads)) found |= deedBits.uploads;
  if (holdsAny(effects.hosts)) found |= deedBits.hosts;
  if (maySend(call, effects, options)) found |= deedBits.sends;
  if (mayDownload(call, effects, options)) found |= deedBits.downloads;
  if (call.elevated) found |= deedBits.elevated;
  return found;
}

const holdsAny = ({ items, maybe, complete }: EffectList<unknown>): boolean =>
  items.length > 0 || maybe.length > 0 || !complete;

/** Whether a call has one of the other parts. */
export function hasPart(call: Call, part: PartBit): boolean {
  switch (part) {
    case deedBits.mode:
      return modeOf(call) !== null;
    case deedBits.injected:
      return injectedCode(call).length > 0;
    case deedBits.settings:
      return settingsOf(call).length > 0;
  }
}
