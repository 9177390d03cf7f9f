// The first code of `policyc hook`. Nothing has compiled it before, so it is small: it looks for what an earlier hook has kept of
// the bundle, and runs the launcher, which lies beside it, with the compiled code that is kept of that too.

import { closeSync, fstatSync, openSync } from "node:fs";
import { inFolder } from "../plain-paths.ts";
import { fillFrom } from "../stores/private-files.ts";
import { userStateFolder } from "../stores/state-folder.ts";
import { folderAt } from "./bundle-folder.ts";
import { interpretOnly } from "./interpret-only.ts";
import { type KeptBundle, keptPlace, readKept } from "./kept-bundle.ts";
import { lastResort } from "./last-resort.ts";
import type { LaunchOptions, launchHook } from "./launch.ts";
import { type ModuleCode, moduleRoom, runModule } from "./module-code.ts";
import { newScripts, nothingCompiled } from "./scripts.ts";

export const LAUNCHER_FILE = "launch-hook.cjs";

export interface HookStart extends Pick<LaunchOptions, "words" | "importModule" | "load" | "require" | "end"> {
  /** Where the launcher lies. */
  readonly folder: string;
}

export function startHook({ folder, ...start }: HookStart): void {
  lastResort(() => {
    const scripts = newScripts();
    const launcher = readModule(inFolder(folder, LAUNCHER_FILE));
    const kept = keptFor(start.words, launcher);
    if (kept !== null) interpretOnly();
    const run = scripts.with(kept?.isSame(LAUNCHER_FILE, launcher.bytes) ? kept.code : nothingCompiled);
    const found = runModule(launcher, { name: LAUNCHER_FILE, folder, require: start.require, run });
    (found as { launchHook: typeof launchHook }).launchHook({ ...start, kept, own: { scripts, launcher } });
  });
}

/** Null when there is nothing, or anything is not as usual: then the launcher finds out what. */
function keptFor(words: readonly string[], launcher: ModuleCode): KeptBundle | null {
  const bundle = optionIn(words, "--bundle");
  if (bundle === null) return null;
  try {
    const place = keptPlace(optionIn(words, "--state") ?? userStateFolder(process.env), folderAt(bundle), launcher);
    return place === null ? null : readKept(place);
  } catch {
    return null;
  }
}

/** `--name value` or `--name=value`; that words are right is for the launcher to say. */
function optionIn(words: readonly string[], name: string): string | null {
  const at = words.findIndex((word) => word.startsWith(name));
  const word = words[at] ?? "";
  return word === name ? (words[at + 1] ?? null) : word.startsWith(`${name}=`) ? word.slice(name.length + 1) : null;
}

function readModule(path: string): ModuleCode {
  const handle = openSync(path, "r");
  const room = moduleRoom(fstatSync(handle).size);
  if (fillFrom(handle, 0, room.bytes) < room.bytes.length)
    throw new Error(`${LAUNCHER_FILE} changed while it was read`);
  closeSync(handle);
  return room;
}
