// What worker.mjs is started with. A mistake here is carried along, so that it is answered in the words of the host.

import { isAbsolute } from "node:path";
import { parseArgs } from "node:util";
import { hookHosts } from "../../hosts/dialects.ts";
import { targets } from "../../hosts/index.ts";
import type { Scope } from "../contract.ts";
import { shown } from "../load-error.ts";

export const usage = `usage: node worker.mjs --as HOST       answer one hook call on stdin
       node worker.mjs --as picoclaw   stay, as picoclaw's process hook
       node worker.mjs --rpc           stay, JSON-RPC 2.0, one document a line
hosts: ${hookHosts.join(", ")}
options: --state DIR     where session state is kept; default ~/.policyc/state/REVISION
         --revision R    the only revision of the bundle to accept
         --scope S       internal, user or repo: the layer the bundle is loaded as; default user
         --target T      the host that carries the decisions out; default: the one after --as
         --deadline MS   answer within so many milliseconds; default: below the host's own limit`;

interface WorkerOptions {
  readonly state?: string;
  readonly revision?: string;
  readonly scope?: Scope;
  readonly target: string;
  readonly deadlineMs?: number;
}

export interface Invocation {
  /** A dialect's name, `picoclaw`, or `rpc`; null when nobody could be answered. */
  readonly mode: string | null;
  /** What is wrong with the options. */
  readonly options: WorkerOptions | { readonly error: string };
}

const flags = {
  as: { type: "string" },
  rpc: { type: "boolean" },
  state: { type: "string" },
  revision: { type: "string" },
  scope: { type: "string" },
  target: { type: "string" },
  deadline: { type: "string" },
} as const;

export function readArguments(words: readonly string[]): Invocation {
  const mode = modeOf(parseArgs({ args: [...words], options: flags, strict: false }).values);
  if (mode === null) return { mode, options: { error: "neither --as HOST nor --rpc" } };
  try {
    return { mode, options: optionsOf(parseArgs({ args: [...words], options: flags }).values, mode) };
  } catch (caught) {
    // Only the first sentence is about the mistake; the rest is advice on option syntax.
    const [why = ""] = caught instanceof Error ? caught.message.split(". ") : [];
    return { mode, options: { error: why } };
  }
}

type Given = { readonly [name: string]: string | boolean | (string | boolean)[] | undefined };

function modeOf({ as, rpc }: Given): string | null {
  if (rpc === true) return as === undefined ? "rpc" : null;
  return typeof as === "string" && (hookHosts.includes(as) || as === "picoclaw") ? as : null;
}

/** Throws an Error with the words for the user. */
function optionsOf(given: Given, mode: string): WorkerOptions {
  const { state, revision, scope, target = mode === "rpc" ? "policyc" : mode, deadline } = given;
  if (typeof state === "string" && !isAbsolute(state)) throw new Error("--state is not an absolute path");
  if (typeof revision === "string" && !/^[0-9a-f]{64}$/.test(revision))
    throw new Error("--revision is not 64 hexadecimal digits");
  if (scope !== undefined && !isScope(scope)) throw new Error("--scope is not internal, user or repo");
  if (typeof target !== "string" || !targets.includes(target))
    throw new Error(`--target ${shown(String(target))} is not a known host`);
  if (typeof deadline === "string" && !/^[1-9]\d{0,6}$/.test(deadline))
    throw new Error("--deadline is not a number of milliseconds");
  return {
    target,
    ...(typeof state === "string" ? { state } : {}),
    ...(typeof revision === "string" ? { revision } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...(typeof deadline === "string" ? { deadlineMs: Number(deadline) } : {}),
  };
}

function isScope(value: unknown): value is Scope {
  return value === "internal" || value === "user" || value === "repo";
}
