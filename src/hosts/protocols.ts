// The hook protocols by name: those that start a program per event, and those whose program stays.

import { claudeCodeProtocol } from "./claude-code/protocol.ts";
import { codexRuntimeProtocol } from "./codex-runtime/protocol.ts";
import { ignisProtocol } from "./ignis/protocol.ts";
import { neocodeProtocol } from "./neocode/protocol.ts";
import { picoclawProtocol } from "./picoclaw/protocol.ts";
import { policycProtocol } from "./policyc/protocol.ts";
import type { KeepAliveProtocol } from "./shared/keep-alive.ts";
import type { OneShotProtocol } from "./shared/one-shot.ts";

export const oneShotProtocols: ReadonlyMap<string, OneShotProtocol> = new Map(
  [policycProtocol, neocodeProtocol, codexRuntimeProtocol, ignisProtocol, claudeCodeProtocol].map((protocol) => [
    protocol.name,
    protocol,
  ]),
);

export const keepAliveProtocols: ReadonlyMap<string, KeepAliveProtocol> = new Map([
  [picoclawProtocol.name, picoclawProtocol],
]);
