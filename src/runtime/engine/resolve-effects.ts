// Which effect of an `else` chain applies on the host that the policy runs for.
// The compiler has resolved declared targets; on any other host, an effect that it cannot express becomes block.

import type { Capability, Failure, Point } from "../../language/contract.ts";
import { setColumn } from "../../language/schema.ts";
import { failureOf } from "./event/check-event.ts";
import type { Effect, HookMode, Program, Rule } from "./program.ts";

/** Says whether a host can honour an effect at a point, for a rule that fixes these tools. */
export type Can = (point: Point, capability: Capability, tools: readonly string[] | null) => boolean;

export interface Resolver {
  /** Every effect of the rule is left out on this host, which cannot carry it out; the manifest lists it. */
  isLeftOut(rule: Rule, point: Point): boolean;
  /** The effect that applies, or null when it was dropped (a remark that the host cannot show). */
  effectOf(rule: Rule, point: Point, chain: number): Effect | null;
  unknownEffect(rule: Rule, point: Point): Effect | null;
  unknownOutcome(rule: Rule, point: Point): "ask" | "block";
  /** The failure of an effect that was dropped. */
  dropped(rule: Rule, point: Point, chain: number): Failure;
  hookMode(hook: number): HookMode;
  /** Whether a shadow rule counts it too; shadow rules see every event that either kind counts. */
  isCountedInShadow(counter: string): boolean;
}

const LEFT_OUT = -1;
const NOTHING: Effect = { kind: "pass" };

export function resolverFor(program: Program, target: string, can: Can | undefined): Resolver {
  const isDeclared = program.targets.includes(target);
  const isFirstChoice = isDeclared || can === undefined;
  const able: Can = isDeclared || can === undefined ? () => true : can;
  const hookMode = (hook: number): HookMode => program.hooks[hook] ?? { fail: "closed", observe: false, sets: false };

  const shadowCounters = countersOfShadowRules(program);

  const standing = (rule: Rule, point: Point, chain: readonly Effect[]): Effect | null => {
    for (const effect of chain) {
      const capability = capabilityOf(effect, point);
      if (capability === null || able(point, capability, rule.tools)) return effect;
    }
    const first = chain[0];
    if (first === undefined || first.kind === "warn" || first.kind === "note" || first.kind === "allow") return null;
    return { kind: "block", text: "text" in first ? first.text : "this agent cannot do what the rule requires" };
  };

  const unknownOutcome = (rule: Rule, point: Point): "ask" | "block" =>
    rule.unknownOutcome?.[target]?.[point] ?? (able(point, "ask", rule.tools) ? "ask" : "block");

  const chosen = (rule: Rule, point: Point, chain: number): Effect | null => {
    const effects = rule.effects[chain] ?? [];
    if (isDeclared) {
      const choice = rule.resolved?.[target]?.[point]?.[chain] ?? 0;
      return choice === LEFT_OUT ? NOTHING : (effects[choice] ?? null);
    }
    return can === undefined ? (effects[0] ?? null) : standing(rule, point, effects);
  };

  return {
    isLeftOut(rule, point) {
      if (!isDeclared || rule.resolved === undefined) return false;
      return rule.resolved[target]?.[point]?.every((choice) => choice === LEFT_OUT) === true;
    },
    effectOf(rule, point, chain) {
      // Nearly every rule: its first choice applies on every declared target.
      if (isFirstChoice && rule.resolved === undefined) return rule.effects[chain]?.[0] ?? null;
      return chosen(rule, point, chain);
    },
    unknownEffect(rule, point) {
      const own = rule.unknown;
      if (own === null) return null;
      // The only effect that degrades by itself: where no one can be asked, it becomes block.
      if (own.kind === "ask") return unknownOutcome(rule, point) === "ask" ? own : { kind: "block", text: own.text };
      return isDeclared || can === undefined ? own : standing(rule, point, [own]);
    },
    unknownOutcome,
    dropped(rule, point, chain) {
      const effect = rule.effects[chain]?.[0]?.kind ?? "pass";
      return failureOf("P710", { target, effect, point }, rule.name);
    },
    hookMode,
    isCountedInShadow: (counter) => shadowCounters.has(counter),
  };
}

function countersOfShadowRules(program: Program): ReadonlySet<string> {
  const counters = new Set<string>();
  for (const rule of program.rules) {
    if (!rule.shadow) continue;
    for (const effect of rule.effects.flat()) if (effect.kind === "count") counters.add(effect.counter);
  }
  return counters;
}

/** The column of the capability matrix an effect needs; null for what the engine does itself. */
function capabilityOf(effect: Effect, point: Point): Capability | null {
  switch (effect.kind) {
    case "mark":
    case "count":
    case "run":
    case "pass":
      return null;
    case "set":
      return setColumn(point, effect.field);
    default:
      return effect.kind;
  }
}
