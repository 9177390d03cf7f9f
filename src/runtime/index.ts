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
} from "../language/contract.ts";
export type { RuntimeEvent, RuntimeListener } from "../language/events.ts";
export { PolicyLoadError } from "../language/load-error.ts";
export type { LoadOptions, WorkerOptions } from "./bundle/options.ts";
export type { PolicyStatus, ReloadOptions, ReloadReport } from "./bundle/reload.ts";
export type { Explanation, SessionStore } from "./engine/index.ts";
export { loadPolicy, readManifest } from "./load/load.ts";
export type { LoadedPolicy } from "./load/loaded-policy.ts";
export type { LogOption, LogRecord } from "./log/log.ts";
export { nodeWorld } from "./machine/facts.ts";
export { loadPolicies } from "./scopes/load-policies.ts";
export type { PolicySet } from "./scopes/policy-set.ts";
export type { BundlePlace, SetOptions } from "./scopes/set-options.ts";
export { type FileStoreOptions, fileStore } from "./stores/file.ts";
export type { WorkerPolicy } from "./thread/worker-policy.ts";
