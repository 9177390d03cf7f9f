// What a call can do at all, told from its effects before any path is looked up.

import type { EffectList, PathList } from "./draft.ts";
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

/** A switch, because each flag then has its fixed place. */
export function isDone(deeds: Deeds, deed: EffectDeed): boolean {
  switch (deed) {
    case "reads":
      return deeds.reads;
    case "writes":
      return deeds.writes;
    case "deletes":
      return deeds.deletes;
    case "uploads":
      return deeds.uploads;
    case "hosts":
      return deeds.hosts;
    case "sends":
      return deeds.sends;
    case "downloads":
      return deeds.downloads;
    case "elevated":
      return deeds.elevated;
  }
}

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
