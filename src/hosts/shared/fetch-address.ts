// Tools that fetch what a text or a list names, where ours takes one address.

import type { Json } from "../../language/contract.ts";
import { possibleHosts } from "./host-names.ts";

// Of bounded length, and a few: a prompt can be made of nothing but beginnings.
const start = /[a-z][a-z0-9+.-]{0,30}:\/\//gi;
const MOST = 8;
/** What a sentence puts after an address. */
const afterAddress = /[)\]}>.,;:!?'"]+$/;
const hostPart = /^[^:]+:\/\/(?:[^/?#@\\]*@)?([^/?#:\\]*)/;

export interface Addresses {
  readonly named: readonly Json[];
  /** What may be an address as well. */
  readonly possible: readonly string[];
}

/** The addresses of a text: every one that begins somewhere in it, and what may be a host without saying so. */
export function addressesIn(text: string): Addresses {
  const named = [...text.matchAll(start)].slice(0, MOST).map(({ index }) => {
    const [address = ""] = text.slice(index).split(/\s/, 1);
    return address.replace(afterAddress, "");
  });
  const known = named.map((address) => hostPart.exec(address)?.[1]?.toLowerCase());
  const rest = text.replace(/[a-z][a-z0-9+.-]{0,30}:\/\/\S*/gi, " ");
  return { named, possible: possibleHosts(rest).filter((name) => !known.includes(name.toLowerCase())) };
}

/** What is given as addresses: one as a text, several as a list. */
export const givenAddresses = (given: Json | undefined): Addresses => ({
  named: Array.isArray(given) ? (given as readonly Json[]) : given === undefined || given === "" ? [] : [given],
  possible: [],
});

/**
 * The only address. Where there are several, or none, a text in which no host can be found, so that what depends on the
 * host stays unknown instead of half told.
 */
export function oneAddress({ named, possible }: Addresses): string {
  const [only, ...more] = new Set(named);
  if (typeof only === "string" && more.length + possible.length === 0) return only;
  const all = [...named, ...possible];
  return all.length === 0 ? "no address" : `several addresses: ${all.map(String).join(" ")}`;
}
