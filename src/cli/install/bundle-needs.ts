// What a bundle requires of an agent: its events, and cells of the capability matrix that must not be `no`.

import { answeredAt, capabilityOf, hostOf, pointOf } from "../../hosts/index.ts";
import type { AgentInstall } from "../../hosts/install/agent.ts";
import type { Capability, Manifest, ManifestRule, Point } from "../../language/contract.ts";
import { setColumn } from "../../language/schema.ts";

export interface NeededEvent {
  readonly event: string;
  /** When the hook fails, the action must be refused. */
  readonly closed: boolean;
}

const isSelf = (rule: ManifestRule): boolean => rule.at.startsWith("std/self.policy:");

/** The points with rules, and those at which the agent reports what rules that ask once need. */
export function pointsUsed({ rules }: Manifest, agent: string): readonly Point[] {
  const isOnce = rules.some(({ effects }) => effects.some((chain) => chain.split(" else ").includes("ask once")));
  const points = rules.flatMap((rule) => rule.points);
  return [...new Set(isOnce ? [...points, ...answeredAt(agent)] : points)];
}

/** The agent's events for the points that have rules, without duplicates, in the order of the agent's table. */
export function neededEvents(manifest: Manifest, install: AgentInstall): readonly NeededEvent[] {
  const used = new Set(pointsUsed(manifest, install.agent));
  const needed = new Map<string, boolean>();
  for (const [point, events] of Object.entries(install.events) as [Point, readonly string[]][]) {
    if (!used.has(point) || "silent" in pointOf(install.agent, point, manifest.scope)) continue;
    for (const event of events) needed.set(event, needed.get(event) === true || failsClosed(install.agent, point));
  }
  return [...needed].map(([event, closed]) => ({ event, closed }));
}

/** Points at which a failure blocks, except the end of a turn, which would never end. */
const gates: ReadonlySet<Point> = new Set([
  "session_start",
  "before_run",
  "user_prompt_submit",
  "before_model_call",
  "before_permission_decision",
  "before_tool_call",
  "subagent_start",
  "pre_compact",
]);

function failsClosed(agent: string, point: Point): boolean {
  const effects = hostOf(agent)?.points[point]?.effects;
  return gates.has(point) && (effects?.block !== undefined || effects?.stop !== undefined);
}

/** What the agent cannot honour, as sentences that name the cell; empty when the compiler has verified everything. */
export function unmetCells(manifest: Manifest, agent: string): readonly string[] {
  if (Object.hasOwn(manifest.targets, agent)) return [];
  return manifest.rules
    .filter((rule) => !isSelf(rule) && !rule.shadow)
    .flatMap((rule) => rule.points.flatMap((point) => unmetAt(manifest, agent, rule, point)));
}

function unmetAt({ scope }: Manifest, agent: string, rule: ManifestRule, point: Point): readonly string[] {
  const row = pointOf(agent, point, scope);
  if ("silent" in row) return [`${rule.name} at ${point}: ${row.silent}`];
  return rule.effects.flatMap((chain) => {
    const choices = chain.split(" else ");
    const cells = choices.map((effect) => {
      const capability = capabilityFor(effect, point);
      return capability === null ? null : capabilityOf(agent, point, capability, scope);
    });
    const works = cells.some(
      (cell) =>
        cell === null ||
        cell.verdict === "yes" ||
        (cell.verdict === "restricted" && cell.restriction.kind === "manner"),
    );
    const [first] = cells;
    if (works || first === undefined || first === null || first.verdict === "yes") return [];
    return [`${rule.name}: ${choices[0]} at ${point}: ${first.note}`];
  });
}

const byEngine: ReadonlySet<string> = new Set(["mark", "count", "pass"]);

/** The column that an effect of the manifest needs; a hook is granted `block` by default. */
function capabilityFor(effect: string, point: Point): Capability | null {
  const [kind = "", field = ""] = effect.split(" ");
  if (byEngine.has(kind)) return null;
  if (kind === "run") return "block";
  if (kind !== "set") return kind as Capability;
  return setColumn(point, field);
}
