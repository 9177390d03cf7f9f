// Decodes what a hook of policyc's own protocol writes: one object in the terms of the language, or nothing.
//
//   { "outcome": "block", "message": "why", "warnings": [], "notes": [], "changes": { "prompt": "..." },
//     "result": { "text": "...", "is_error": false }, "attachments": [], "metadata": {} }
//
// Every field is optional. An unknown field is a failure: a misspelt `outcome` must not pass.

import type { Json, Outcome, Result } from "../../language/contract.ts";
import type { HookEvent } from "../../language/hook-result.ts";
import { points } from "../../language/schema.ts";
import { type Decoded, noOpinion } from "../shared/one-shot.ts";
import { answerText, isObject, type JsonObject, readerOf, readObject } from "../shared/read-answer.ts";

const outcomes: readonly string[] = ["pass", "allow", "ask", "respond", "block", "stop"] satisfies Outcome[];
const answerFields = ["outcome", "message", "warnings", "notes", "changes", "result", "attachments", "metadata"];
const resultFields = ["text", "is_error", "media", "handled"];

export function decodeAnswer(stdout: string, event: HookEvent): Decoded {
  const text = answerText(stdout);
  if (text === "") return { answer: noOpinion };
  const read = readObject(text);
  if ("error" in read) return { malformed: read.error };
  const faults: string[] = [];
  const fields = readerOf(read.object, faults);
  refuseUnknown(read.object, answerFields, "", faults);
  const outcome = fields.text("outcome") ?? "pass";
  if (!outcomes.includes(outcome)) faults.push(`\`outcome\` must be one of ${outcomes.join(", ")}`);
  const answer = {
    outcome: outcome as Outcome,
    message: fields.text("message"),
    warnings: fields.texts("warnings"),
    notes: fields.texts("notes"),
    changes: readChanges(fields.object("changes") ?? {}, event, faults),
    result: readResult(fields.object("result"), faults),
    attachments: fields.list("attachments") ?? [],
    metadata: fields.object("metadata"),
    issues: [],
  };
  if ((outcome === "respond") !== (answer.result !== null)) faults.push("`respond` and `result` go together");
  const [fault] = faults;
  return fault === undefined ? { answer } : { shape: fault };
}

export function besideBlock(
  stdout: string,
): { readonly text: string | null; readonly notes: readonly string[] } | null {
  const read = readObject(answerText(stdout));
  if ("error" in read) return null;
  const fields = readerOf(read.object, []);
  return { text: fields.text("message"), notes: fields.texts("notes") };
}

function readResult(object: JsonObject | null, faults: string[]): Result | null {
  if (object === null) return null;
  const fields = readerOf(object, faults, "result.");
  refuseUnknown(object, resultFields, "result.", faults);
  const text = fields.text("text");
  if (text === null) faults.push("`result.text` is missing");
  const isError = fields.bool("is_error");
  const media = fields.list("media");
  const handled = fields.bool("handled");
  return {
    text: text ?? "",
    ...(isError === null ? {} : { is_error: isError }),
    ...(media === null ? {} : { media }),
    ...(handled === null ? {} : { handled }),
  };
}

/** Complete new values of fields that a policy may set at the point. */
function readChanges(object: JsonObject, event: HookEvent, faults: string[]): { readonly [field: string]: Json } {
  const { fields, tool } = points[event.point];
  for (const [name, value] of Object.entries(object)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isInput = name === "input" && tool && !event.point.startsWith("after_");
    const isMessages = name === "messages" && field !== undefined;
    if (isInput && !isObject(value)) faults.push("`changes.input` must be an object");
    else if (isMessages && !Array.isArray(value)) faults.push("`changes.messages` must be a list");
    else if (field?.set !== undefined && typeof value !== "string") faults.push(`\`changes.${name}\` must be a string`);
    else if (field?.set === undefined && !isInput && !isMessages)
      faults.push(`\`changes.${name}\` cannot be set at ${event.point}`);
  }
  return object;
}

function refuseUnknown(object: JsonObject, known: readonly string[], place: string, faults: string[]): void {
  const name = Object.keys(object).find((key) => !known.includes(key));
  if (name !== undefined)
    faults.push(`\`${place}${name.slice(0, 40)}\` is not a field; the fields are ${known.join(", ")}`);
}
