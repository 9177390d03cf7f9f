// Where the state of sessions is: one folder of the user's own, below it one folder per policy, because labels and counters
// belong to one policy. A policy is known by the scope and the path that its entry names, not by its content: a bundle that
// is rebuilt, or a link that leads to another one, goes on with the sessions it had.

import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Scope } from "../../language/contract.ts";
import { sha256Hex } from "../../language/sha256.ts";
import { homeFolder } from "../machine/home-folder.ts";

/** The user's state folder. Only HOME moves it: another variable would let an agent make every session start afresh. */
export function userStateFolder(): string {
  return join(homeFolder(), ".policyc", "state");
}

/** Separates the sessions of one policy from those of another. */
export interface PolicyKey {
  readonly scope: Scope;
  /** The bundle, by the path that the entry names. */
  readonly bundle: string;
  /** A name used instead of scope and path, for stores shared by several machines or folders. */
  readonly policyId: string | null;
}

/** The folder of a policy's sessions below a state folder. */
export function sessionFolder(stateFolder: string, { scope, bundle, policyId }: PolicyKey): string {
  const key = policyId === null ? `path\n${scope}\n${namedPath(bundle)}` : `id\n${policyId}`;
  return join(stateFolder, "sessions", sha256Hex(key).slice(0, 32));
}

/** The absolute path without links, but for the last part: that may be a link which leads to one build after another. */
function namedPath(bundle: string): string {
  const path = resolve(bundle);
  try {
    return join(realpathSync.native(dirname(path)), basename(path));
  } catch {
    return path;
  }
}
