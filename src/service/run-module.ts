// Runs hook.cjs of a verified bundle from its bytes: loading it by path would read a file that may have changed since.

import { join } from "node:path";
import { Script } from "node:vm";
import { PolicyLoadError } from "../language/load-error.ts";
import type { BundleProgram } from "./bundle-program.ts";
import { type CallBundle, HOOK_FILE } from "./open-bundle.ts";

type ModuleFunction = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

/** The version of the interface of hook.cjs; raised when callers of an earlier version can no longer use it. */
export const ASKED_AS = 2;

/** Throws a PolicyLoadError when its interface has another version. */
export function programOf({ code, folder }: CallBundle, require: NodeJS.Require): BundleProgram {
  const filename = join(folder, HOOK_FILE);
  const text = `(function(exports,require,module,__filename,__dirname){${code.toString("utf8")}\n})`;
  const load = new Script(text, { filename }).runInThisContext() as ModuleFunction;
  const module: { exports: unknown } = { exports: {} };
  load(Object(module.exports), require, module, filename, folder);
  if (isProgram(module.exports)) return module.exports;
  throw new PolicyLoadError("P611", { why: "it was built by another version of policyc; build it again" });
}

function isProgram(value: unknown): value is BundleProgram {
  return typeof value === "object" && value !== null && "askedAs" in value && value.askedAs === ASKED_AS;
}
