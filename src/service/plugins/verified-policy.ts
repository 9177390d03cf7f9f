// The rules of a plug-in as data: checked before they run. Damaged rules become a policy that fails, and so refuses;
// an agent would treat a module that throws while loading as no plug-in at all.

import { createHash } from "node:crypto";
import { compileFunction } from "node:vm";
import { type CreateSyncPolicy, textOf } from "./decider.ts";

export function verifiedPolicy(base64: string, sha256: string): CreateSyncPolicy {
  try {
    const bytes = Buffer.from(base64, "base64");
    if (createHash("sha256").update(bytes).digest("hex") !== sha256)
      return failing("the policy inside the plug-in is not the one that was built");
    const module = { exports: {} };
    compileFunction(bytes.toString("utf8"), ["module", "exports"])(module, module.exports);
    const made: unknown = module.exports;
    return hasPolicy(made) ? made.createPolicy : failing("the policy inside the plug-in cannot be used");
  } catch (error) {
    return failing(textOf(error));
  }
}

function hasPolicy(module: unknown): module is { readonly createPolicy: CreateSyncPolicy } {
  return typeof Object(module).createPolicy === "function";
}

/** Throws when it is asked, which counts as a failure of the point. */
function failing(why: string): CreateSyncPolicy {
  return () => ({
    decideSync: () => {
      throw new Error(why);
    },
  });
}
