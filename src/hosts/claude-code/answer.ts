// Decodes what a Claude Code hook writes to stdout. Each event reads its own fields and silently ignores the rest, so a
// correct deny in the wrong field would do nothing; here it is a failure that names the field.

import type { Json, Outcome, Point } from "../../language/contract.ts";
import type { HookEvent, HookResult } from "../../language/hook-result.ts";
import { type Decoded, noOpinion } from "../shared/one-shot.ts";
import { answerText, type FieldReader, fieldOf, type JsonObject, readerOf, readObject } from "../shared/read-answer.ts";
import { responseText } from "../shared/response-text.ts";
import { changedInput } from "../shared/tool-table.ts";
import { claudeCode } from "./capabilities.ts";
import { eventName } from "./payload.ts";
import { claudeTools } from "./tools.ts";

/** Events whose plain output is context for the model. */
const plainIsContext: readonly Point[] = ["user_prompt_submit", "session_start"];

export function decodeAnswer(stdout: string, event: HookEvent): Decoded {
  const text = answerText(stdout);
  if (!text.startsWith("{")) {
    // Claude Code reads it as a remark, so a single extra line would cancel a deny.
    if (text.includes("\0")) return { malformed: "it contains a NUL character" };
    if (text.split(/\r?\n/).some(isAnswerLine)) return { malformed: "there is other text before the answer" };
    const isContext = text !== "" && plainIsContext.includes(event.point);
    return { answer: isContext ? { ...noOpinion, notes: [text] } : noOpinion };
  }
  const read = readObject(text);
  if ("error" in read) return { malformed: read.error };
  const faults: string[] = [];
  const answer = readAnswer(read.object, event, faults);
  const [fault] = faults;
  return fault === undefined ? { answer } : { shape: fault };
}

const answerKeys: readonly string[] = ["decision", "continue", "hookSpecificOutput"];

function isAnswerLine(line: string): boolean {
  const text = line.trim();
  if (!text.startsWith("{")) return false;
  const read = readObject(text);
  return "object" in read && answerKeys.some((key) => Object.hasOwn(read.object, key));
}

/** Only the reason: Claude Code reads nothing else next to exit code 2. */
export function besideBlock(
  stdout: string,
): { readonly text: string | null; readonly notes: readonly string[] } | null {
  const read = readObject(answerText(stdout));
  if ("error" in read) return null;
  const specific = readerOf(readerOf(read.object, []).object("hookSpecificOutput") ?? {}, []);
  const reason = readerOf(read.object, []).text("reason") ?? specific.text("permissionDecisionReason");
  return { text: reason, notes: [] };
}

interface Verdict {
  readonly outcome: Outcome;
  readonly message: string | null;
}

/** The field in which each event expects its decision. */
const verdictOf: { readonly [P in Point]?: (specific: FieldReader, top: Verdict, faults: string[]) => Verdict } = {
  before_tool_call: (specific, top, faults) => {
    const decision = specific.text("permissionDecision");
    if (decision === null) return top;
    return {
      outcome: wordOf(decisions, decision, "permissionDecision", faults),
      message: specific.text("permissionDecisionReason"),
    };
  },
  before_permission_decision: (specific, top, faults) => {
    const decision = specific.object("decision");
    if (decision === null) return top;
    const inner = readerOf(decision, faults, "hookSpecificOutput.decision.");
    const behavior = wordOf(behaviors, inner.text("behavior") ?? "", "decision.behavior", faults);
    const isOver = behavior === "block" && inner.bool("interrupt") === true;
    return { outcome: isOver ? "stop" : behavior, message: inner.text("message") };
  },
};

const decisions: { readonly [word: string]: Outcome } = { allow: "allow", deny: "block", ask: "ask", defer: "ask" };
const behaviors: { readonly [word: string]: Outcome } = { allow: "allow", deny: "block" };
/** The older words of PreToolUse, which are the only ones of the other events. */
const topDecisions: { readonly [word: string]: Outcome } = { block: "block", approve: "allow" };

function wordOf(words: { readonly [word: string]: Outcome }, word: string, place: string, faults: string[]): Outcome {
  const outcome = Object.hasOwn(words, word) ? words[word] : undefined;
  if (outcome === undefined) faults.push(`\`${place}\` must be one of ${Object.keys(words).join(", ")}`);
  return outcome ?? "pass";
}

const specificOnly = [
  "permissionDecision",
  "permissionDecisionReason",
  "updatedInput",
  "additionalContext",
  "updatedToolOutput",
];

function readAnswer(object: JsonObject, event: HookEvent, faults: string[]): HookResult {
  const top = readerOf(object, faults);
  const inner = top.object("hookSpecificOutput");
  const specific = readerOf(inner ?? {}, faults, "hookSpecificOutput.");
  const misplaced = specificOnly.find((name) => Object.hasOwn(object, name));
  if (misplaced !== undefined) faults.push(`\`${misplaced}\` belongs into \`hookSpecificOutput\``);
  const expected = eventName(event.point);
  if (inner !== null && specific.text("hookEventName") !== expected)
    faults.push(`\`hookSpecificOutput.hookEventName\` must be "${expected}"`);

  const context = specific.text("additionalContext");
  const systemMessage = top.text("systemMessage");
  const shared = {
    warnings: systemMessage === null || systemMessage === "" ? [] : [systemMessage],
    notes: context === null || context === "" ? [] : [context],
  };
  const stopReason = top.text("stopReason");
  const verdict = verdictAt(event.point, top, specific, faults);
  const changes = changesOf(specific, inner ?? {}, event, faults);
  // Ends the turn whatever the rest of the answer says.
  if (top.bool("continue") === false) return { ...noOpinion, ...shared, outcome: "stop", message: stopReason };
  // After a result a block is only a remark, and a rewrite still counts.
  const isHeldUp = verdict.outcome === "block" && claudeCode.points[event.point]?.effects.block !== undefined;
  return { ...noOpinion, ...shared, ...verdict, changes: isHeldUp ? {} : changes };
}

function verdictAt(point: Point, top: FieldReader, specific: FieldReader, faults: string[]): Verdict {
  const decision = top.text("decision");
  const reason = top.text("reason");
  const outcome = decision === null ? "pass" : wordOf(topDecisions, decision, "decision", faults);
  // `approve` means "no objection" where there is nothing to confirm.
  const isAllowed = outcome === "allow" && verdictOf[point] === undefined;
  const verdict: Verdict = { outcome: isAllowed ? "pass" : outcome, message: decision === null ? null : reason };
  return verdictOf[point]?.(specific, verdict, faults) ?? verdict;
}

type Changes = { readonly [field: string]: Json };

function changesOf(specific: FieldReader, inner: JsonObject, event: HookEvent, faults: string[]): Changes {
  switch (event.point) {
    case "before_tool_call":
      return inputChange(specific.object("updatedInput"), event);
    case "before_permission_decision":
      return inputChange(readerOf(specific.object("decision") ?? {}, faults).object("updatedInput"), event);
    case "after_tool_result": {
      const output = fieldOf(inner, "updatedToolOutput") ?? fieldOf(inner, "updatedMCPToolOutput");
      return output === undefined ? {} : { output: responseText(output) };
    }
    case "assistant_message_render": {
      const content = specific.text("displayContent");
      return content === null ? {} : { message: content };
    }
    default:
      return {};
  }
}

function inputChange(updated: JsonObject | null, { fields }: HookEvent): Changes {
  return updated === null ? {} : { input: changedInput(claudeTools, fields, updated) };
}
