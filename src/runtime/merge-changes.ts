// The rewrites of several bundles as one: each was computed on the event as it came. Two different values for one field
// cannot both stand; the input of a tool is compared field by field.

import { failureCodes, fillMessage } from "./codes.ts";
import type { Decision, Failure, Json, Scope } from "./contract.ts";

export interface Rewrites {
  readonly scope: Scope;
  readonly decision: Decision;
}

export interface MergedChanges {
  /** Complete new values by field; null when nothing changes. */
  readonly changes: { readonly [field: string]: Json } | null;
  readonly conflicts: readonly Failure[];
}

type Values = { readonly [field: string]: Json };

interface Claim {
  readonly by: Rewrites;
  readonly value: Json;
}

export function mergeChanges(event: unknown, said: readonly Rewrites[]): MergedChanges {
  const rewriting = said.filter(({ decision }) => decision.changes !== undefined);
  if (rewriting.length === 0) return { changes: null, conflicts: [] };
  const before = objectOf(event);
  const input = objectOf(before.input);
  const claims = new Map<string, Claim>();
  const conflicts: Failure[] = [];
  const claim = (field: string, by: Rewrites, value: Json): void => {
    const known = claims.get(field);
    if (known === undefined) claims.set(field, { by, value });
    else if (!isSame(known.value, value)) conflicts.push(conflictOf(field, known.by, by));
  };
  for (const one of rewriting) {
    for (const [field, value] of Object.entries(one.decision.changes ?? {})) {
      if (field !== "input") claim(field, one, value);
      else
        for (const [name, inner] of Object.entries(objectOf(value)))
          if (!isSame(input[name], inner)) claim(`input.${name}`, one, inner);
    }
  }
  if (conflicts.length > 0) return { changes: null, conflicts };
  return { changes: valuesOf(claims, rewriting, input), conflicts };
}

/** True when a bundle's own rewrites are all there are, so that its final pass was on the final event. */
export function isWhole(own: Decision["changes"], merged: Values): boolean {
  const fields = Object.keys(merged);
  if (own === undefined || Object.keys(own).length !== fields.length) return false;
  return fields.every((field) => isSame(own[field], merged[field]));
}

function valuesOf(claims: ReadonlyMap<string, Claim>, said: readonly Rewrites[], input: Values): Values {
  const changes: { [field: string]: Json } = {};
  // A bundle's complete input leaves out what the host could not tell; what it left out stays out.
  let whole: { [name: string]: Json } | null = null;
  const base = said.map(({ decision }) => decision.changes?.input).find((one) => one !== undefined);
  for (const [field, { value }] of claims) {
    if (!field.startsWith("input.")) changes[field] = value;
    else {
      whole ??= Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(objectOf(base), name)));
      whole[field.slice("input.".length)] = value;
      changes.input = whole;
    }
  }
  return changes;
}

function conflictOf(field: string, one: Rewrites, other: Rewrites): Failure {
  const rules = `${rulesOf(field, one)} and ${rulesOf(field, other)}`;
  return { code: "P707", message: fillMessage(failureCodes.P707.message, { rules, field }) };
}

/** The rules that rewrite a field, with their scope, since two bundles may have rules of one name. */
function rulesOf(field: string, { scope, decision }: Rewrites): string {
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
