// Everything known about a host, as one record per host. The values in a host's index.ts are small, because every call reads
// them; a part in a file of its own can be left out of a program that does not use it (see host-parts.ts).

import type { Point } from "../../language/contract.ts";
import type { AgentInstall } from "../install/agent.ts";
import type { HostAdapter } from "./adapter.ts";
import type { ConfigFile } from "./config-file.ts";
import type { Host } from "./host.ts";
import type { KeepAliveProtocol } from "./keep-alive.ts";
import type { ServeLines } from "./line-server.ts";
import type { OneShotProtocol } from "./one-shot.ts";
import type { PermissionFile } from "./permissions/permission.ts";
import type { PluginFile } from "./plugin-file.ts";
import type { RuleFile } from "./rule-file.ts";
import type { HostSigns } from "./signs.ts";

export interface HostRecord extends HostBasics, HostParts {}

export interface HostBasics {
  /** Its name in `target`, `--agent` and `install`. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** How a bundle gets there, for a host that `policyc install` does not support. */
  readonly connection?: string;
  /** How long it waits for a hook by default; null when unknown. */
  readonly timeLimitS: number | null;
  /** Variables of its hooks that hold the project folder; the first one that is set wins. */
  readonly projectVariables?: readonly string[];
  /** It also calls hooks over HTTP, and reads answers in Claude Code's shape. */
  readonly hasHttpHooks?: true;
  /** How much of an answer it reads; a longer one is cut off or dropped, and the host continues without it. */
  readonly stdoutCapBytes?: number;
  /** Its hook is one long-lived process that answers line by line. */
  readonly keepsHookOpen?: true;
  /** It reads the JSON on stdout whatever the exit code is, or uses the code only if there is no JSON. */
  readonly readsJsonFirst?: true;
  /** An unknown key voids the whole answer. The exit code counts without it. */
  readonly refusesUnknownKeys?: true;
  /** Points where exit code 2 refuses, besides `before_tool_call`, where all hosts accept it or read their JSON. */
  readonly exitRefuses?: readonly Point[];
}

export interface HostParts {
  /** Its rows of the matrix. */
  readonly capabilities: Host;
  /** How its payloads are recognised. */
  readonly signs?: HostSigns;
  /** A bundle as its hook, one call per process. */
  readonly adapter?: HostAdapter;
  /** A bundle as its long-lived hook. */
  readonly serve?: ServeLines;
  /** Programs written as its hooks: how a rule calls one, once per event. */
  readonly protocol?: OneShotProtocol;
  /** The same for a long-lived program. */
  readonly keepAlive?: KeepAliveProtocol;
  readonly install?: AgentInstall;
  /** A module that contains the policy and runs inside the host. */
  readonly pluginFile?: PluginFile;
  /** Rules in the host's own language. */
  readonly ruleFile?: RuleFile;
  /** Its hook configuration: read by `policyc import`, written by `policyc emit`. */
  readonly configFile?: ConfigFile;
  /** Files in which people keep permissions for it, read by `policyc import`. */
  readonly permissionFiles?: readonly PermissionFile[];
}
