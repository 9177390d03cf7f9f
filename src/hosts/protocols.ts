// The one-shot protocols by name.

import { claudeCodeProtocol } from "./claude-code/protocol.ts";
import { codexRuntimeProtocol } from "./codex-runtime/protocol.ts";
import { ignisProtocol } from "./ignis/protocol.ts";
import { neocodeProtocol } from "./neocode/protocol.ts";
import type { OneShotProtocol } from "./one-shot.ts";
import { policycProtocol } from "./policyc/protocol.ts";

export const oneShotProtocols: ReadonlyMap<string, OneShotProtocol> = new Map(
  [policycProtocol, neocodeProtocol, codexRuntimeProtocol, ignisProtocol, claudeCodeProtocol].map((protocol) => [
    protocol.name,
    protocol,
  ]),
);
