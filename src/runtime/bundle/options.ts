// The options of loadPolicy, checked by hand. An option that would be ignored is refused, because the caller relies on it.

import { isAbsolute } from "node:path";
import type { FactValue, Scope } from "../../language/contract.ts";
import type { RuntimeListener } from "../../language/events.ts";
import { PolicyLoadError, shown } from "../../language/load-error.ts";
import type { SessionStore } from "../engine/event/session.ts";
import type { LogOption } from "../log/log.ts";
import type { FactPlace } from "../machine/facts.ts";

export interface LoadOptions {
  /** The only revision to accept: 64 hexadecimal digits. */
  readonly revision?: string;
  /** The layer the caller loads this bundle as; default `user`. */
  readonly scope?: Scope;
  /** The host that carries out the decisions; default `policyc`, this runtime used directly. */
  readonly target?: string;
  /** What to do with external hooks: `run` them (the default), or `refuse` a bundle that has any. */
  readonly hooks?: "run" | "refuse";
  /** How long a decision waits for external hooks, all together, in milliseconds; default 5000. */
  readonly deadlineMs?: number;
  readonly onEvent?: RuntimeListener;
  readonly log?: LogOption;
  /** Where marks and counters live; default: in memory, for the life of this policy. */
  readonly store?: SessionStore;
  /** Answers facts in place of this machine; undefined means unknown. */
  readonly world?: (key: string, place: FactPlace) => FactValue | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** The folder `~` means; default: the user's. */
  readonly home?: string;
  /** The project's folder for events that do not say; default: the process's own. */
  readonly workdir?: string;
  /** Fill `duration_us` of every decision; default: only with a log. */
  readonly timed?: boolean;
  /** Reload whenever the bundle's folder changes; the last good bundle stays. Default: only when `reload` is called. */
  readonly watch?: boolean;
  /** True decides in a worker thread: see WorkerOptions. */
  readonly worker?: false;
}

/** Worker mode: what cannot be sent to a thread (functions, stores, external hooks) cannot be used with it. */
export interface WorkerOptions extends Omit<LoadOptions, "worker" | "store" | "world" | "now"> {
  readonly worker: true;
  /** How many calls may wait for the worker; one more fails at once. Default 1000. */
  readonly queue?: number;
  /** How long a call may take, waiting included, in milliseconds; default 1000. */
  readonly deadlineMs?: number;
}

type AnyOptions = Omit<LoadOptions, "worker"> & { readonly worker?: boolean; readonly queue?: number };

type Check = (value: unknown) => string | null;

const isFunction: Check = (value) => (typeof value === "function" ? null : "it must be a function");
const isFlag: Check = (value) => (typeof value === "boolean" ? null : "it must be true or false");
const isText: Check = (value) => (typeof value === "string" && value !== "" ? null : "it must be a non-empty string");

const checks: { readonly [O in keyof AnyOptions]-?: Check } = {
  revision: (value) =>
    typeof value === "string" && /^[0-9a-f]{64}$/.test(value) ? null : "it must be 64 hexadecimal digits",
  scope: (value) => (isScope(value) ? null : "it must be internal, user or repo"),
  target: isText,
  hooks: (value) => (value === "run" || value === "refuse" ? null : 'it must be "run" or "refuse"'),
  deadlineMs: (value) =>
    Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 600_000
      ? null
      : "it must be 1 to 600000 milliseconds",
  onEvent: isFunction,
  log: logProblem,
  store: (value) => (isStore(value) ? null : "it must have the functions read and commit"),
  world: isFunction,
  now: isFunction,
  home: isText,
  workdir: (value) => (typeof value === "string" && isAbsolute(value) ? null : "it must be an absolute path"),
  timed: isFlag,
  watch: isFlag,
  worker: isFlag,
  queue: (value) =>
    Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 1_000_000
      ? null
      : "it must be 1 to 1000000 calls",
};

/** Planned options that this version does not have, each with what to do instead. */
const unsupported: { readonly [option: string]: string } = {
  publicKey: "this version does not check signatures; pin the revision instead",
  signature: "this version does not check signatures; pin the revision instead",
  trust: "only loadPolicies takes a trust store; pin the revision instead",
  reload: "call the policy's `reload`, or set `watch`",
};

/** Options of only one of the two modes. */
const misfits: { readonly [option: string]: { readonly worker: boolean; readonly why: string } } = {
  store: { worker: false, why: "in worker mode the state is held in memory" },
  world: { worker: false, why: "a function cannot be sent to a worker" },
  now: { worker: false, why: "a function cannot be sent to a worker" },
  queue: { worker: true, why: "it needs `worker: true`" },
};

/** Checks every option and returns a copy. */
export function checkOptions(options: unknown): LoadOptions | WorkerOptions {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new PolicyLoadError("P607", { option: "options", why: "it must be an object" });
  for (const [name, value] of Object.entries(options)) {
    const why = problemOf(name, value);
    if (why !== null) throw new PolicyLoadError("P607", { option: shown(name).slice(1, -1), why });
  }
  const isWorker = "worker" in options && options.worker === true;
  for (const [name, { worker, why }] of Object.entries(misfits))
    if (worker !== isWorker && name in options && Reflect.get(options, name) !== undefined)
      throw new PolicyLoadError("P607", { option: name, why });
  // A copy, so that later changes by the caller have no effect.
  return { ...options };
}

function problemOf(name: string, value: unknown): string | null {
  if (Object.hasOwn(unsupported, name)) return unsupported[name] ?? null;
  if (!isOption(name)) return `it does not exist; the options are ${Object.keys(checks).join(", ")}`;
  if (value !== undefined) return checks[name](value);
  // A pin that is undefined by mistake must not turn into no pin; for the others undefined means the default.
  return name === "revision" ? "it is undefined; leave it out to load without a pin" : null;
}

function isOption(name: string): name is keyof AnyOptions {
  return Object.hasOwn(checks, name);
}

function isScope(value: unknown): value is Scope {
  return value === "internal" || value === "user" || value === "repo";
}

function isStore(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "read" in value && typeof value.read === "function" && "commit" in value && typeof value.commit === "function";
}

function logProblem(value: unknown): string | null {
  if (typeof value === "function") return null;
  if (value === "full" || value === "masked") return 'it needs a path: { path: "decisions.jsonl", mode: "full" }';
  if (typeof value === "string") return isText(value);
  if (typeof value !== "object" || value === null) return "it must be a path, { path, mode } or a function";
  for (const key of Object.keys(value)) if (key !== "path" && key !== "mode") return `${shown(key)} is unknown`;
  if (!("path" in value) || isText(value.path) !== null) return "it has no path";
  if ("mode" in value && value.mode !== undefined && value.mode !== "masked" && value.mode !== "full")
    return "its mode must be masked or full";
  return null;
}
