// Which variables of the environment a bundle's rules ask for. Light, because every call reads it.

import type { Manifest } from "./contract.ts";

export function variablesIn(facts: Manifest["facts"]): readonly string[] {
  const keys = Object.values(facts).flat();
  return [...new Set(keys.filter((key) => key.startsWith("env:")).map((key) => key.slice("env:".length)))].sort();
}
