// The user's home folder, where session state and the run folder are.

import { homedir } from "node:os";
import { isAbsolute } from "node:path";

/** Throws when it is not known: a relative one would be another folder for every call. */
export function homeFolder(): string {
  const home = homedir();
  if (isAbsolute(home)) return home;
  throw new Error("the home folder is unknown: HOME is not an absolute path");
}
