// What there is to know of a host, as one record per host. What is written out in a host's index.ts is small, because every
// call reads it; a part from a file of its own may be left out of a program that has no use for it (see host-parts.ts).

import type { Point } from "../../language/contract.ts";
import type { AgentInstall } from "../install/agent.ts";
import type { HostAdapter } from "./adapter.ts";
import type { ConfigFile } from "./config-file.ts";
import type { Host } from "./host.ts";
import type { KeepAliveProtocol } from "./keep-alive.ts";
import type { ServeLines } from "./line-server.ts";
import type { OneShotProtocol } from "./one-shot.ts";
import type { PluginFile } from "./plugin-file.ts";
import type { RuleFile } from "./rule-file.ts";
import type { HostSigns } from "./signs.ts";

export interface HostRecord extends HostBasics, HostParts {}

export interface HostBasics {
  /** What `target`, `--agent` and `install` call it. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** How a bundle gets there, for a host that `policyc install` does not know. */
  readonly connection?: string;
  /** How long it waits for a hook by default; null where that is not known. */
  readonly timeLimitS: number | null;
  /** Variables of its hooks that hold the project's folder; the first that is set counts. */
  readonly projectVariables?: readonly string[];
  /** It calls hooks over HTTP too, and reads answers in the shape of Claude Code's. */
  readonly hasHttpHooks?: true;
  /** How much of an answer it reads; a longer one is cut off or dropped, and the host goes on without it. */
  readonly stdoutCapBytes?: number;
  /** Its hook is one process that stays and answers line by line. */
  readonly keepsHookOpen?: true;
  /** It reads the JSON on stdout whatever the exit code is, or takes the code only where there is none. */
  readonly readsJsonFirst?: true;
  /** A key that it does not know voids the whole answer. The exit code counts without it. */
  readonly refusesUnknownKeys?: true;
  /** Where it takes exit code 2 for a refusal, beside `before_tool_call`, where all do or read their JSON. */
  readonly exitRefuses?: readonly Point[];
}

export interface HostParts {
  /** Its rows of the matrix. */
  readonly capabilities: Host;
  /** How its payloads are known from those of others. */
  readonly signs?: HostSigns;
  /** A bundle as its hook, one call per process. */
  readonly adapter?: HostAdapter;
  /** A bundle as its hook that stays. */
  readonly serve?: ServeLines;
  /** Programs written as its hooks: how a rule calls one, once per event. */
  readonly protocol?: OneShotProtocol;
  /** The same for a program that stays. */
  readonly keepAlive?: KeepAliveProtocol;
  readonly install?: AgentInstall;
  /** A module with the policy in it, which runs inside the host. */
  readonly pluginFile?: PluginFile;
  /** Rules in the host's own language. */
  readonly ruleFile?: RuleFile;
  /** Its hook configuration: read by `policyc import`, written by `policyc emit`. */
  readonly configFile?: ConfigFile;
}
