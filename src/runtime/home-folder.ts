// The user's home folder.

import { lateModule } from "./late-module.ts";

/** As `node:os` tells it, which a hook process had to load for this alone: on POSIX systems that is the variable, if it is set. */
export function homeFolder(): string {
  const { HOME = "" } = process.env;
  if (process.platform !== "win32" && HOME !== "") return HOME;
  return lateModule<typeof import("node:os")>("node:os").homedir();
}
