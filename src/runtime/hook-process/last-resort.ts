// The end of a hook process that can say nothing else.

import { writeSync } from "node:fs";

/** Hosts take a hook that dies for one that agrees: what even a refusal could not be made of ends with the code for one. */
export function lastResort(work: () => void): void {
  try {
    work();
  } catch (caught) {
    process.exitCode = 2;
    writeSync(2, `policyc: ${caught instanceof Error ? caught.message : "the hook failed"}\n`);
  }
}
