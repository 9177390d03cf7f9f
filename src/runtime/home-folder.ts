// The user's home folder, below which state and the resident process are looked for.

import { homedir } from "node:os";
import { isAbsolute } from "node:path";

/** Throws where it is not absolute: what is below a relative one would be the project's, which agents may write to. */
export function homeFolder(): string {
  const home = homedir();
  if (!isAbsolute(home)) throw new Error("the home folder is not an absolute path");
  return home;
}
