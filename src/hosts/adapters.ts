// The hosts that can run a bundle as a one-shot hook, by name.

import { registry } from "./registry.ts";
import type { HostAdapter } from "./shared/adapter.ts";

const adapters: ReadonlyMap<string, HostAdapter> = new Map(
  registry.flatMap(({ name, adapter }) => (adapter === undefined ? [] : [[name, adapter]])),
);

export const hookHosts: readonly string[] = [...adapters.keys()];

export const adapterOf = (host: string): HostAdapter | undefined => adapters.get(host);
