// The hosts a bundle can answer as a hook that stays, by name.

import { registry } from "./registry.ts";
import type { ServeLines } from "./shared/line-server.ts";

export const lineServers: ReadonlyMap<string, ServeLines> = new Map(
  registry.flatMap(({ name, serve }) => (serve === undefined ? [] : [[name, serve]])),
);
