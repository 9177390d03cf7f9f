// Fetch tools that take a text or a list, where policyc's `fetch` takes one URL.

import type { Json } from "../../language/contract.ts";
import { possibleHosts } from "./host-names.ts";

// Limited in length and number: a prompt may consist of nothing but starts of URLs.
const start = /[a-z][a-z0-9+.-]{0,30}:\/\//gi;
const MOST = 8;
/** Punctuation that a sentence puts after a URL. */
const afterAddress = /[)\]}>.,;:!?'"]+$/;
const hostPart = /^[^:]+:\/\/(?:[^/?#@\\]*@)?([^/?#:\\]*)/;

export interface Addresses {
  readonly named: readonly Json[];
  /** Text that may also be a URL. */
  readonly possible: readonly string[];
}

/** The URLs of a text: every one that starts anywhere in it, and names that may be hosts without a scheme. */
export function addressesIn(text: string): Addresses {
  const named = [...text.matchAll(start)].slice(0, MOST).map(({ index }) => {
    const [address = ""] = text.slice(index).split(/\s/, 1);
    return address.replace(afterAddress, "");
  });
  const known = named.map((address) => hostPart.exec(address)?.[1]?.toLowerCase());
  const rest = text.replace(/[a-z][a-z0-9+.-]{0,30}:\/\/\S*/gi, " ");
  return { named, possible: possibleHosts(rest).filter((name) => !known.includes(name.toLowerCase())) };
}

/** Values given as URLs: a string or a list. */
export const givenAddresses = (value: Json | undefined): Addresses => ({
  named: Array.isArray(value) ? (value as readonly Json[]) : value === undefined || value === "" ? [] : [value],
  possible: [],
});

/**
 * The only URL. If there are several or none, a text in which no host can be found, so that what depends on the host is
 * unknown instead of incomplete.
 */
export function oneAddress({ named, possible }: Addresses): string {
  const [only, ...more] = new Set(named);
  if (typeof only === "string" && more.length + possible.length === 0) return only;
  const all = [...named, ...possible];
  return all.length === 0 ? "no address" : `several addresses: ${all.map(String).join(" ")}`;
}
