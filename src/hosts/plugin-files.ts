// The hosts that run a policy inside their own process, by name.

import { registry } from "./registry.ts";
import type { PluginFile } from "./shared/plugin-file.ts";

export const pluginFiles: ReadonlyMap<string, PluginFile> = new Map(
  registry.flatMap(({ name, pluginFile }) => (pluginFile === undefined ? [] : [[name, pluginFile]])),
);
