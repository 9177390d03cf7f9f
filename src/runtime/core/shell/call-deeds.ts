// What a call can do at all, told from its effects before any path is looked up.

import type { EffectList, PathList } from "./effect-draft.ts";
import type { Effects } from "./effects.ts";
import { mayDownload, maySend } from "./flow-ends.ts";
import type { Call } from "./model.ts";
import type { OptionReading } from "./options.ts";

/** An effect of a kind, the end of a flow, or a right. */
export type EffectDeed = PathList | "hosts" | "sends" | "downloads" | "elevated";

export type Deeds = { [D in EffectDeed]: boolean };

export const noDeeds = (): Deeds => ({
  reads: false,
  writes: false,
  deletes: false,
  uploads: false,
  hosts: false,
  sends: false,
  downloads: false,
  elevated: false,
});

export function addDeeds(deeds: Deeds, call: Call, effects: Effects, options: OptionReading | null): void {
  deeds.reads ||= holdsAny(effects.reads);
  deeds.writes ||= holdsAny(effects.writes);
  deeds.deletes ||= holdsAny(effects.deletes);
  deeds.uploads ||= holdsAny(effects.uploads);
  deeds.hosts ||= holdsAny(effects.hosts);
  deeds.sends ||= maySend(call, effects, options);
  deeds.downloads ||= mayDownload(call, effects, options);
  deeds.elevated ||= call.elevated;
}

const holdsAny = ({ items, maybe, complete }: EffectList<unknown>): boolean =>
  items.length > 0 || maybe.length > 0 || !complete;
