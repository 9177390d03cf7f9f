// The public runtime API: `policyc/runtime`.

export type {
  Decision,
  Failure,
  Manifest,
  Outcome,
  PolicyEvent,
  Reason,
  Remark,
  Scope,
  Unclear,
} from "./contract.ts";
export type { Explanation, SessionStore } from "./core/index.ts";
export type { RuntimeEvent, RuntimeListener } from "./events.ts";
export { loadPolicy, readManifest } from "./load.ts";
export { PolicyLoadError } from "./load-error.ts";
export { loadPolicies } from "./load-policies.ts";
export type { LoadedPolicy } from "./loaded-policy.ts";
export type { LogOption, LogRecord } from "./log.ts";
export type { LoadOptions, WorkerOptions } from "./options.ts";
export type { PolicySet } from "./policy-set.ts";
export type { PolicyStatus, ReloadOptions, ReloadReport } from "./reload.ts";
export type { BundlePlace, SetOptions } from "./set-options.ts";
export { type FileStoreOptions, fileStore } from "./stores/file.ts";
export type { WorkerPolicy } from "./worker-policy.ts";
