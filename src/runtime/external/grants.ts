// `may` is a promise to readers of the policy, so it applies to the whole answer: one effect beyond it and none of it is used.

import type { HookSpec, Json } from "../../language/contract.ts";
import { failed } from "../../language/hook-failure.ts";
import type { HookCompletion, HookEvent, HookFailure, HookResult } from "../../language/hook-result.ts";

/** The unchanged answer if it stays within its grant, otherwise a failure of kind `grant`. */
export function enforceGrant(
  result: HookCompletion<HookFailure>,
  spec: HookSpec,
  event: HookEvent,
): HookCompletion<HookFailure> {
  if (!result.ok) return result;
  const effect = beyondGrant(result.answer, spec.may, event);
  return effect === null ? result : failed("grant", { rule: spec.rule, effect });
}

/** The first effect of an answer that `may` does not grant; null when all are granted. */
export function beyondGrant(answer: HookResult, may: readonly string[], event: HookEvent): string | null {
  return effectsOf(answer, event).find((effect) => !isGranted(effect, may)) ?? null;
}

/** `set system` is the wider grant. */
function isGranted(effect: string, may: readonly string[]): boolean {
  return may.includes(effect) || (effect === "set" && may.includes("set system"));
}

function effectsOf(answer: HookResult, event: HookEvent): readonly string[] {
  const effects: string[] = [];
  if (answer.outcome !== "pass") effects.push(answer.outcome);
  if (answer.result !== null && answer.outcome !== "respond") effects.push("respond");
  if (answer.warnings.length > 0) effects.push("warn");
  if (answer.notes.length > 0) effects.push("note");
  const changed = Object.keys(answer.changes).filter((field) => !isSame(answer.changes[field], current(event, field)));
  if (changed.length > 0 || answer.attachments.length > 0 || answer.metadata !== null) effects.push("set");
  if (changed.some((field) => touchesSystem(field, answer.changes[field], current(event, field))))
    effects.push("set system");
  return effects;
}

function current(event: HookEvent, field: string): Json | undefined {
  return Object.hasOwn(event.fields, field) ? event.fields[field] : undefined;
}

/** Whether a rewrite adds, removes or changes system messages to the model. */
function touchesSystem(field: string, to: Json | undefined, from: Json | undefined): boolean {
  if (/^system/i.test(field)) return true;
  if (field !== "messages") return false;
  // Not a list of messages: system messages may be affected, so they count as changed.
  if (!Array.isArray(to)) return true;
  return !isSame(systemMessages(to), systemMessages(Array.isArray(from) ? from : []));
}

const systemRoles: readonly string[] = ["system", "developer"];

/** The host might treat a message with an unreadable role as a system message. */
function systemMessages(messages: readonly Json[]): readonly Json[] {
  return messages.filter((message) => {
    if (message === null || typeof message !== "object" || !("role" in message)) return true;
    const { role } = message;
    return typeof role !== "string" || systemRoles.includes(role.trim().toLowerCase());
  });
}

/** Equal as JSON, whatever the order of keys. INVARIANT: depth is bounded, by the event check and by the answer's reader. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item: Json, index) => isSame(item, b[index]));
  }
  const left: { readonly [key: string]: Json } = a as { readonly [key: string]: Json };
  const right: { readonly [key: string]: Json } = b as { readonly [key: string]: Json };
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]));
}
