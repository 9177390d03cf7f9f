// The capability matrix: target x point x effect x scope. Data from the hosts' records, and lookups in it.

import type { Capability, Point, Scope } from "../language/contract.ts";
import { registry } from "./registry.ts";
import { fieldsOfSome, type Host, type HostPoint, isSent, type Restriction } from "./shared/host.ts";

export type Cell =
  | { readonly verdict: "yes" }
  | { readonly verdict: "restricted"; readonly restriction: Restriction; readonly note: string }
  | { readonly verdict: "no"; readonly note: string };

const hostTable: ReadonlyMap<string, Host> = new Map(registry.map(({ name, capabilities }) => [name, capabilities]));

export const targets: readonly string[] = [...hostTable.keys()];

export function hostOf(target: string): Host | null {
  return hostTable.get(target) ?? null;
}

/** The target's row for the point if rules of this scope run there, or why they never do. */
export function pointOf(target: string, point: Point, scope: Scope): HostPoint | { readonly silent: string } {
  const host = hostTable.get(target);
  if (host === undefined) return { silent: `${target} is not a known target` };
  const row = host.points[point];
  if (row === undefined) return { silent: `${target} has no such event` };
  if (row.neverFires !== undefined) return { silent: row.neverFires };
  if (row.internalOnly && scope !== "internal") return { silent: `${target} runs only internal rules here` };
  return row;
}

/** Fields that the target does not send at the point. */
export function lackingAt(target: string, point: Point): readonly string[] {
  const host = hostTable.get(target);
  if (host === undefined) return [];
  return [...(host.points[point]?.lacks ?? []), ...fieldsOfSome.filter((field) => !isSent(host, field, point))];
}

/** The points at which the target reports that a call ran which a rule asked about; none: the rule asks every time. */
export function answeredAt(target: string): readonly Point[] {
  return hostTable.get(target)?.asksOnce?.ranAt ?? [];
}

/** Whether a rule can ask once at the point of the target. */
export function canAskOnce(target: string, point: Point): boolean {
  return hostTable.get(target)?.asksOnce?.at.includes(point) ?? false;
}

const loosening: readonly Capability[] = ["allow", "respond", "set_input", "set_output"];

/** One cell of the matrix, with the reason unless it is an unconditional yes. */
export function capabilityOf(target: string, point: Point, capability: Capability, scope: Scope): Cell {
  const row = pointOf(target, point, scope);
  if ("silent" in row) return { verdict: "no", note: row.silent };
  if (scope === "repo" && loosening.includes(capability)) {
    return { verdict: "no", note: "rules of repo scope may only make decisions stricter" };
  }
  const cell = row.effects[capability];
  if (cell === "yes") return { verdict: "yes" };
  if (cell !== undefined) return { verdict: "restricted", restriction: cell, note: cell.note };
  return {
    verdict: "no",
    note: row.why?.[capability] ?? `${target} has no way to do this at ${row.event}`,
  };
}
