// Where one-shot hooks keep the state of sessions: a folder of the user's own, one below it per bundle, because labels
// and counters belong to one bundle. The place of the bundle is what counts: a rebuilt one goes on where it was.

import { isAbsolute, join } from "node:path";
import { homeFolder } from "../home-folder.ts";
import { sha256Hex } from "../sha256.ts";

/** The user's state folder of policyc, as the XDG rules have it. */
export function userStateFolder(environment: NodeJS.ProcessEnv): string {
  const base = environment.XDG_STATE_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(homeFolder(), ".local/state"), "policyc");
}

/** The folder of a bundle's sessions below a state folder; `bundle` is the real path of the bundle. */
export function sessionFolder(stateFolder: string, bundle: string): string {
  return join(stateFolder, "sessions", sha256Hex(bundle).slice(0, 32));
}
