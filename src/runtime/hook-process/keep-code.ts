// Makes the compiled code that later hooks start with. A bundle that is asked once is not worth it; one that is asked again
// is, and then one process of all that run does it, after it has given its answer.

import { appendFileSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkFolder, writeNewFile } from "../stores/private-files.ts";
import { type CodePlace, packed } from "./compiled-code.ts";
import type { Scripts } from "./scripts.ts";
import { within } from "./within.ts";

/** So many hooks of a bundle go without. */
const ASKED_BEFORE = 2;
/** How long a host may be kept waiting for the end of a process that has answered. */
const LONGEST_MS = 2000;
/** Other bundles and other versions of Node; the oldest go. */
const MOST_KEPT = 8;
/** A process that was ended in the middle of it leaves its claim behind; so does one that failed. */
const CLAIM_MS = 24 * 60 * 60 * 1000;

/** `practise` calls what later hooks will call, unless it must not. Whatever goes wrong, later hooks compile by themselves as this one did. */
export function keepCode({ folder, file }: CodePlace, scripts: Scripts, practise: () => boolean): void {
  const [asked, claim, draft] = [`${file}.asked`, `${file}.claim`, `${file}.${process.pid}`];
  try {
    checkFolder(folder, { create: true });
    if ((sizeOf(asked) ?? 0) < ASKED_BEFORE) {
      appendFileSync(asked, ".", { mode: 0o600 });
      return;
    }
    if (!isClaimed(claim)) return;
    if (within(LONGEST_MS, practise)?.value !== true) return;
    rmSync(draft, { force: true });
    writeNewFile(draft, packed(scripts.compiled()), { sync: false });
    renameSync(draft, file);
    for (const left of [asked, claim]) rmSync(left, { force: true });
    sweep(folder);
  } catch {
    // The claim stays, so that not every hook tries and fails.
  }
}

const sizeOf = (path: string): number | null => lstatSync(path, { throwIfNoEntry: false })?.size ?? null;

/** Whether this process is the one to do it. */
function isClaimed(claim: string): boolean {
  const found = lstatSync(claim, { throwIfNoEntry: false });
  if (found !== undefined && Date.now() - found.mtimeMs < CLAIM_MS) return false;
  if (found !== undefined) rmSync(claim, { force: true });
  writeNewFile(claim, "", { sync: false });
  return true;
}

function sweep(folder: string): void {
  const files = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), age: lstatSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.age - a.age);
  for (const { path } of files.slice(MOST_KEPT)) rmSync(path, { force: true });
}
