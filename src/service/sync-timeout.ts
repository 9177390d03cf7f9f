// Work that must end in time although nothing else can run meanwhile: V8 itself breaks it off.

import { Script } from "node:vm";
import { isSystemError } from "../language/load-error.ts";

const KEY = "policyc.hook.work";

/** The work's value, or null when it took longer. What it throws is thrown. */
export function within<T>(milliseconds: number, work: () => T): { readonly value: T } | null {
  const place = globalThis as { [key: symbol]: unknown };
  const key = Symbol.for(KEY);
  let done: { readonly value: T } | null = null;
  place[key] = () => {
    done = { value: work() };
  };
  try {
    // Only a script can be given a limit, so a script it is that calls the work.
    const script = new Script(`globalThis[Symbol.for(${JSON.stringify(KEY)})]()`);
    script.runInThisContext({ timeout: Math.max(1, Math.ceil(milliseconds)) });
    return done;
  } catch (caught) {
    if (isSystemError(caught) && caught.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw caught;
  } finally {
    delete place[key];
  }
}
