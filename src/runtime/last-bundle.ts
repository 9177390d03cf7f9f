// A bundle that is being replaced.

import { sep } from "node:path";
import { resolved } from "./plain-paths.ts";

/** Where a build keeps the bundle it is about to replace: all there is if it is killed at that moment. */
export function lastBundle(dir: string): string {
  const given = resolved(dir);
  const name = Math.max(given.lastIndexOf("/"), given.lastIndexOf(sep)) + 1;
  return `${given.slice(0, name)}.${given.slice(name)}.last`;
}
