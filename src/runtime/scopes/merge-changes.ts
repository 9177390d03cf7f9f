// Merges the rewrites of several bundles. Rules compute theirs on the original event, so two different values for one field
// conflict; input and metadata are compared name by name. A rewriting hook has seen the rewrites of the bundles before its
// own, so its value replaces theirs.

import { failureCodes, fillMessage } from "../../language/codes.ts";
import type { Decision, Failure, Json, Scope } from "../../language/contract.ts";

export interface ScopeRewrites {
  readonly scope: Scope;
  readonly decision: Decision;
  /** Fields whose value builds on the rewrites of earlier bundles. */
  readonly chained?: ReadonlySet<string>;
}

export interface MergedChanges {
  /** Complete new values by field; null when nothing changes. */
  readonly changes: { readonly [field: string]: Json } | null;
  readonly conflicts: readonly Failure[];
}

/** Fields that are compared and joined name by name. */
const byName: ReadonlySet<string> = new Set(["input", "metadata"]);

export type Values = { readonly [field: string]: Json };

interface Claim {
  readonly by: ScopeRewrites;
  readonly value: Json;
}

export function mergeChanges(event: unknown, decided: readonly ScopeRewrites[]): MergedChanges {
  const rewriting = decided.filter(({ decision }) => decision.changes !== undefined);
  if (rewriting.length === 0) return { changes: null, conflicts: [] };
  const before = objectOf(event);
  const claims = new Map<string, Claim>();
  const conflicts: Failure[] = [];
  const claim = (field: string, by: ScopeRewrites, value: Json): void => {
    const known = claims.get(field);
    if (known === undefined) claims.set(field, { by, value });
    else if (!isSame(known.value, value)) conflicts.push(conflictOf(field, known.by, by));
  };
  for (const one of rewriting) {
    for (const [field, value] of Object.entries(one.decision.changes ?? {})) {
      if (field === "attachments") continue;
      if (one.chained?.has(field)) replace(claims, field, { by: one, value });
      else if (!byName.has(field)) claim(field, one, value);
      else
        for (const [name, inner] of Object.entries(objectOf(value)))
          if (!isSame(objectOf(before[field])[name], inner)) claim(`${field}.${name}`, one, inner);
    }
  }
  if (conflicts.length > 0) return { changes: null, conflicts };
  return { changes: valuesOf(claims, rewriting, before), conflicts };
}

/** Replaces the whole field, whatever was claimed for it before. */
function replace(claims: Map<string, Claim>, field: string, claim: Claim): void {
  for (const place of [...claims.keys()]) if (place.startsWith(`${field}.`)) claims.delete(place);
  claims.set(field, claim);
}

/** The event with another bundle's changes: every field that differs from the original event. */
export function laidOver(fields: Values, changed: Values, event: unknown): Values {
  const before = objectOf(event);
  const result: { [field: string]: Json } = { ...fields };
  for (const [field, value] of Object.entries(changed)) {
    if (isSame(before[field], value) || !Object.hasOwn(fields, field)) continue;
    if (!byName.has(field)) result[field] = value;
    else {
      const was = objectOf(before[field]);
      const inner = Object.entries(objectOf(value)).filter(([name, one]) => !isSame(was[name], one));
      result[field] = { ...objectOf(fields[field]), ...Object.fromEntries(inner) };
    }
  }
  return result;
}

/** True when a bundle's own rewrites are the only ones, so that its final pass saw the final event. */
export function isWhole(own: Decision["changes"], merged: Values): boolean {
  const fields = Object.keys(merged);
  if (own === undefined || Object.keys(own).length !== fields.length) return false;
  return fields.every((field) => isSame(own[field], merged[field]));
}

/** Complete values again. Attachments add up; what the host left out of a bundle's input stays out. */
function valuesOf(claims: ReadonlyMap<string, Claim>, decided: readonly ScopeRewrites[], before: Values): Values {
  const changes: { [field: string]: Json } = {};
  const parts = new Map<string, { [name: string]: Json }>();
  for (const [place, { value }] of claims) {
    const dot = place.indexOf(".");
    const field = dot === -1 ? place : place.slice(0, dot);
    if (dot === -1 || !byName.has(field)) changes[place] = value;
    else {
      const whole = parts.get(field) ?? startOf(field, decided, before);
      whole[place.slice(dot + 1)] = value;
      parts.set(field, whole);
      changes[field] = whole;
    }
  }
  const attachments = decided.flatMap(({ decision }) => {
    const list = decision.changes?.attachments;
    return Array.isArray(list) ? (list as readonly Json[]) : [];
  });
  return attachments.length === 0 ? changes : { ...changes, attachments };
}

function startOf(field: string, decided: readonly ScopeRewrites[], before: Values): { [name: string]: Json } {
  const entries = Object.entries(objectOf(before[field]));
  if (field !== "input") return Object.fromEntries(entries);
  const known = objectOf(decided.map(({ decision }) => decision.changes?.input).find((one) => one !== undefined));
  return Object.fromEntries(entries.filter(([name]) => Object.hasOwn(known, name)));
}

function conflictOf(field: string, one: ScopeRewrites, other: ScopeRewrites): Failure {
  const rules = `${rulesOf(field, one)} and ${rulesOf(field, other)}`;
  return { code: "P707", message: fillMessage(failureCodes.P707.message, { rules, field }) };
}

/** The rules that rewrite a field, with their scope, since two bundles may have rules of one name. */
function rulesOf(field: string, { scope, decision }: ScopeRewrites): string {
  const setting = decision.reasons.filter(({ effect, shadow }) => effect === "set" && shadow !== true);
  const exact = setting.filter(({ message }) => message === `rewrites \`${field}\``);
  const names = new Set((exact.length > 0 ? exact : setting).map(({ rule }) => `\`${rule}\``));
  return `${[...names].join(", ")} (${scope})`;
}

function objectOf(value: unknown): Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : {};
}

const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));
