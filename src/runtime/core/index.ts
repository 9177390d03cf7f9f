// Everything generated code and the runtime use of the core. No Node built-ins below this line of the tree.

export * from "./builtins.ts";
export { Context } from "./context.ts";
export { type Explanation, type Policy, type PolicyOptions, policyOf, type RuleTrace } from "./engine.ts";
export type { HookOpinion, HookReply, HookRunner, HookView } from "./hook-runner.ts";
export { isSecretKey, maskJson, maskSecrets } from "./mask.ts";
export { shown, visible } from "./message.ts";
export { operandValue } from "./operands.ts";
export { combine } from "./outcome.ts";
export {
  folders,
  isHome,
  isPolicyc,
  isRoot,
  isSystem,
  isUnder,
  matchesPath,
  type PathValue,
  pathGlobs,
  pathOf,
} from "./paths.ts";
export type { Bucket, Effect, Program, Rule, Text } from "./program.ts";
export { type MemoryStore, memoryStore, type SessionStore } from "./session.ts";
export type { World } from "./surroundings.ts";
export { and, ERROR, FALSE, not, or, TRUE, type Truth, truth, UNKNOWN } from "./truth.ts";
export { errorValue, type ListView, type Maybe, type Regex, unknownValue } from "./value.ts";
export { view } from "./views.ts";
