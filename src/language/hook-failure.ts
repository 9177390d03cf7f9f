// One failure of a hook: its kind, its code, one sentence, and what the hook wrote to stderr.

import { type FailureCode, failureCodes, fillMessage } from "./codes.ts";
import type { HookCompletion, HookFailure, HookFailureKind } from "./hook-result.ts";

const codeOfKind: { readonly [K in HookFailureKind]: FailureCode } = {
  spawn: "P720",
  timeout: "P721",
  signal: "P722",
  exit: "P723",
  oversize: "P724",
  malformed: "P725",
  shape: "P726",
  grant: "P727",
  closed: "P728",
  "file-changed": "P729",
};

/** A failed result; `holes` fill the code's message. */
export function failed(
  kind: HookFailureKind,
  holes: { readonly [hole: string]: string },
  stderr = "",
): HookCompletion<HookFailure> & { readonly ok: false } {
  const code = codeOfKind[kind];
  const failure: HookFailure = { kind, code, message: fillMessage(failureCodes[code].message, holes), stderr };
  return { ok: false, failure };
}
