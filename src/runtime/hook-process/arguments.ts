// What `policyc hook` and hook.cjs are started with. A mistake is carried along, so that it is answered in the words of
// the host; read by hand, because a hook process has no time to load a library for it.

import { isAbsolute, resolve } from "node:path";
import type { Scope } from "../contract.ts";
import { shown } from "../load-error.ts";
import { defaultRunFolder } from "../serve/run-folder.ts";

export interface HookArguments {
  /** A hint: the payload says better who asks. */
  readonly agent: string | null;
  readonly bundle: string | null;
  readonly revision: string | null;
  /** Where session state is kept; null: the user's state folder. */
  readonly state: string | null;
  readonly scope: Scope;
  readonly deadlineMs: number;
  /** The file payloads are recorded in; null: decide. */
  readonly capture: string | null;
  /** Where a resident process may listen that is asked first; null: decide here. */
  readonly serve: string | null;
  /** The first thing that is wrong. */
  readonly error: string | null;
}

/** Well below what any host waits for a hook at a tool call. */
const DEADLINE_MS = 5000;

type Given = { -readonly [K in Exclude<keyof HookArguments, "error">]: HookArguments[K] };

/** Takes the value into `given`, or says what is wrong with it. */
type Take = (value: string, given: Given) => string | null;

const flags: { readonly [flag: string]: Take } = {
  "--agent": (value, given) => {
    given.agent = value;
    return null;
  },
  "--bundle": (value, given) => {
    given.bundle = absolute(value);
    return given.bundle === null ? "--bundle is below a working folder that no longer exists" : null;
  },
  "--revision": (value, given) => {
    given.revision = value;
    return /^[0-9a-f]{64}$/.test(value) ? null : "--revision is not 64 hexadecimal digits";
  },
  "--state": (value, given) => {
    given.state = value;
    return isAbsolute(value) ? null : "--state is not an absolute path";
  },
  "--scope": (value, given) => {
    const scope = scopes.find((one) => one === value);
    given.scope = scope ?? given.scope;
    return scope === undefined ? "--scope is not internal, user or repo" : null;
  },
  "--deadline": (value, given) => {
    if (!/^[1-9]\d{0,5}$/.test(value)) return "--deadline is not a number of milliseconds below a million";
    given.deadlineMs = Number(value);
    return null;
  },
  "--serve": (value, given) => {
    given.serve = value === "never" ? null : value;
    return value === "never" || isAbsolute(value) ? null : "--serve is neither an absolute path nor `never`";
  },
  "--capture": (value, given) => {
    given.capture = absolute(value);
    return given.capture === null ? "--capture is below a working folder that no longer exists" : null;
  },
};

/** Null when it is relative to a folder that is gone. */
function absolute(path: string): string | null {
  try {
    return resolve(path);
  } catch {
    return null;
  }
}

/** Null where nobody can say what the home folder is. */
function usualRunFolder(): string | null {
  try {
    return defaultRunFolder();
  } catch {
    return null;
  }
}

const scopes: readonly Scope[] = ["internal", "user", "repo"];

export function readHookArguments(words: readonly string[]): HookArguments {
  const given: Given = {
    agent: null,
    bundle: null,
    revision: null,
    state: null,
    scope: "user",
    deadlineMs: DEADLINE_MS,
    capture: null,
    serve: usualRunFolder(),
  };
  let error: string | null = null;
  const seen = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const equals = word.startsWith("--") ? word.indexOf("=") : -1;
    const name = equals === -1 ? word : word.slice(0, equals);
    const take = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (take === undefined) {
      error ??= `${shown(word)} is not an option of policyc hook`;
      continue;
    }
    const value = equals === -1 ? words[++at] : word.slice(equals + 1);
    if (value === undefined || value === "") error ??= `${name} needs a value`;
    // Of two values neither can be the one that was meant.
    else if (seen.has(name)) error ??= `${name} is given twice`;
    else {
      const problem = take(value, given);
      error ??= problem;
    }
    seen.add(name);
  }
  return { ...given, error };
}
