// The home folder of the log's user, derived from the folders of an event: no log states it, and `~` refers to it.

import type { JsonObject } from "../../hosts/shared/read-answer.ts";

const homes = /^(?:(?:\/home|\/Users|[A-Za-z]:[/\\]Users)[/\\][^/\\]+|\/root)(?=[/\\]|$)/;

/** `/home/dev` for a call in `/home/dev/shop`; undefined for a folder outside of all homes. */
export function homeOf({ workdir, cwd }: JsonObject): string | undefined {
  const folder = typeof workdir === "string" ? workdir : cwd;
  return typeof folder === "string" ? homes.exec(folder)?.[0] : undefined;
}
