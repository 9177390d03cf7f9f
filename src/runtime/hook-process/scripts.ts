// The scripts that a hook process is made of, run from text, with code that V8 compiled from the same text before, if there is any.

import { Script } from "node:vm";

/** Runs a text and gives its value. `name` tells it from the other scripts of the same process. */
export type RunScript = (text: string, name: string, filename: string) => unknown;

/** Compiled code by the names of scripts; what it gives is good until it is asked again. */
export type CompiledCode = (name: string) => Buffer | undefined;

export interface Scripts {
  /** With code that is known to be compiled from the texts that it is asked to run. */
  with(compiled: CompiledCode): RunScript;
  /** What has run, as far as it is compiled by now, but for those that are known. */
  compiled(known: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer>;
  /** All that has run was compiled before. */
  isCompiled(): boolean;
}

export const nothingCompiled: CompiledCode = () => undefined;

/** V8 itself turns down what another version of it, or other flags, made. */
export function newScripts(): Scripts {
  const ran = new Map<string, Script>();
  return {
    with: (compiled) => (text, name, filename) => {
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

/** Runs texts that nobody has compiled and whose code nobody will keep. */
export const runUnkept: RunScript = (text, name, filename) => newScripts().with(nothingCompiled)(text, name, filename);
