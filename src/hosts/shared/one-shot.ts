// A one-shot hook protocol is a table: how the event is written, what exit codes mean, where texts come from.
// Protocols contradict each other in all of these, so every difference is a column here and nothing is global.

import type { Json, Point } from "../../language/contract.ts";
import { failed } from "../../language/hook-failure.ts";
import type { HookCompletion, HookEvent, HookFailure, HookResult } from "../../language/hook-result.ts";
import type { Host } from "./host.ts";
import { answerText, oneLine } from "./read-answer.ts";

/**
 * `soft` and `failed` are both failures, and the rule's failure mode decides; `soft` records that the original host
 * continues. `answer-or-soft`: an answer on stdout counts; without one it is a failure.
 */
type ExitMeaning = "answer" | "block" | "failed" | "soft" | "answer-or-soft";

export type Decoded =
  | { readonly answer: HookResult }
  | { readonly malformed: string }
  | { readonly shape: string }
  /** The hook itself reports that it failed. */
  | { readonly failed: string };

export interface OneShotProtocol {
  readonly name: string;
  /** The protocol's own default. */
  readonly timeoutMs: number;
  /** What the original host does after a failure; recorded, used only by `import`. */
  readonly failure: "open" | "closed";
  /** By exit code, including `other`. */
  readonly exit: { readonly [code: string]: ExitMeaning };
  /** Sources for the text of a blocking exit, in order. */
  readonly blockText: readonly ("json" | "stdout" | "stderr")[];
  /** The maximum length of a block's text, as one line; null keeps the text unchanged. */
  readonly blockLine: number | null;
  /** What an answer on stdout adds to a blocking exit; null when there is none. */
  readonly besideBlock: (stdout: string) => { readonly text: string | null; readonly notes: readonly string[] } | null;
  /** The default text of a block. */
  readonly silentBlock: (code: number, event: HookEvent) => string | null;
  /** The protocol's text for an exit that is neither an answer nor a block. */
  readonly exitText: (code: number, stdout: string, stderr: string) => string;
  /** Points whose hooks may block, and what a block means elsewhere. */
  readonly blocks: readonly Point[];
  readonly cannotBlock: "pass" | "note" | "failed";
  /** The remark about a block that does not count. */
  readonly blockRemark: (reason: string, event: HookEvent) => string;
  /** Points whose hooks only observe: their stdout is not read. */
  readonly watches: readonly Point[];
  /** How the original combines several rewrites of one field; only recorded, since policyc chains them (docs/language/hooks.md). */
  readonly rewrites: "first" | "last" | "chain";
  readonly priority: "higher-first" | "lower-first" | "declaration";
  readonly stdoutCap: "fail" | "cut";
  readonly environment: (event: HookEvent) => { readonly [name: string]: string };
  /** Environment variables that the protocol itself passes on. */
  readonly inherits: readonly string[];
  readonly cwd: "workdir" | "program" | "inherited";
  /** Whether the payload ends with a line feed. */
  readonly stdin: "line" | "bare";
  readonly encode: (event: HookEvent) => Json;
  readonly decode: (stdout: string, event: HookEvent, stderr: string) => Decoded;
  /** The answer without references to missing files; `exists` gets the path as the hook wrote it. */
  readonly dropMissing?: (answer: HookResult, exists: (path: string) => boolean) => HookResult;
}

export interface HookExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly oversize: boolean;
  readonly timedOut: boolean;
  /** The time limit, for the message. */
  readonly limitMs?: number;
}

const CAP_BYTES = 1_048_576;

/** What is written to the hook's stdin. */
export function stdinOf(protocol: OneShotProtocol, event: HookEvent): string {
  const payload = JSON.stringify(protocol.encode(event));
  return protocol.stdin === "line" ? `${payload}\n` : payload;
}

/** What the exit of a hook means in its protocol. */
export function readExit(protocol: OneShotProtocol, exit: HookExit, event: HookEvent): HookCompletion<HookFailure> {
  const { stdout, stderr, code } = exit;
  const rule = event.hookId;
  if (exit.timedOut) return failed("timeout", { rule, limit: String(exit.limitMs ?? protocol.timeoutMs) }, stderr);
  // Before the exit code: the part that was cut off may be the message or the decision itself.
  if (exit.oversize && protocol.stdoutCap === "fail")
    return failed("oversize", { rule, limit: String(CAP_BYTES), stream: "stdout" }, stderr);
  if (code === null || exit.signal !== null)
    return failed("signal", { rule, signal: exit.signal ?? "a signal" }, stderr);

  const meaning = protocol.exit[code] ?? protocol.exit.other ?? "failed";
  const exitFailure = (): HookCompletion<HookFailure> =>
    because(failed("exit", { rule, exit: String(code) }, stderr), exitText());
  const exitText = (): string => protocol.exitText(code, stdout, stderr);
  switch (meaning) {
    case "answer":
      return protocol.watches.includes(event.point)
        ? { ok: true, answer: noOpinion }
        : settle(protocol, protocol.decode(stdout, event, stderr), exit, event);
    case "answer-or-soft":
      return besideFailure(protocol, exit, event) ?? exitFailure();
    case "block":
      if (protocol.watches.includes(event.point)) return exitFailure();
      return refused(protocol, blockOf(protocol, exit), exit, event) ?? exitFailure();
    case "failed":
    case "soft":
      return exitFailure();
  }
}

/** An answer without an opinion; other answers extend it. */
export const noOpinion: HookResult = {
  outcome: "pass",
  message: null,
  warnings: [],
  notes: [],
  changes: {},
  result: null,
  attachments: [],
  metadata: null,
  issues: [],
};

/** Points at which a host honours `block`. */
export function blockingPoints(host: Host): readonly Point[] {
  return (Object.keys(host.points) as Point[]).filter((point) => host.points[point]?.effects.block !== undefined);
}

function settle(
  protocol: OneShotProtocol,
  decoded: Decoded,
  exit: HookExit,
  event: HookEvent,
): HookCompletion<HookFailure> {
  const rule = event.hookId;
  if ("malformed" in decoded) return failed("malformed", { rule, why: decoded.malformed }, exit.stderr);
  if ("shape" in decoded) return failed("shape", { rule, why: decoded.shape }, exit.stderr);
  if ("failed" in decoded)
    return because(failed("exit", { rule, exit: String(exit.code) }, exit.stderr), decoded.failed);
  // Only blanks up to the limit: the answer comes after it, and was not read.
  if (exit.oversize && answerText(exit.stdout) === "")
    return failed("oversize", { rule, limit: String(CAP_BYTES), stream: "stdout" }, exit.stderr);
  const answer = exit.oversize ? withIssue(decoded.answer, cutOff) : decoded.answer;
  const isRefusal = answer.outcome === "block" || answer.outcome === "stop";
  if (!isRefusal) return { ok: true, answer };
  const why = `a hook cannot ${answer.outcome} at ${event.point}`;
  return refused(protocol, answer, exit, event) ?? failed("shape", { rule, why }, exit.stderr);
}

const cutOff = { class: "hook.buffer", message: "stdout truncated at 1 MiB" };

/** A non-zero exit that still has an answer. */
function besideFailure(
  protocol: OneShotProtocol,
  exit: HookExit,
  event: HookEvent,
): HookCompletion<HookFailure> | null {
  if (!answerText(exit.stdout).startsWith("{")) return null;
  const decoded = protocol.decode(exit.stdout, event, exit.stderr);
  return "answer" in decoded ? settle(protocol, decoded, exit, event) : null;
}

function blockOf(protocol: OneShotProtocol, exit: HookExit): HookResult {
  const beside = protocol.besideBlock(exit.stdout);
  const texts = { json: beside?.text ?? null, stdout: answerText(exit.stdout), stderr: exit.stderr.trim() };
  const source = protocol.blockText.find((name) => texts[name] !== null && texts[name] !== "");
  const text = source === undefined ? null : texts[source];
  const message = text === null || protocol.blockLine === null ? text : oneLine(text, protocol.blockLine);
  return { ...noOpinion, outcome: "block", message, notes: beside?.notes ?? [] };
}

/** A block as it counts at this point; null where the protocol treats it as a failure. */
function refused(
  protocol: OneShotProtocol,
  answer: HookResult,
  exit: HookExit,
  event: HookEvent,
): HookCompletion<HookFailure> | null {
  if (protocol.blocks.includes(event.point)) {
    const message = answer.message ?? protocol.silentBlock(exit.code ?? 0, event);
    return { ok: true, answer: { ...answer, message } };
  }
  const remark = { class: "block_downgraded", message: protocol.blockRemark(answer.message ?? "", event) };
  const passed = withIssue({ ...answer, outcome: "pass", message: answer.message ?? remark.message }, remark);
  switch (protocol.cannotBlock) {
    case "pass":
      return { ok: true, answer: passed };
    case "note":
      return { ok: true, answer: { ...passed, notes: [passed.message ?? "", ...passed.notes] } };
    case "failed":
      return null;
  }
}

function withIssue(answer: HookResult, issue: HookResult["issues"][number]): HookResult {
  return { ...answer, issues: [...answer.issues, issue] };
}

/** The failure with the protocol's text for it. */
function because(
  result: HookCompletion<HookFailure> & { readonly ok: false },
  text: string,
): HookCompletion<HookFailure> {
  const { failure } = result;
  return text === "" ? result : { ok: false, failure: { ...failure, message: `${failure.message}: ${text}` } };
}
