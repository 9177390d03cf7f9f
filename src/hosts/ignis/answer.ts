// Decodes what an ignis hook writes to stdout. Unknown fields are allowed; one field of the wrong type voids the whole answer.

import type { Json, Point } from "../../language/contract.ts";
import type { HookEvent, HookResult } from "../../language/hook-result.ts";
import { parseStrictText } from "../../language/strict-json.ts";
import { type Decoded, noOpinion } from "../shared/one-shot.ts";
import { answerText, isObject, oneLine, readerOf, readObject } from "../shared/read-answer.ts";
import { changedInput } from "../shared/tool-table.ts";
import { REASON_LIMIT } from "./limits.ts";
import { ignisTools } from "./tools.ts";

/** Which of the two rewrites an event reads, and the policyc field it changes. */
const rewritten: {
  readonly [P in Point]?: { readonly key: "updatedInput" | "updatedOutput"; readonly field: string };
} = {
  user_prompt_submit: { key: "updatedInput", field: "prompt" },
  before_tool_call: { key: "updatedInput", field: "input" },
  after_tool_result: { key: "updatedOutput", field: "output" },
  assistant_message_render: { key: "updatedOutput", field: "message" },
};

export function decodeAnswer(stdout: string, event: HookEvent, stderr: string): Decoded {
  const text = answerText(stdout);
  if (text === "") return { answer: noOpinion };
  const read = readObject(text);
  if ("error" in read) return { malformed: `invalid JSON on stdout: ${read.error}` };
  const faults: string[] = [];
  const fields = readerOf(read.object, faults);
  const specific = readerOf(fields.object("hookSpecificOutput") ?? {}, faults, "hookSpecificOutput.");
  const goesOn = fields.bool("continue") ?? true;
  const rewrites = { updatedInput: specific.text("updatedInput"), updatedOutput: specific.text("updatedOutput") };
  const systemMessage = fields.text("systemMessage");
  specific.text("hookEventName");
  const [fault] = faults;
  if (fault !== undefined) return { shape: `invalid JSON on stdout: ${fault}` };
  // The reason is on stderr; ignis ignores `systemMessage`, but it is better than no reason at all.
  const reason = oneLine(stderr, REASON_LIMIT) || oneLine(systemMessage ?? "", REASON_LIMIT);
  if (!goesOn) return { answer: { ...noOpinion, outcome: "block", message: reason === "" ? null : reason } };
  const slot = rewritten[event.point];
  const value = slot === undefined ? null : rewrites[slot.key];
  if (slot === undefined || value === null) return { answer: noOpinion };
  return slot.field === "input" ? rewrittenInput(value, event) : { answer: changed(slot.field, value) };
}

/** The input of a tool is a JSON string. */
function rewrittenInput(text: string, event: HookEvent): Decoded {
  const parsed = parseStrictText(text);
  if ("error" in parsed) {
    const message = `${event.hookId}: ignoring malformed updatedInput (${parsed.error})`;
    return { answer: { ...noOpinion, issues: [{ class: "updatedInput", message }] } };
  }
  // ignis passes any JSON to the tool; every tool takes an object.
  return isObject(parsed.value)
    ? { answer: changed("input", changedInput(ignisTools, event.fields, parsed.value)) }
    : { shape: "`hookSpecificOutput.updatedInput` must be a JSON object" };
}

const changed = (field: string, value: Json): HookResult => ({ ...noOpinion, changes: { [field]: value } });
