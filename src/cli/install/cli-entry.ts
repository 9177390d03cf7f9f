// The path of policyc's own executable.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Next to this file once it is built, in dist/ of a checkout. */
export function cliEntry(): string {
  const beside = fileURLToPath(new URL("./policyc.cjs", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../../dist/policyc.cjs", import.meta.url));
}
