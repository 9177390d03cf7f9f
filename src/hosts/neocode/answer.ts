// Decodes what a NeoCode hook writes to stdout. NeoCode ignores output that it cannot parse, so one extra line cancels a block;
// here a log line before the answer is skipped, and text that looks like a broken answer is a failure.

import type { HookEvent } from "../../language/hook-result.ts";
import { type Decoded, noOpinion } from "../shared/one-shot.ts";
import { answerText, type JsonObject, readerOf, readObject } from "../shared/read-answer.ts";

interface Response {
  readonly status: string;
  readonly message: string;
  readonly annotations: readonly string[];
  readonly text: string | null;
}

type Found = { readonly response: Response } | { readonly plain: string } | Fault;
type Fault = { readonly malformed: string } | { readonly shape: string };

const statuses: readonly string[] = ["", "pass", "block", "failed"];

export function decodeAnswer(stdout: string, event: HookEvent): Decoded {
  const found = findResponse(stdout);
  if ("malformed" in found || "shape" in found) return found;
  const isTold = event.scope !== "internal";
  if ("plain" in found) {
    if (found.plain === "") return { answer: noOpinion };
    return { answer: { ...noOpinion, message: found.plain, notes: isTold ? [found.plain] : [] } };
  }
  const { status, message, annotations, text } = found.response;
  if (status === "failed") return { failed: message === "" ? "hook returned failed status" : message };
  const notes = isTold ? annotations.filter((note) => note.trim() !== "") : [];
  if (status === "block") {
    return { answer: { ...noOpinion, outcome: "block", message: message === "" ? null : message, notes } };
  }
  const isRewrite = text !== null && text !== "";
  const rewrites = event.point === "user_prompt_submit";
  return {
    answer: {
      ...noOpinion,
      message: message === "" ? null : message,
      // The message of a passing hook is for the model too, and comes before its annotations.
      notes: message === "" || !isTold ? notes : [message, ...notes],
      changes: isRewrite && rewrites ? { prompt: text } : {},
      issues: isRewrite && !rewrites ? [{ class: "update_input", message: notHere }] : [],
    },
  };
}

const notHere = "update_input has an effect only at user_prompt_submit; it was dropped";

/** Text and annotations that go with a blocking exit code; NeoCode ignores update_input there. */
export function besideBlock(stdout: string): { readonly text: string; readonly notes: readonly string[] } | null {
  const found = findResponse(stdout);
  return "response" in found ? { text: found.response.message, notes: found.response.annotations } : null;
}

/** The message of the answer, else stdout, else the exit code. */
export function exitText(code: number, stdout: string): string {
  return besideBlock(stdout)?.text || answerText(stdout) || `command exited with code ${code}`;
}

function findResponse(stdout: string): Found {
  const text = answerText(stdout);
  const whole = text.startsWith("{") ? readObject(text) : null;
  if (whole !== null && "object" in whole) return readResponse(whole.object);
  const behind = lastResponse(text);
  if (behind !== null) return readResponse(behind);
  if (whole !== null) return { malformed: `invalid JSON: ${whole.error}` };
  // An answer in another encoding must not be mistaken for a remark.
  return text.includes("\0") ? { malformed: "it contains a NUL character" } : { plain: text };
}

/** The last line that is an answer, or a multi-line answer at the end of the text. */
function lastResponse(text: string): JsonObject | null {
  const lines = text.split(/\r?\n/);
  for (const line of lines.toReversed()) {
    const object = line.trimStart().startsWith("{") ? asResponse(line.trim()) : null;
    if (object !== null) return object;
  }
  const first = lines.findIndex((line) => line.startsWith("{"));
  return first < 1 ? null : asResponse(lines.slice(first).join("\n"));
}

function asResponse(text: string): JsonObject | null {
  const read = readObject(text);
  return "object" in read && Object.hasOwn(lowerKeys(read.object), "status") ? read.object : null;
}

function readResponse(object: JsonObject): Found {
  const faults: string[] = [];
  if (Object.keys(lowerKeys(object)).length !== Object.keys(object).length) faults.push("a key is given twice");
  const fields = readerOf(lowerKeys(object), faults);
  const status = fields.text("status")?.trim().toLowerCase();
  const rewrite = fields.object("update_input");
  const response = {
    status: status ?? "",
    message: (fields.text("message") ?? "").trim(),
    annotations: fields.texts("annotations"),
    text: rewrite === null ? null : readerOf(lowerKeys(rewrite), faults, "update_input.").text("text"),
  };
  const [fault] = faults;
  if (fault !== undefined) return { shape: fault };
  if (status === undefined) return { shape: "`status` is missing" };
  return statuses.includes(status) ? { response } : { shape: `hook returned invalid status "${status}"` };
}

/** NeoCode's decoder ignores the case of keys. */
function lowerKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toLowerCase(), value]));
}
