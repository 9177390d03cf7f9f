// The home folder of whoever's log this is, told from the folders of an event: no log says it, and `~` means it.

import type { JsonObject } from "../../hosts/shared/read-answer.ts";

const homes = /^(?:(?:\/home|\/Users|[A-Za-z]:[/\\]Users)[/\\][^/\\]+|\/root)(?=[/\\]|$)/;

/** `/home/dev` for a call in `/home/dev/shop`; undefined where the folder lies in nobody's home. */
export function homeOf({ workdir, cwd }: JsonObject): string | undefined {
  const folder = typeof workdir === "string" ? workdir : cwd;
  return typeof folder === "string" ? homes.exec(folder)?.[0] : undefined;
}
