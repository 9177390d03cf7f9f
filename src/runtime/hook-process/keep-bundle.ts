// Keeps what later hooks start with: a bundle as it was verified, and its compiled code and the launcher's. A bundle that is asked once is not
// worth it; one that is asked again is, and then one process of all that run does it, after it has given its answer.

import { appendFileSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkFolder, writeNewFile } from "../stores/private-files.ts";
import { HOOK_FILE, MANIFEST_FILE, type OpenedBundle, readListed } from "./hook-bundle.ts";
import { type KeptPlace, packed } from "./kept-bundle.ts";
import type { ModuleCode } from "./module-code.ts";
import { type LoadedRules, practise } from "./practise.ts";
import { REST_FILE } from "./rest-pieces.ts";
import type { Scripts } from "./scripts.ts";
import { LAUNCHER_FILE } from "./start-hook.ts";
import { within } from "./within.ts";

/** So many hooks of a bundle go without. */
const ASKED_BEFORE = 2;
/** How long a host may be kept waiting for the end of a process that has answered. */
const LONGEST_MS = 2000;
/** Other bundles and other versions of Node; the oldest go. */
const MOST_KEPT = 8;
/** A process that was ended in the middle of it leaves its claim behind; so does one that failed. */
const CLAIM_MS = 24 * 60 * 60 * 1000;

/** What is not kept but said about it. */
const NOTE = /\.(?:asked|claim)$/;

/** What this process runs. */
export interface OwnCode {
  readonly scripts: Scripts;
  readonly launcher: ModuleCode;
}

/** Whatever goes wrong, later hooks verify and compile by themselves as this one did. */
export function keepBundle(place: KeptPlace, bundle: OpenedBundle, own: OwnCode, rules: LoadedRules): void {
  const { folder, file } = place;
  const { scripts, launcher } = own;
  const [asked, claim, draft] = [`${file}.asked`, `${file}.claim`, `${file}.${process.pid}`];
  try {
    checkFolder(folder, { create: true });
    if ((sizeOf(asked) ?? 0) < ASKED_BEFORE) {
      appendFileSync(asked, ".", { mode: 0o600 });
      return;
    }
    if (!isClaimed(claim)) return;
    const code = new Map<string, Buffer>();
    // What only few hooks call of a script is not kept with what all of them load of it.
    const note = (): void => {
      for (const [name, piece] of scripts.compiled(code)) code.set(name, piece);
    };
    if (within(LONGEST_MS, () => practise(rules, bundle, note))?.value !== true) return;
    note();
    rmSync(draft, { force: true });
    const { revision, scope, files } = bundle;
    const whole = packed({ manifest: { revision, scope, files }, files: verifiedFiles(bundle, launcher), code });
    if (whole === null) return;
    writeNewFile(draft, whole, { sync: true });
    renameSync(draft, file);
    for (const left of [asked, claim]) rmSync(left, { force: true });
    sweep(folder);
  } catch {
    // The claim stays, so that not every hook tries and fails.
  }
}

/** The files that hooks read, as they were verified. */
function verifiedFiles(bundle: OpenedBundle, launcher: ModuleCode): ReadonlyMap<string, Buffer> {
  const { folder, manifest, code, files } = bundle;
  const found = new Map([
    [LAUNCHER_FILE, launcher.bytes],
    [MANIFEST_FILE, manifest],
    [HOOK_FILE, code.bytes],
  ]);
  if (Object.hasOwn(files, REST_FILE)) found.set(REST_FILE, readListed(folder, files, REST_FILE));
  return found;
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
    .map((name) => ({ path: join(folder, name), madeMs: lstatSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.madeMs - a.madeMs);
  const kept = files.filter(({ path }) => !NOTE.test(path));
  const notes = files.filter(({ path, madeMs }) => NOTE.test(path) && Date.now() - madeMs > CLAIM_MS);
  for (const { path } of [...kept.slice(MOST_KEPT), ...notes]) rmSync(path, { force: true });
}
