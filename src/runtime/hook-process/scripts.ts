// The scripts that hook.cjs is made of, run from text, with code that V8 compiled from the same text before, if there is any.

import { Script } from "node:vm";

/** Runs a text and gives its value. `name` tells it from the other scripts of the same hook.cjs. */
export type RunScript = (text: string, name: string, filename: string) => unknown;

/** Compiled code by the names of scripts. */
export type CompiledCode = (name: string) => Buffer | undefined;

export interface Scripts {
  readonly run: RunScript;
  /** What has run, as far as it is compiled by now, but for those that are known. */
  compiled(known: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer>;
  /** All that has run was compiled before. */
  isCompiled(): boolean;
}

export const nothingCompiled: CompiledCode = () => undefined;

/** V8 itself turns down what another version of it, or other flags, made. */
export function scriptsWith(compiled: CompiledCode): Scripts {
  const ran = new Map<string, Script>();
  return {
    run(text, name, filename) {
      const cachedData = compiled(name);
      const script = new Script(text, cachedData === undefined ? { filename } : { filename, cachedData });
      ran.set(name, script);
      return script.runInThisContext();
    },
    // Where there was nothing to turn down it is undefined.
    isCompiled: () => [...ran.values()].every(({ cachedDataRejected }) => cachedDataRejected === false),
    compiled(known) {
      const found = [...ran].filter(([name]) => !known.has(name));
      return new Map(found.map(([name, script]) => [name, script.createCachedData()]));
    },
  };
}
