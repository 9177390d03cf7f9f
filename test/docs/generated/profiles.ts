// What each profile stops, asks and notes, and what an agent cannot do of it, from the profiles as they compile.

import { analyse } from "../../../src/compiler/analyse/front.ts";
import { effectsAt } from "../../../src/compiler/check/rule-outcome.ts";
import { Session } from "../../../src/compiler/diagnostics/session.ts";
import type { IrRule } from "../../../src/compiler/ir/ir.ts";
import { targets } from "../../../src/hosts/index.ts";
import { packsDir, root } from "../workspace.ts";
import { code, codes, sentence, table } from "./markdown.ts";

const profiles = ["minimal", "standard", "strict"] as const;
type Profile = (typeof profiles)[number];

const compiled = new Map<Profile, readonly IrRule[]>();

/** Its rules, for all targets; those of std/self are part of every bundle. */
function rulesOf(profile: Profile): readonly IrRule[] {
  const known = compiled.get(profile);
  if (known !== undefined) return known;
  const model = analyse([`policies/profile/${profile}.policy`], { cwd: root, packsDir, targets }, new Session());
  if (model === null) throw new Error(`profile/${profile} does not compile`);
  const rules = model.ir.rules.filter(({ file }) => file !== "std/self.policy");
  compiled.set(profile, rules);
  return rules;
}

type Kind = "stops" | "asks" | "rewrites" | "notes" | "remembers";

/** The strictest thing that the rule does where everything is possible. */
function kindOf(rule: IrRule): Kind {
  const kinds = rule.points.flatMap((point) => effectsAt(rule, "policyc", point).map(({ kind }) => kind));
  if (kinds.some((kind) => kind === "block" || kind === "stop")) return "stops";
  if (kinds.includes("ask")) return "asks";
  if (kinds.includes("set")) return "rewrites";
  return kinds.some((kind) => kind === "warn" || kind === "note") ? "notes" : "remembers";
}

/** How many rules of each profile stop, ask, rewrite or note. */
export const profileSizes = (): string =>
  table(
    ["Profile", "Rules that stop", "ask", "rewrite", "note", "only remember"],
    profiles.map((profile) => {
      const rules = rulesOf(profile);
      const count = (kind: Kind): string => String(rules.filter((rule) => kindOf(rule) === kind).length);
      return [code(`profile/${profile}`), ...(["stops", "asks", "rewrites", "notes", "remembers"] as const).map(count)];
    }),
  );

/** One row per rule of any profile, by pack. */
export function profileTable(): string {
  const byName = profiles.map((profile) => new Map(rulesOf(profile).map((rule) => [rule.name, rule])));
  const all = new Map(profiles.flatMap((profile) => rulesOf(profile).map((rule) => [rule.name, rule] as const)));
  const rows = [...all.values()]
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
    .map((rule) => {
      const pack = rule.file.replace(/\.policy$/, "");
      const page = `../reference/packs/${pack.replace("/", "-")}.md`;
      const cells = byName.map((rules) => (rules.has(rule.name) ? kindOf(rule) : ""));
      return [`[${code(pack)}](${page})`, code(rule.name), ...cells];
    });
  return table(["Pack", "Rule", ...profiles], rows);
}

/** What an agent cannot do of the strict profile, which has every rule of the others. */
export function leftOutOn(host: string): string {
  const byReason = new Map<string, Set<string>>();
  for (const { name, leftOut = [] } of rulesOf("strict"))
    for (const { target, why } of leftOut)
      if (target === host) byReason.set(why, (byReason.get(why) ?? new Set()).add(name));
  if (byReason.size === 0) return "Nothing: every rule of the profiles holds here.";
  return table(
    ["Why", "Rules"],
    [...byReason].map(([why, names]) => [sentence(why), codes([...names])]),
  );
}
