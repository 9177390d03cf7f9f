// Runs the code of a verified bundle's hook.cjs from its bytes: a path would let the disk answer a second time.

import { join } from "node:path";
import { Script } from "node:vm";
import { PolicyLoadError } from "../language/load-error.ts";
import type { BundleProgram } from "./bundle-program.ts";
import { type CallBundle, HOOK_FILE } from "./open-bundle.ts";

type ModuleFunction = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

/** What is changed when a program can no longer ask a bundle in the way of an earlier version. */
export const ASKED_AS = 2;

/** Throws a PolicyLoadError when it cannot be asked. */
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
