// The end of a hook process that can say nothing else. Hosts take one that dies for one that agrees: what even a refusal could
// not be made of ends with the code for one, whether or not anybody can read why.

import { writeSync } from "node:fs";

export function lastResort(work: () => void): void {
  try {
    work();
  } catch (caught) {
    endRefusing(`policyc: ${caught instanceof Error ? caught.message : "the hook failed"}`);
  }
}

export function endRefusing(message: string): void {
  process.exitCode = 2;
  try {
    writeSync(2, `${message}\n`);
  } catch {
    // Nobody reads it.
  }
}
