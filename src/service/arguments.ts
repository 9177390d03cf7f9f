// Command-line options, the same for `policyc hook`, `hook.cjs` and `worker.mjs`. A mistake is returned rather than thrown, so
// that it can be reported in the host's format. Parsed by hand: loading a library would take longer than answering the call.

import { isAbsolute, resolve } from "node:path";
import { basicsOf } from "../hosts/basics.ts";
import type { Scope } from "../language/contract.ts";
import { shown } from "../language/load-error.ts";
import { deadlineOf } from "./deadline.ts";

export interface CallArguments {
  /** `once`: one agent call on stdin. The others keep running: `lines` speaks the agent's own protocol, `rpc` JSON-RPC. */
  readonly mode: "once" | "lines" | "rpc";
  /** A hint; what the payload shows takes precedence. */
  readonly agent: string | null;
  readonly bundle: string | null;
  readonly revision: string | null;
  /** Where session state is stored; null: the user's state folder. */
  readonly state: string | null;
  /** Identifies the policy in a state folder shared by several; null: its scope and path identify it. */
  readonly policyId: string | null;
  readonly scope: Scope;
  /** The host that carries out the decisions; null: the calling host. */
  readonly target: string | null;
  readonly deadlineMs: number;
  /** The file to record payloads in; null: do not record. */
  readonly capture: string | null;
  /** The run folder of a resident process; null: the user's. */
  readonly serve: string | null;
  /** Whether the resident process is neither asked nor started. */
  readonly isAlone: boolean;
  /** The id of the call if a resident process has been asked about it already; null: a new call. */
  readonly askId: string | null;
  /** The first mistake; null: none. */
  readonly error: string | null;
}

type Parsed = { -readonly [K in Exclude<keyof CallArguments, "error" | "deadlineMs">]: CallArguments[K] } & {
  deadlineMs: number | null;
};

/** The folder that relative paths start from; null when it no longer exists. */
export type WorkingFolder = () => string | null;

/** Stores the value in `parsed`, or returns what is wrong with it. */
type Take = (value: string, parsed: Parsed, cwd: WorkingFolder) => string | null;

const scopes: readonly Scope[] = ["internal", "user", "repo"];

const takeAgent: Take = (value, parsed) => {
  parsed.agent = value;
  if (basicsOf(value)?.keepsHookOpen === true) parsed.mode = "lines";
  return null;
};

const takePath =
  (name: "bundle" | "capture"): Take =>
  (value, parsed, cwd) => {
    const base = isAbsolute(value) ? "/" : cwd();
    if (base === null) return `--${name} is inside a working folder that no longer exists`;
    parsed[name] = resolve(base, value);
    return null;
  };

const options: { readonly [option: string]: Take } = {
  "--agent": takeAgent,
  "--as": takeAgent,
  "--bundle": takePath("bundle"),
  "--capture": takePath("capture"),
  "--revision": (value, parsed) => {
    parsed.revision = value;
    return /^[0-9a-f]{64}$/.test(value) ? null : "--revision must be 64 hexadecimal digits";
  },
  "--state": (value, parsed) => {
    parsed.state = value;
    return isAbsolute(value) ? null : "--state must be an absolute path";
  },
  "--policy-id": (value, parsed) => {
    parsed.policyId = value;
    return /^[\w.:@/-]{1,200}$/.test(value) ? null : "--policy-id must consist of letters, digits and `._:@/-`";
  },
  "--scope": (value, parsed) => {
    const scope = scopes.find((one) => one === value);
    parsed.scope = scope ?? parsed.scope;
    return scope === undefined ? "--scope must be internal, user or repo" : null;
  },
  "--target": (value, parsed) => {
    parsed.target = value;
    return null;
  },
  "--deadline": (value, parsed) => {
    if (!/^[1-9]\d{0,5}$/.test(value)) return "--deadline must be a number of milliseconds below a million";
    parsed.deadlineMs = Number(value);
    return null;
  },
  "--serve": (value, parsed) => {
    parsed.isAlone = value === "never";
    parsed.serve = parsed.isAlone ? null : value;
    return parsed.isAlone || isAbsolute(value) ? null : "--serve must be an absolute path or `never`";
  },
  "--ask-id": (value, parsed) => {
    parsed.askId = value;
    return /^[0-9a-f]{32}$/.test(value) ? null : "--ask-id must be 32 hexadecimal digits";
  },
};

/** Options with two names. */
const aliases: { readonly [option: string]: string } = { "--as": "--agent" };

export function readArguments(args: readonly string[], cwd: WorkingFolder = ownFolder): CallArguments {
  const parsed: Parsed = {
    mode: "once",
    agent: null,
    bundle: null,
    revision: null,
    state: null,
    policyId: null,
    scope: "user",
    target: null,
    deadlineMs: null,
    capture: null,
    serve: null,
    isAlone: false,
    askId: null,
  };
  let error: string | null = null;
  const seen = new Set<string>();
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--rpc") {
      parsed.mode = "rpc";
      continue;
    }
    const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
    const name = equals === -1 ? arg : arg.slice(0, equals);
    const take = Object.hasOwn(options, name) ? options[name] : undefined;
    if (take === undefined) {
      error ??= `${shown(arg)} is not an option`;
      continue;
    }
    const value = equals === -1 ? args[++at] : arg.slice(equals + 1);
    const key = aliases[name] ?? name;
    if (value === undefined || value === "") error ??= `${name} needs a value`;
    // There is no telling which of two values was meant.
    else if (seen.has(key)) error ??= `${name} is given twice`;
    else {
      const problem = take(value, parsed, cwd);
      error ??= problem;
    }
    seen.add(key);
  }
  if (parsed.mode === "rpc" && parsed.agent !== null) error ??= "--rpc and --as cannot be combined";
  return {
    ...parsed,
    deadlineMs: parsed.deadlineMs ?? deadlineOf(parsed.mode === "rpc" ? "policyc" : (parsed.agent ?? "")),
    error,
  };
}

function ownFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}
