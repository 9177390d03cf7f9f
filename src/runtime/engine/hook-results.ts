// How a hook's answer changes a decision: reasons and remarks under the hook's name, its failure by the rule's own mode.

import { append } from "../../language/append.ts";
import type { Failure, Json, Result } from "../../language/contract.ts";
import type { HookCompletion, HookResult } from "../../language/hook-result.ts";
import { maskSecrets } from "../../language/masks/mask.ts";
import { bounded, visible } from "../../language/message.ts";
import { failureOutcome } from "../../language/schema.ts";
import { failureOf } from "./event/check-event.ts";
import type { Context } from "./event/context.ts";
import { addOutcome, type Findings } from "./findings.ts";
import type { HookMode, Rule } from "./program.ts";

/** Changes by hooks other than reasons and remarks. */
export interface HookGains {
  readonly results: { readonly rule: string; readonly result: Result }[];
  readonly attachments: Json[];
  metadata: { readonly [key: string]: Json } | null;
}

export const noGains = (): HookGains => ({ results: [], attachments: [], metadata: null });

/** Applies one reply; true when the hook answered (its rewrites may be used). */
export function takeReply(
  c: Context,
  rule: Rule,
  mode: HookMode,
  reply: HookCompletion,
  found: Findings,
  gains: HookGains,
): HookResult | null {
  if (reply.ok) {
    takeOpinion(rule, reply.answer, found, gains);
    return reply.answer;
  }
  failHook(c, rule, mode, reply.failure, found);
  return null;
}

/** A hook that failed: `closed` is the failure outcome of the point, `open` continues; both are reported. */
export function failHook(
  c: Context,
  rule: Rule,
  mode: HookMode,
  failure: Pick<Failure, "code" | "message">,
  found: Findings,
): void {
  const reported = { code: failure.code, message: clean(failure.message), rule: rule.name, hook: rule.name };
  found.failures = append(found.failures, reported);
  if (mode.fail === "closed" && failureOutcome[c.point] === "block")
    addOutcome(rule, "block", `${rule.name}: ${reported.message}`, "error", found);
}

function takeOpinion(rule: Rule, opinion: HookResult, found: Findings, gains: HookGains): void {
  const named = (text: string): string => bounded(`${rule.name}: ${clean(text)}`);
  if (opinion.outcome !== "pass")
    addOutcome(rule, opinion.outcome, named(opinion.message ?? opinion.outcome), null, found);
  const remark = (text: string) => ({ rule: rule.name, message: named(text), at: rule.at, scope: rule.scope });
  for (const text of opinion.warnings) found.warnings = append(found.warnings, remark(text));
  for (const text of opinion.notes) found.notes = append(found.notes, remark(text));
  for (const issue of opinion.issues) {
    const why = clean(`${issue.class}: ${issue.message}`);
    found.failures = append(found.failures, failureOf("P730", { rule: rule.name, why }, rule.name));
  }
  if (opinion.outcome === "respond" && opinion.result !== null)
    gains.results.push({ rule: rule.name, result: opinion.result });
  gains.attachments.push(...opinion.attachments);
  if (isObject(opinion.metadata)) gains.metadata = { ...gains.metadata, ...opinion.metadata };
}

const isObject = (value: Json | null): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Text from outside is treated like an interpolated value: one line, nothing invisible, no secrets. */
const clean = (text: string): string => visible(maskSecrets(text.slice(0, 16_384)));
