// Runs the code of a CommonJS module from its bytes: a path would let the disk answer a second time.

import { join } from "node:path";
import { Script } from "node:vm";

interface ModulePlace {
  readonly name: string;
  readonly folder: string;
  readonly require: NodeJS.Require;
}

type ModuleFunction = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

/** What the module exports. */
export function runModule(code: Buffer, { name, folder, require }: ModulePlace): unknown {
  const filename = join(folder, name);
  const text = `(function(exports,require,module,__filename,__dirname){${code.toString("utf8")}\n})`;
  const load = new Script(text, { filename }).runInThisContext() as ModuleFunction;
  const module = { exports: {} };
  load(module.exports, require, module, filename, folder);
  return module.exports;
}
