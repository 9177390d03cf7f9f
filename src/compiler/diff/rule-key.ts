// What a rule does, as a text that is equal for rules that do the same: names, places, messages and the order of parts apart.

import type { Point } from "../../language/contract.ts";
import { effectsAt, unknownAt } from "../check/rule-outcome.ts";
import type { Ir, IrEffect, IrRule } from "../ir/ir.ts";
import { formOfRule, keyOf } from "../logic/form.ts";

export interface KeyOf {
  /** The whole of it. */
  readonly whole: string;
  /** Its effects at the point; the condition apart. */
  readonly effects: string;
}

export function ruleKey(
  rule: IrRule,
  point: Point,
  target: string,
  { ir, hookFiles }: { readonly ir: Ir; readonly hookFiles: { readonly [path: string]: string } },
): KeyOf {
  const effects = JSON.stringify([
    effectsAt(rule, target, point)
      .map((effect) => JSON.stringify(bare(effect, ir, hookFiles)))
      .toSorted(),
    rule.unknown === null ? null : bare(rule.unknown, ir, hookFiles),
    unknownAt(rule, target, point),
    rule.shadow,
    // For a policy without a target, the whole chain matters: it decides what applies on a host that can do less.
    isForAnyHost(ir)
      ? rule.effects
          .map((chain) => JSON.stringify(withoutLast(chain).map((one) => bare(one, ir, hookFiles))))
          .toSorted()
      : null,
  ]);
  return { whole: `${effects}\n${keyOf(formOfRule(rule))}`, effects };
}

const mild: readonly string[] = ["warn", "note", "allow"];

const isForAnyHost = ({ targets }: Ir): boolean => targets.every((name) => name === "policyc");

/** A final `else block` is the default where no other effect is possible. */
function withoutLast(chain: readonly IrEffect[]): readonly IrEffect[] {
  const [first, ...more] = chain;
  const isImplied = more.at(-1)?.kind === "block" && first !== undefined && !mild.includes(first.kind);
  return isImplied ? chain.slice(0, -1) : chain;
}

/** The effect without its message; a hook with everything that it runs. */
function bare(effect: IrEffect, ir: Ir, hookFiles: { readonly [path: string]: string }): unknown {
  if (effect.kind === "run") {
    const { rule: _, at: __, points: ___, ...spec } = ir.hooks[effect.hook] ?? ({} as Ir["hooks"][number]);
    const files = (spec.argv ?? []).flatMap((word) => (typeof word === "string" ? [] : [hookFiles[word.file] ?? null]));
    return { kind: effect.kind, spec, files };
  }
  if (!("message" in effect)) return effect;
  return effect.once === true ? { kind: effect.kind, once: true } : { kind: effect.kind };
}

/** The texts of a rule, to detect changes of text only. */
export const wordsOf = (rule: IrRule): string =>
  JSON.stringify([
    [...rule.effects.flat(), ...(rule.unknown === null ? [] : [rule.unknown])].map((effect) =>
      "message" in effect ? effect.message : null,
    ),
    rule.severity,
    rule.owner,
    rule.doc,
  ]);
