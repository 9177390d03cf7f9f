// The scripts that hook.cjs is made of, run from text, with code that V8 compiled from the same text before, if there is any.

import { Script } from "node:vm";

/** Runs a text and gives its value. `name` tells it from the other scripts of the same hook.cjs. */
export type RunScript = (text: string, name: string, filename: string) => unknown;

/** Compiled code by the names of scripts. */
export type CompiledCode = ReadonlyMap<string, Buffer>;

export interface Scripts {
  readonly run: RunScript;
  /** What has run, as far as it is compiled by now. */
  compiled(): CompiledCode;
  /** All that has run was compiled before. */
  isCompiled(): boolean;
}

/** V8 itself turns down what another version of it, or other flags, made. */
export function scriptsWith(compiled: CompiledCode): Scripts {
  const ran = new Map<string, Script>();
  return {
    run(text, name, filename) {
      const cachedData = compiled.get(name);
      const script = new Script(text, cachedData === undefined ? { filename } : { filename, cachedData });
      ran.set(name, script);
      return script.runInThisContext();
    },
    isCompiled: () => [...ran].every(([name, script]) => compiled.has(name) && script.cachedDataRejected === false),
    compiled: () => new Map([...ran].map(([name, script]) => [name, script.createCachedData()])),
  };
}
