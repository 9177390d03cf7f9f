// The hook protocols by name: those that start a program per event, and those with a long-lived program.

import { registry } from "./registry.ts";
import type { KeepAliveProtocol } from "./shared/keep-alive.ts";
import type { OneShotProtocol } from "./shared/one-shot.ts";

export const oneShotProtocols: ReadonlyMap<string, OneShotProtocol> = new Map(
  registry.flatMap(({ name, protocol }) => (protocol === undefined ? [] : [[name, protocol]])),
);

export const keepAliveProtocols: ReadonlyMap<string, KeepAliveProtocol> = new Map(
  registry.flatMap(({ name, keepAlive }) => (keepAlive === undefined ? [] : [[name, keepAlive]])),
);
