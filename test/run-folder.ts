// A folder for a module that several test files import: they may share a process, and a hook of the module would be
// called at the end of the first of them. It is gone when all tests are over.

import { mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** A new folder beside the built parts, which are removed as a whole. */
export function runFolder(prefix: string): string {
  const parts = process.env.POLICYC_TEST_PARTS;
  if (parts === undefined) throw new Error("test/parts/setup.mjs has not run");
  return realpathSync(mkdtempSync(join(parts, prefix)));
}
