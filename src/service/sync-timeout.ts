// A time limit for synchronous work: no timer can fire meanwhile, so V8 itself interrupts it.

import { Script } from "node:vm";
import { isSystemError } from "../language/load-error.ts";

const KEY = "policyc.hook.work";

/** The result of the work, or null when it took too long. Throws what the work throws. */
export function within<T>(milliseconds: number, work: () => T): { readonly value: T } | null {
  const place = globalThis as { [key: symbol]: unknown };
  const key = Symbol.for(KEY);
  let done: { readonly value: T } | null = null;
  place[key] = () => {
    done = { value: work() };
  };
  try {
    // V8 limits only the run time of scripts, so a script calls the work.
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
