// Which environment variables the rules of a bundle use. Small, because every call loads it.

import type { Manifest } from "./contract.ts";

export function variablesIn(facts: Manifest["facts"]): readonly string[] {
  const keys = Object.values(facts).flat();
  return [...new Set(keys.filter((key) => key.startsWith("env:")).map((key) => key.slice("env:".length)))].sort();
}
