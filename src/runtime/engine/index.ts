// Everything generated code and the runtime use of the core. No Node built-ins below this line of the tree.

export { isSecretKey, maskJson, maskSecrets } from "../../language/mask.ts";
export { shown, visible } from "../../language/message.ts";
export { combine } from "../../language/outcome.ts";
export { and, ERROR, FALSE, not, or, TRUE, type Truth, truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
export { errorValue, type ListView, type Maybe, type Regex, unknownValue } from "../../language/value.ts";
export * from "./builtins.ts";
export { callPart, callVariable } from "./call-parts.ts";
export { calls, commandPatterns, externalPart, externals, flows, onlyRuns, runs } from "./command.ts";
export { Context } from "./context.ts";
export { type Explanation, type Policy, type PolicyOptions, policyOf, type RuleTrace } from "./engine.ts";
export type { HookOpinion, HookReply, HookRunner, HookView } from "./hook-runner.ts";
export { operandValue } from "./operands.ts";
export { matchesPath, pathGlobs } from "./paths/path-globs.ts";
export { isHome, isPolicyc, isRoot, isSystem } from "./paths/path-kinds.ts";
export { folders, isUnder, type PathValue, pathOf } from "./paths/paths.ts";
export type { Effect, Program, Rule, Text } from "./program.ts";
export type { RuleObserver } from "./run-rules.ts";
export { type MemoryStore, memoryStore, type SessionStore } from "./session.ts";
export type { World } from "./surroundings.ts";
export { view } from "./views.ts";
export { writtenPlan } from "./written-plan.ts";
