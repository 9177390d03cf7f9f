// The hosts that can run a bundle as a long-lived hook, by name.

import { registry } from "./registry.ts";
import type { ServeLines } from "./shared/line-server.ts";

export const lineServers: ReadonlyMap<string, ServeLines> = new Map(
  registry.flatMap(({ name, serve }) => (serve === undefined ? [] : [[name, serve]])),
);
