// What must not be left behind by a hook: processes, handles, temporary files. Used by every test that starts one.

import { readdirSync } from "node:fs";
import { findMarked, TOKEN_NAME } from "../../src/runtime/external/marked-processes.ts";

/** Makes every token of this test file begin with one of its own, so that only its processes are looked for. */
export function markThisProcess(name: string): string {
  const outer = `test-${name}-${process.pid}-${Date.now()}`;
  process.env[TOKEN_NAME] = outer;
  return outer;
}

/** Processes started by this test file's hooks that still run. Its other children (esbuild's service) carry its own token. */
export async function processesLeft(outer: string): Promise<readonly number[]> {
  const marked = await findMarked();
  return [...marked.keys()].filter((pid) => marked.get(pid)?.startsWith(`${outer}/`));
}

/** Pipes and children that keep this process alive. */
export function handlesOpen(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "ProcessWrap" || kind === "PipeWrap").length;
}

export function filesLeft(folder: string): readonly string[] {
  return readdirSync(folder);
}

/** So often it is looked, which is a minute: only what never comes true takes so long. */
const MOST_LOOKS = 3000;

/** Waits for a condition that comes true a moment later. */
export async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    if (await isTrue()) return true;
    await new Promise((done) => setTimeout(done, 20));
  }
  return isTrue();
}
