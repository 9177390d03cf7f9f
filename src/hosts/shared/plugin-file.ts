// A policy inside a host's own process: a module that contains the rules, how it is built, where it goes and how to test it.

import type { Point } from "../../language/contract.ts";
import type { ProbeCall, Site } from "../install/agent.ts";

export interface PluginFile {
  /** Its name in `policyc emit`. */
  readonly artefact: string;
  readonly called: "plug-in" | "mod";
  /** The file of src/service/plugins for this host. */
  readonly module: string;
  readonly platform: "node" | "neutral";
  /** Comments that the host itself reads. */
  readonly pragma: readonly string[];
  /** The largest file that the host reads; it continues without a larger one. */
  readonly mostBytes?: number;
  readonly entry: (settings: string, rules: PluginRules) => string;
  /** Where the file goes, and hints for the user. */
  readonly places: readonly string[];
  /** The only points that the module handles; all of the host's when absent. */
  readonly points?: readonly Point[];
  /** Asks the loaded module about a call, as the host would. */
  readonly probe?: (module: object, call: ProbeCall, site: Site) => Promise<PluginProbe>;
}

/** The rules as data, for hosts that continue without a plug-in that does not load. */
export interface PluginRules {
  readonly base64: string;
  readonly sha256: string;
}

export interface PluginProbe {
  readonly isDenied: boolean;
  /** The reason, or what went wrong. */
  readonly says: string;
  readonly ms: number;
}

type Call = (...args: readonly unknown[]) => unknown;

export const memberOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

export function callable(value: unknown, what: string): Call {
  if (typeof value !== "function") throw new Error(`it has no ${what}`);
  return (...args) => Reflect.apply(value, undefined, args);
}

export const msSince = (from: number): number => Math.round(performance.now() - from);
