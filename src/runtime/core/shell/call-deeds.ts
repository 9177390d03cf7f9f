// What a call can do at all, told from its effects before any path is looked up.

import type { EffectList, PathList } from "./effect-draft.ts";
import type { Effects } from "./effects.ts";
import { mayDownload, maySend } from "./flow-ends.ts";
import type { Call } from "./model.ts";
import type { OptionReading } from "./options.ts";

/** An effect of a kind, the end of a flow, or a right. */
export type EffectDeed = PathList | "hosts" | "sends" | "downloads" | "elevated";

export const isEffectDeed = (deed: string): deed is EffectDeed => effectDeeds.has(deed);

const effectDeeds: ReadonlySet<string> = new Set([
  "reads",
  "writes",
  "deletes",
  "uploads",
  "hosts",
  "sends",
  "downloads",
  "elevated",
] satisfies EffectDeed[]);

export function addDeeds(deeds: Set<EffectDeed>, call: Call, effects: Effects, options: OptionReading | null): void {
  if (holdsAny(effects.reads)) deeds.add("reads");
  if (holdsAny(effects.writes)) deeds.add("writes");
  if (holdsAny(effects.deletes)) deeds.add("deletes");
  if (holdsAny(effects.uploads)) deeds.add("uploads");
  if (holdsAny(effects.hosts)) deeds.add("hosts");
  if (maySend(call, effects, options)) deeds.add("sends");
  if (mayDownload(call, effects, options)) deeds.add("downloads");
  if (call.elevated) deeds.add("elevated");
}

const holdsAny = ({ items, maybe, complete }: EffectList<unknown>): boolean =>
  items.length > 0 || maybe.length > 0 || !complete;
