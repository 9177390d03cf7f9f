// Ends a hook process that cannot even build a refusal. Hosts treat a hook that crashes as approval, so the process exits with
// the code that blocks, whether or not the message can be written.

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
    // stderr is closed; the exit code is enough.
  }
}
