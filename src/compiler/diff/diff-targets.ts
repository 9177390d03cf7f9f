// The same for every host that both policies name: what a host cannot do is done another way there, so a change may be one
// on this host and none on that. Hosts on which every rule stands alike are looked at once.

import type { Ir } from "../ir/ir.ts";
import type { MakeSealed } from "../trial/emitted-policy.ts";
import { type DiffRow, type DiffWitness, diffPolicies, type PolicyDiff } from "./diff-policies.ts";
import type { Compared } from "./side.ts";

export async function diffTargets(
  compared: readonly [Compared, Compared],
  targets: readonly string[],
  emit?: (ir: Ir, target: string) => Promise<MakeSealed>,
): Promise<PolicyDiff> {
  const groups = new Map<string, string[]>();
  for (const target of targets) {
    const key = standingOn(target, compared);
    groups.set(key, [...(groups.get(key) ?? []), target]);
  }
  const found: PolicyDiff[] = [];
  for (const group of groups.values()) {
    const one = await diffPolicies(compared, group[0] ?? "policyc", emit);
    found.push(groups.size === 1 ? one : onTargets(one, group));
  }
  return found.reduce(merged);
}

/** How each rule stands on a host. */
const standingOn = (target: string, compared: readonly Compared[]): string =>
  JSON.stringify(
    compared.map(({ ir }) => ir.rules.map((rule) => [rule.resolved[target] ?? 0, rule.unknownOutcome[target] ?? 0])),
  );

const onTargets = (found: PolicyDiff, targets: readonly string[]): PolicyDiff => ({
  ...found,
  rows: found.rows.map((row) => ({ ...row, witnesses: row.witnesses.map((one) => ({ ...one, targets })) })),
});

function merged(a: PolicyDiff, b: PolicyDiff): PolicyDiff {
  const union = (key: keyof PolicyDiff["rules"]): readonly string[] => [...new Set([...a.rules[key], ...b.rules[key]])];
  const rules = { added: union("added"), removed: union("removed"), changed: union("changed") };
  const changed = new Set(Object.values(rules).flat());
  return {
    about: a.about,
    // Both have a row for every point and tool that either policy speaks about, in the same order.
    rows: a.rows.map((row, at) => mergedRow(row, b.rows[at] as DiffRow)),
    rules: { ...rules, reworded: union("reworded").filter((name) => !changed.has(name)) },
    tried: a.tried + b.tried,
  };
}

function mergedRow(a: DiffRow, b: DiffRow): DiffRow {
  if (b.verdict === "same") return a;
  if (a.verdict === "same") return b;
  const witnesses: readonly DiffWitness[] = [...a.witnesses, ...b.witnesses];
  const seen = [a, b].filter(({ verdict }) => verdict !== "unknown");
  const verdicts = new Set(seen.map(({ verdict }) => verdict));
  const [only = "unknown"] = verdicts;
  return {
    ...a,
    verdict: verdicts.size > 1 ? "mixed" : only,
    isCertain: verdicts.size > 1 || (a.isCertain && b.isCertain),
    witnesses,
    because: a.because === "rules" ? a.because : b.because,
  };
}
