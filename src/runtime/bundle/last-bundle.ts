// A bundle that is being replaced.

import { basename, dirname, join, resolve } from "node:path";

/** Where a build keeps the bundle it is about to replace: all there is if it is killed at that moment. */
export function lastBundle(dir: string): string {
  const given = resolve(dir);
  return join(dirname(given), `.${basename(given)}.last`);
}
