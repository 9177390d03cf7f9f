// Recognises the agent that sent a payload. Agents read each other's configuration files, so a hook installed for one may be
// called by another, and an answer in the wrong shape is silently dropped.

import { registry } from "./registry.ts";
import type { HostEnvironment } from "./shared/adapter.ts";
import { isObject } from "./shared/read-answer.ts";
import type { HostFamily, Sign } from "./shared/signs.ts";

export interface Recognised {
  readonly host: string;
  /** Recognised by the payload, not by the agent that the hook was started for. */
  readonly confident: boolean;
}

interface NamedSign extends Sign {
  readonly host: string;
}

const signed = registry.flatMap(({ name, signs }) => (signs === undefined ? [] : [{ ...signs, name }]));

/** The strongest first. */
const signs: readonly NamedSign[] = signed
  .flatMap(({ name, signs }) => signs.map((sign) => ({ ...sign, host: name })))
  .sort((one, other) => other.strength - one.strength);

const families: ReadonlyMap<string, readonly HostFamily[]> = new Map(
  signed.map(({ name, families = [] }) => [name, families]),
);

const isIn = (host: string, among: readonly HostFamily[]): boolean =>
  families.get(host)?.some((family) => among.includes(family)) === true;

/** The calling agent; `hint` is the agent that the hook was started for, used when the payload does not decide. */
export function recogniseHost(payload: unknown, env: HostEnvironment, hint: string): Recognised {
  if (!isObject(payload) || !families.has(hint)) return { host: hint, confident: false };
  const sign = signs.find(({ is }) => is(payload, env));
  if (sign === undefined) return { host: hint, confident: false };
  const isOpen = sign.alsoOf !== undefined && sign.host !== hint;
  return isOpen && isIn(hint, sign.alsoOf)
    ? { host: hint, confident: false }
    : { host: sign.host, confident: sign.alsoOf === undefined || (sign.isSure === true && sign.host !== hint) };
}

const fields: ReadonlyMap<string, readonly string[]> = new Map(
  signed.flatMap(({ name, fields }) => (fields === undefined ? [] : [[name, fields.split(" ")]])),
);

/**
 * The top-level fields of a payload that the host is not known to send; null for a host without a list of fields. They deserve
 * attention: a newer version of the host may send something there that a policy should know.
 */
export function unknownFields(host: string, payload: object): readonly string[] | null {
  const known = fields.get(host);
  return known === undefined ? null : Object.keys(payload).filter((name) => !known.includes(name));
}
