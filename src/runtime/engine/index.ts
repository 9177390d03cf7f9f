// Everything that generated code and the runtime use of the engine. Nothing below imports Node built-ins.

export { isSecretKey, maskJson, maskSecrets } from "../../language/masks/mask.ts";
export { shown, visible } from "../../language/message.ts";
export { combine } from "../../language/outcome.ts";
export { and, ERROR, FALSE, not, or, TRUE, type Truth, truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
export { errorValue, type ListView, type Maybe, type Regex, unknownValue } from "../../language/value.ts";
export * from "./builtins.ts";
export type { PolicyOptions } from "./create-engine.ts";
export { type Policy, policyOf } from "./engine.ts";
export { callPart, callVariable } from "./event/call-parts.ts";
export { calls, commandPatterns, externals, flows, onlyRuns, runs } from "./event/command.ts";
export { Context } from "./event/context.ts";
export { externalPart } from "./event/external-parts.ts";
export { type MemoryStore, memoryStore, type SessionStore } from "./event/session.ts";
export { view } from "./event/views.ts";
export type { Explanation, RuleTrace } from "./explain-event.ts";
export type { HookRunner, HookView } from "./hook-runner.ts";
export { lineFact } from "./line-fact.ts";
export { operandValue } from "./operands.ts";
export { matchesPath, pathGlobs } from "./paths/path-globs.ts";
export { isHome, isPolicyc, isProject, isRoot, isSystem } from "./paths/path-kinds.ts";
export { folders, isUnder, type PathValue, pathOf } from "./paths/paths.ts";
export type { Effect, EffectText as Text, Program, Rule } from "./program.ts";
export { all, any } from "./quantifiers.ts";
export type { RuleObserver } from "./run-rules.ts";
export { writtenPlan } from "./serialized-index.ts";
