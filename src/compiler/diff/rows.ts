// The table that a diff fills: one row per point and, where a tool is called, per tool; and what proves two rows the same.

import type { Point } from "../../language/contract.ts";
import { points as schemaPoints, tools as shippedTools } from "../../language/schema.ts";
import { mayErr } from "../check/rule-outcome.ts";
import type { Ir, IrRule } from "../ir/ir.ts";
import { formOfRule } from "../logic/form.ts";
import { implies } from "../logic/implies.ts";
import { tablesOf } from "../logic/tables.ts";
import type { ChangedRule } from "./candidates.ts";
import { concernsTool } from "./concerns-tool.ts";
import { type KeyOf, ruleKey } from "./rule-key.ts";
import { leavesOf, needsOf, settledRows } from "./session-needs.ts";
import type { SharedRules } from "./shared-tables.ts";
import type { Compared } from "./side.ts";

export interface Row {
  readonly point: Point;
  readonly tool: string | null;
  readonly isSame: boolean;
  /** Its own rules, and how its events are read, are the same. */
  readonly isLocal: boolean;
  /** The rules by which the two differ. */
  readonly changed: readonly ChangedRule[];
}

interface Draft extends Omit<Row, "isSame"> {
  readonly needs: ReadonlySet<string>;
  readonly leaves: ReadonlySet<string>;
}

interface Keyed {
  readonly rule: IrRule;
  readonly key: KeyOf;
}

export function rowsOf(sides: readonly [Compared, Compared], shared: SharedRules, target: string): readonly Row[] {
  const rules = shared.rules as readonly [readonly IrRule[], readonly IrRule[]];
  const points = (Object.keys(schemaPoints) as Point[]).filter((point) =>
    rules.some((side) => side.some((rule) => rule.points.includes(point))),
  );
  const tables = tablesOf(shared.tables);
  const proves = (a: Keyed, b: Keyed): boolean => {
    if (a.key.effects !== b.key.effects || mayErr(a.rule) || mayErr(b.rule)) return false;
    const [x, y] = [formOfRule(a.rule), formOfRule(b.rule)];
    return implies(x, y, tables) && implies(y, x, tables);
  };
  const drafts = points.flatMap((point): readonly Draft[] => {
    const keyed = rules.map((side, at) =>
      side
        .filter((rule) => rule.points.includes(point))
        .map((rule): Keyed => ({ rule, key: ruleKey(rule, point, target, sides[at] as Compared) })),
    ) as [Keyed[], Keyed[]];
    const changed = unmatched(keyed, proves);
    const at = (tool: string | null): Draft => {
      const concerns = ({ rule }: { readonly rule: IrRule }): boolean => tool === null || concernsTool(rule, tool);
      const here = changed.filter(concerns);
      const all = keyed.flat().filter(concerns);
      const own = all.map(({ rule }) => rule);
      return {
        point,
        tool,
        changed: here,
        isLocal: here.length === 0 && isSameAround(sides, tool),
        needs: needsOf(point, own),
        leaves: leavesOf({ point, tool }, own),
      };
    };
    return schemaPoints[point].tool ? toolsOf(sides).map(at) : [at(null)];
  });
  // State comes from other events: what one of them leaves behind depends on every rule that may stop it.
  const settled = settledRows(drafts);
  return drafts.map((draft) => ({
    point: draft.point,
    tool: draft.tool,
    changed: draft.changed,
    isLocal: draft.isLocal,
    isSame: settled.has(draft),
  }));
}

const toolsOf = (sides: readonly Compared[]): readonly string[] => [
  ...new Set([...Object.keys(shippedTools), ...sides.flatMap(({ ir }) => Object.keys(ir.tools))]),
];

/** What beside rules tells how an event of this tool is read. */
function isSameAround([old, now]: readonly [Compared, Compared], tool: string | null): boolean {
  const around = (ir: Ir): unknown => {
    if (tool === null) return null;
    const own = Object.hasOwn(ir.tools, tool) ? ir.tools[tool] : null;
    return [own, tool === "other" ? Object.keys(ir.tools).toSorted() : null, tool === "bash" ? ir.programs : null];
  };
  return JSON.stringify(around(old.ir)) === JSON.stringify(around(now.ir));
}

/** Rules of one side without an equal on the other; each stands for one of the other side at most. */
function unmatched(
  keyed: readonly [Keyed[], Keyed[]],
  proves: (a: Keyed, b: Keyed) => boolean,
): readonly ChangedRule[] {
  const [old, now] = keyed;
  const left = new Map<string, Keyed[]>();
  for (const one of now) left.set(one.key.whole, [...(left.get(one.key.whole) ?? []), one]);
  const removed = old.filter((one) => left.get(one.key.whole)?.pop() === undefined);
  let added = [...left.values()].flat();
  const gone = removed.filter((one) => {
    const same = added.slice(0, MOST_COMPARED).find((other) => proves(one, other));
    added = added.filter((other) => other !== same);
    return same === undefined;
  });
  return [
    ...gone.map(({ rule }): ChangedRule => ({ side: 0, rule })),
    ...added.map(({ rule }): ChangedRule => ({ side: 1, rule })),
  ];
}

const MOST_COMPARED = 200;
