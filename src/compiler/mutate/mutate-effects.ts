// Weakens one effect: a block becomes an ask, an ask a warning, and any other effect nothing.

import type { IrEffect, IrRule } from "../ir/ir.ts";

export interface ChangedEffect {
  readonly rule: IrRule;
  /** Place among the rule's effects; null for `if unknown`. */
  readonly effect: number | null;
  readonly change: string;
}

const weaker = { stop: "block", block: "ask", ask: "warn", warn: "pass", note: "pass", allow: "pass" } as const;

export function mutateEffects(rule: IrRule): readonly ChangedEffect[] {
  const chains = rule.effects.map((chain, at): ChangedEffect => {
    const effects = rule.effects.with(at, chain.map(weakened));
    return { rule: { ...rule, effects }, effect: at, change: changeOf(chain[0]) };
  });
  if (rule.unknown === null) return chains;
  return [...chains, { rule: { ...rule, unknown: null }, effect: null, change: "`if unknown` is removed" }];
}

function weakened(effect: IrEffect): IrEffect {
  if (!("message" in effect)) return { kind: "pass" };
  const kind = weaker[effect.kind];
  return kind === "pass" ? { kind } : { kind, message: effect.message };
}

function changeOf(effect: IrEffect | undefined): string {
  if (effect === undefined) return "is removed";
  const kind = "message" in effect ? weaker[effect.kind] : "pass";
  return kind === "pass" ? `\`${effect.kind}\` is removed` : `\`${effect.kind}\` becomes \`${kind}\``;
}
