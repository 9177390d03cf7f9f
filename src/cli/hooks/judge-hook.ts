// Finds mistakes in what a hook did. Each kind of finding is one function over one exchange.

import { hostOf } from "../../hosts/index.ts";
import type { OneShotProtocol } from "../../hosts/shared/one-shot.ts";
import { answerText } from "../../hosts/shared/read-answer.ts";
import { failureOutcome } from "../../language/schema.ts";
import { parseStrictText } from "../../language/strict-json.ts";
import { beyondGrant } from "../../runtime/external/grants.ts";
import type { Conversation, HookUnderTest, Trial } from "./try-hook.ts";

export interface HookFinding {
  readonly kind: string;
  readonly message: string;
}

type Check = (trial: Trial, hook: HookUnderTest, protocol: OneShotProtocol | null) => string | null;

const checks: { readonly [kind: string]: Check } = {
  failed: ({ result }) => (result.ok ? null : `${result.failure.code}: ${result.failure.message}`),

  "beyond-protocol": ({ result, event }, hook) => {
    if (!result.ok) return null;
    const row = hostOf(hook.protocol)?.points[event.point];
    const offered = Object.keys(row?.effects ?? {});
    const may = offered.flatMap((effect) => (effect.startsWith("set_") ? ["set", "set system"] : [effect]));
    const effect = beyondGrant(result.answer, may, event);
    return effect === null ? null : `it answers \`${effect}\`, which has no effect at ${event.point}`;
  },

  dropped: ({ result }) => {
    const [issue] = result.ok ? result.answer.issues : [];
    return issue === undefined ? null : `part of the answer is ignored: ${issue.class}: ${issue.message}`;
  },

  "no-reason": ({ result, exit }, _, protocol) => {
    if (!result.ok || (result.answer.outcome !== "block" && result.answer.outcome !== "stop")) return null;
    const isSilent = protocol !== null && exit !== null && `${exit.stdout}${exit.stderr}`.trim() === "";
    return isSilent || (result.answer.message ?? "").trim() === "" ? "it refuses without giving a reason" : null;
  },

  "stray-output": ({ exit }) => {
    if (exit === null) return null;
    const text = answerText(exit.stdout);
    if (text === "" || "value" in parseStrictText(text)) return null;
    const isAnswer = (line: string): boolean => line.trimStart().startsWith("{") && "value" in parseStrictText(line);
    return text.split("\n").some(isAnswer) ? "stdout contains more than the answer; write logs to stderr" : null;
  },

  "unread-output": ({ exit, event }, _, protocol) =>
    exit !== null && protocol?.watches.includes(event.point) && exit.stdout.trim() !== ""
      ? `hooks at ${event.point} only observe; stdout is not read`
      : null,

  encoding: ({ exit }) => (exit?.stdout.includes("\ufffd") ? "stdout is not UTF-8 text" : null),

  "ignored-stdin": ({ exit }) =>
    exit !== null && exit.spawnError === null && !exit.timedOut && !exit.stdinTaken
      ? "it exits without reading stdin; read all of it, even if you do not need it"
      : null,

  leftover: ({ hasLeftovers }) =>
    hasLeftovers ? "it leaves processes running; policyc kills them when the hook exits" : null,

  slow: ({ durationMs, result }, { timeoutMs }) =>
    result.ok && durationMs > timeoutMs / 2
      ? `it takes ${Math.round(durationMs)} of its ${timeoutMs} ms; on a busy machine it would time out`
      : null,
};

export function findingsOf(
  trial: Trial,
  hook: HookUnderTest,
  protocol: OneShotProtocol | null,
): readonly HookFinding[] {
  return Object.entries(checks).flatMap(([kind, check]) => {
    const message = check(trial, hook, protocol);
    return message === null ? [] : [{ kind, message }];
  });
}

/** How policyc would interpret it, in words. */
export function meaningOf({ result, event }: Trial): string {
  if (!result.ok) {
    const closed = failureOutcome[event.point] === "block" ? "blocks" : "lets the call through and reports a failure";
    return `a failure: \`fail closed\` ${closed}, \`fail open\` lets the call through and reports a failure`;
  }
  const { outcome, message, warnings, notes, changes, result: response, attachments, metadata } = result.answer;
  const count = (list: readonly unknown[], word: string): readonly string[] =>
    list.length === 0 ? [] : [`${list.length} ${word}${list.length === 1 ? "" : "s"}`];
  const parts = [
    ...Object.keys(changes).map((field) => `rewrites ${field}`),
    ...(response === null ? [] : ["gives a result"]),
    ...count(warnings, "warning"),
    ...count(notes, "note"),
    ...count(attachments, "attachment"),
    ...(metadata === null ? [] : ["metadata"]),
  ];
  const head = outcome === "pass" ? (parts.length === 0 ? "no opinion" : "pass") : outcome;
  const text = outcome === "pass" || message === null ? "" : `: ${message}`;
  return `${head}${text}${parts.length === 0 ? "" : `; ${parts.join(", ")}`}`;
}

/** Mistakes of a long-lived process over a whole conversation. */
export function conversationFindings({ exit, sent, hasLeftovers }: Conversation): readonly HookFinding[] {
  const findings: HookFinding[] = [];
  const found = (kind: string, message: string): void => void findings.push({ kind, message });
  if (exit.spawnError !== null) return [{ kind: "failed", message: exit.spawnError }];
  const answers = new Map<number, number>();
  for (const line of exit.stdout.split("\n").filter((text) => text.trim() !== "")) {
    const id = idOf(line);
    if (id === null || !sent.some((call) => call.id === id)) {
      found("stray-output", "it writes lines that answer no call; write logs to stderr");
      break;
    }
    answers.set(id, (answers.get(id) ?? 0) + 1);
  }
  const missing = sent.filter(({ id }) => !answers.has(id)).map(({ method }) => method);
  if (missing.length > 0)
    found("unanswered", `when all calls are sent at once, it does not answer ${missing.join(", ")}`);
  const twice = sent.filter(({ id }) => (answers.get(id) ?? 0) > 1).map(({ method }) => method);
  if (twice.length > 0) found("twice", `it answers ${twice.join(", ")} more than once`);
  if (exit.timedOut) found("stays", "it does not exit when its input ends");
  else if (exit.code !== 0) found("failed", `it exits with ${exit.signal ?? `exit ${exit.code}`} when its input ends`);
  if (!exit.timedOut && !exit.stdinTaken) found("ignored-stdin", "it exits before it has read all calls");
  if (hasLeftovers) found("leftover", "it leaves processes running; policyc kills them when the hook exits");
  return findings;
}

function idOf(line: string): number | null {
  const parsed = parseStrictText(line);
  if ("error" in parsed) return null;
  const { value } = parsed;
  if (typeof value !== "object" || value === null || !("id" in value) || "method" in value) return null;
  return typeof value.id === "number" ? value.id : null;
}
