// The path of a bundle that a build is replacing.

import { basename, dirname, join, resolve } from "node:path";

/** Where a build moves the bundle it is about to replace; the only copy if the build is killed at that moment. */
export function lastBundle(dir: string): string {
  const path = resolve(dir);
  return join(dirname(path), `.${basename(path)}.last`);
}
