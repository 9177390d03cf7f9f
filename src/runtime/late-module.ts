// Modules of Node that few hook processes need, and that take each of them longer to load than a decision takes.

import { createRequire } from "node:module";

/** Loads a module of Node now. */
export function lateModule<M>(name: `node:${string}`): M {
  return createRequire(process.execPath)(name) as M;
}
