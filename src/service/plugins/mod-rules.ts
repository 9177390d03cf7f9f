// The rules inside a Claude Code mod, without the mods API: an event in, a plan out. The engine asks for facts at once and
// the API answers later, so an event is first decided dry, what it asks for is fetched, and then it is decided.

import { planMod, readMod } from "../../hosts/claude-code-mod/plugin.ts";
import { type ReplyPlan, withheld } from "../../hosts/shared/plan.ts";
import type { JsonObject } from "../../hosts/shared/read-answer.ts";
import { mcpResponseOf, responseOf } from "../../hosts/shared/response-text.ts";
import type { Decision, FactValue, Json } from "../../language/contract.ts";
import type { Policy } from "../../runtime/engine/index.ts";
import { type CreatePolicy, judgeWith, type PluginSettings } from "./decider.ts";

export interface ModPlace {
  readonly session_id: string;
  readonly workdir: string;
  readonly cwd: string;
}

export interface Planned {
  readonly plan: ReplyPlan;
  readonly decision: Decision;
  readonly isMcp: boolean;
}

export interface ModRules {
  /** Forgets the facts of the last event: the world may have changed since. */
  begin(): void;
  /** Facts that deciding this event needs and that are not known yet. */
  wanted(name: string, e: JsonObject, place: ModPlace): readonly string[];
  /** A fact that cannot be fetched is unknown. */
  learn(fact: string, value: FactValue | undefined): void;
  planned(name: string, e: JsonObject, place: ModPlace): Planned | null;
}

const MOST_FACTS = 64;

export function modRules(create: CreatePolicy, settings: PluginSettings): ModRules {
  const facts = new Map<string, FactValue | undefined>();
  const missing = new Set<string>();
  let policy: Policy | null = null;
  let store: Policy["store"] | null = null;
  const world = (key: string): FactValue | undefined => {
    if (!facts.has(key)) missing.add(key);
    return facts.get(key);
  };
  // A policy caches the real paths of its rules' folders, so the deciding policy is created after those are known.
  const fresh = (workdir: string): Policy => {
    const options = { revision: settings.revision, target: settings.target, world, workdir };
    const made = create(store === null ? options : { ...options, store });
    store ??= made.store;
    return made;
  };
  return {
    begin: () => facts.clear(),
    wanted(name, e, place) {
      const read = readMod(name, e, place);
      if (!("event" in read) || !settings.points.includes(read.event.point)) return [];
      missing.clear();
      fresh(place.workdir).explain(read.event);
      return [...missing].slice(0, MOST_FACTS);
    },
    learn: (fact, value) => void facts.set(fact, value),
    planned(name, e, place) {
      const engine = (): Policy => {
        policy ??= fresh(place.workdir);
        return policy;
      };
      const judged = judgeWith(engine, settings)(readMod(name, e, place));
      if (judged === null) return null;
      const { decision, event } = judged;
      return { plan: planMod(decision, event), decision, isMcp: event.tool === "mcp" };
    },
  };
}

export const isRefused = ({ word }: ReplyPlan): boolean => word !== "pass" && word !== "allow" && word !== "ask";

/** The outcome of a call as the model gets it. */
export function resultOf({ plan, isMcp }: Planned, outcome: JsonObject): JsonObject {
  if (isRefused(plan)) return { ...outcome, result: withheld(plan.reason) };
  const { output } = plan.changes;
  const given: Json = outcome.result ?? "";
  const result = typeof output === "string" ? (isMcp ? mcpResponseOf : responseOf)(output, given) : given;
  if (typeof output !== "string" && plan.notes.length === 0) return outcome;
  return { ...outcome, result: typeof result === "string" ? [result, ...plan.notes].join("\n") : result };
}
