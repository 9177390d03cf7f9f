// Tools that fetch what a text or a list names, where ours takes one address.

import type { Json } from "../runtime/contract.ts";

const address = /[a-z][a-z0-9+.-]*:\/\/\S+/i;
/** What a sentence puts after an address. */
const afterAddress = /[)\]}>.,;:!?'"]+$/;

/** The addresses a text names. */
export function addressesIn(text: string): readonly string[] {
  return text.split(/\s+/).flatMap((word) => address.exec(word)?.[0].replace(afterAddress, "") ?? []);
}

/** Several, or none: a text that is no address, so that what depends on the host stays unknown instead of half told. */
export function oneAddress(addresses: readonly Json[]): string {
  const [only, ...more] = new Set(addresses);
  return typeof only === "string" && more.length === 0 ? only : `several: ${addresses.map(String).join(" ")}`;
}
