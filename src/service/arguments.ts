// What the program is started with: `policyc hook`, `hook.cjs` and `worker.mjs` take the same options. A mistake is carried
// along, so that it is answered in the host's format; read by hand, because a process that answers one call should not spend
// its time on loading a library.

import { isAbsolute, resolve } from "node:path";
import { basicsOf } from "../hosts/basics.ts";
import type { Scope } from "../language/contract.ts";
import { shown } from "../language/load-error.ts";
import { deadlineOf } from "./deadline.ts";

export interface CallArguments {
  /** `once`: one agent call on stdin. The others stay and answer line by line: calls of the agent, or our own. */
  readonly mode: "once" | "lines" | "rpc";
  /** A hint: the payload says better. */
  readonly agent: string | null;
  readonly bundle: string | null;
  readonly revision: string | null;
  /** Where session state is kept; null: the user's state folder. */
  readonly state: string | null;
  /** Names the policy in a state folder that several share; null: its scope and path do. */
  readonly policyId: string | null;
  readonly scope: Scope;
  /** The host that carries the decisions out; null: the one that asks. */
  readonly target: string | null;
  readonly deadlineMs: number;
  /** The file payloads are recorded in; null: decide. */
  readonly capture: string | null;
  /** The run folder of a resident process; null: the user's. */
  readonly serve: string | null;
  /** No resident process is asked or started. */
  readonly isAlone: boolean;
  /** Names the question, if somebody has asked a resident process already and goes on here. */
  readonly askId: string | null;
  /** The first thing that is wrong. */
  readonly error: string | null;
}

type Given = { -readonly [K in Exclude<keyof CallArguments, "error" | "deadlineMs">]: CallArguments[K] } & {
  deadlineMs: number | null;
};

/** Where relative paths begin; null when that folder is gone. */
export type WorkingFolder = () => string | null;

/** Takes the value into `given`, or says what is wrong with it. */
type Take = (value: string, given: Given, cwd: WorkingFolder) => string | null;

const scopes: readonly Scope[] = ["internal", "user", "repo"];

const takeAgent: Take = (value, given) => {
  given.agent = value;
  if (basicsOf(value)?.keepsHookOpen === true) given.mode = "lines";
  return null;
};

const takePath =
  (name: "bundle" | "capture"): Take =>
  (value, given, cwd) => {
    const base = isAbsolute(value) ? "/" : cwd();
    if (base === null) return `--${name} is inside a working folder that no longer exists`;
    given[name] = resolve(base, value);
    return null;
  };

const options: { readonly [option: string]: Take } = {
  "--agent": takeAgent,
  "--as": takeAgent,
  "--bundle": takePath("bundle"),
  "--capture": takePath("capture"),
  "--revision": (value, given) => {
    given.revision = value;
    return /^[0-9a-f]{64}$/.test(value) ? null : "--revision must be 64 hexadecimal digits";
  },
  "--state": (value, given) => {
    given.state = value;
    return isAbsolute(value) ? null : "--state must be an absolute path";
  },
  "--policy-id": (value, given) => {
    given.policyId = value;
    return /^[\w.:@/-]{1,200}$/.test(value) ? null : "--policy-id must consist of letters, digits and `._:@/-`";
  },
  "--scope": (value, given) => {
    const scope = scopes.find((one) => one === value);
    given.scope = scope ?? given.scope;
    return scope === undefined ? "--scope must be internal, user or repo" : null;
  },
  "--target": (value, given) => {
    given.target = value;
    return null;
  },
  "--deadline": (value, given) => {
    if (!/^[1-9]\d{0,5}$/.test(value)) return "--deadline must be a number of milliseconds below a million";
    given.deadlineMs = Number(value);
    return null;
  },
  "--serve": (value, given) => {
    given.isAlone = value === "never";
    given.serve = given.isAlone ? null : value;
    return given.isAlone || isAbsolute(value) ? null : "--serve must be an absolute path or `never`";
  },
  "--ask-id": (value, given) => {
    given.askId = value;
    return /^[0-9a-f]{32}$/.test(value) ? null : "--ask-id must be 32 hexadecimal digits";
  },
};

/** Options that name one thing in two ways. */
const same: { readonly [option: string]: string } = { "--as": "--agent" };

export function readArguments(words: readonly string[], cwd: WorkingFolder = ownFolder): CallArguments {
  const given: Given = {
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
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--rpc") {
      given.mode = "rpc";
      continue;
    }
    const equals = word.startsWith("--") ? word.indexOf("=") : -1;
    const name = equals === -1 ? word : word.slice(0, equals);
    const take = Object.hasOwn(options, name) ? options[name] : undefined;
    if (take === undefined) {
      error ??= `${shown(word)} is not an option`;
      continue;
    }
    const value = equals === -1 ? words[++at] : word.slice(equals + 1);
    const key = same[name] ?? name;
    if (value === undefined || value === "") error ??= `${name} needs a value`;
    // Of two values neither can be the one that was meant.
    else if (seen.has(key)) error ??= `${name} is given twice`;
    else {
      const problem = take(value, given, cwd);
      error ??= problem;
    }
    seen.add(key);
  }
  if (given.mode === "rpc" && given.agent !== null) error ??= "--rpc and --as cannot be combined";
  return {
    ...given,
    deadlineMs: given.deadlineMs ?? deadlineOf(given.mode === "rpc" ? "policyc" : (given.agent ?? "")),
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
