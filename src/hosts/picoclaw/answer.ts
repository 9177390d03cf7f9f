// Decodes a picoclaw hook's answer. picoclaw skips a hook whose answer it does not understand and runs whatever is left of an
// incomplete answer; here both are failures that say what is wrong. A refusal always counts.

import type { Json, Result } from "../../language/contract.ts";
import type { HookEvent, HookResult } from "../../language/hook-result.ts";
import { type Decoded, noOpinion } from "../shared/one-shot.ts";
import { fieldOf, isObject, type JsonObject, readerOf } from "../shared/read-answer.ts";
import { changedInput } from "../shared/tool-table.ts";
import { paramsOf } from "./params.ts";
import { type Action, disapproval, outcomeOf, refusalText, type Stage, stageAt } from "./stages.ts";
import { picoclawTools } from "./tools.ts";

type Issue = HookResult["issues"][number];
type Changes = HookResult["changes"];

/** The changes, or the first fault; changes that are not possible are listed in `issues`. */
type Read<T> = (object: JsonObject, event: HookEvent, faults: string[], issues: Issue[]) => T;

export function decodeResult(result: Json, event: HookEvent): Decoded {
  const stage = stageAt(event.point);
  if (stage === null) return { shape: `picoclaw has no call for ${event.point}` };
  if (!isObject(result)) return { shape: "`result` must be an object" };
  return stage.actions === null ? approval(result, stage) : decision(result, stage, stage.actions, event);
}

/** An answer without approval is a refusal in every failure mode: a hook of another protocol approves nothing. */
function approval(result: JsonObject, stage: Stage): Decoded {
  const faults: string[] = [];
  const fields = readerOf(result, faults);
  const approved = fields.bool("approved");
  const reason = fields.text("reason");
  if (approved === false) return { answer: refusal("block", disapproval, reason, []) };
  refuseUnknown(result, stage, faults);
  const [fault] = faults;
  if (approved === null && !Object.hasOwn(result, "approved")) {
    const message = fault ?? "the answer has no `approved`";
    return { answer: refusal("block", disapproval, message, [{ class: "shape", message }]) };
  }
  if (approved === null) return { shape: fault ?? "`approved` must be true or false" };
  return fault === undefined ? { answer: noOpinion } : { shape: fault };
}

function decision(result: JsonObject, stage: Stage, actions: readonly Action[], event: HookEvent): Decoded {
  const faults: string[] = [];
  const fields = readerOf(result, faults);
  const word = fields.text("action") ?? "";
  const action = actions.find((known) => known === (word === "" ? "continue" : word));
  const reason = fields.text("reason");
  if (action !== undefined && refusalText[action] !== undefined) {
    const issues = faults.map((message): Issue => ({ class: "shape", message }));
    if (action === "hard_abort")
      issues.push({ class: "hard_abort", message: "the turn ends; the agent must restore the session itself" });
    return { answer: refusal(outcomeOf[action] === "stop" ? "stop" : "block", refusalText[action], reason, issues) };
  }
  if (action === undefined)
    faults.push(
      `\`action\` is ${quoted(word)}, which ${stage.method} does not know; the actions are ${actions.join(", ")}`,
    );
  refuseUnknown(result, stage, faults);

  const issues: Issue[] = [];
  const isResponse = action === "respond";
  const response = isResponse ? readResult(result, event, faults, issues) : null;
  const changes = isResponse || stage.member === null ? {} : changesOf(result, stage.member, event, faults, issues);
  if (stage.member === "call" && !isResponse && fieldOf(result, "result") !== undefined)
    faults.push('`result` has an effect only with the action "respond"');
  const [fault] = faults;
  if (fault !== undefined) return { shape: fault };
  return { answer: { ...noOpinion, outcome: isResponse ? "respond" : "pass", changes, result: response, issues } };
}

function refusal(outcome: "block" | "stop", text = "", reason: string | null, issues: readonly Issue[]): HookResult {
  const message = reason === null || reason === "" ? text : `${text}: ${reason}`;
  return { ...noOpinion, outcome, message, issues };
}

/** The whole object is replaced, so `continue` and `modify` are the same. Without an object nothing changes. */
function changesOf(
  result: JsonObject,
  member: NonNullable<Stage["member"]>,
  event: HookEvent,
  faults: string[],
  issues: Issue[],
): Changes {
  const object = readerOf(result, faults).object(member);
  return object === null ? {} : replaced[member](object, event, faults, issues);
}

const replaced: { readonly [M in NonNullable<Stage["member"]>]: Read<Changes> } = {
  request: (request, event, faults, issues) => {
    const sent = paramsOf(event);
    const fields = readerOf(request, faults, "request.");
    const model = fields.text("model");
    const messages = fields.list("messages");
    if (model === "") faults.push("`request.model` is empty");
    if (messages?.some((message) => !isObject(message))) faults.push("`request.messages` must be a list of objects");
    for (const name of ["tools", "options"]) {
      const value = fieldOf(request, name);
      if (value !== undefined && !isSame(value, sent[name] ?? null))
        issues.push({ class: "undone", message: `changes of \`${name}\` are undone` });
    }
    return {
      ...(model === null || model === event.fields.model ? {} : { model }),
      ...(messages === null || isSame(messages, event.fields.messages ?? null) ? {} : { messages }),
    };
  },
  response: (envelope, event, faults) => {
    const sent = paramsOf(event);
    const inner = innerOf(envelope, "response", "content", faults);
    if (inner === null) return {};
    const content = readerOf(inner, faults, "response.response.").text("content");
    const calls = fieldOf(inner, "tool_calls") ?? [];
    const before = (isObject(sent.response) ? fieldOf(sent.response, "tool_calls") : undefined) ?? [];
    // Dropping them silently would run a call that the hook removed.
    if (!isSame(calls, before))
      faults.push("`response.response.tool_calls` cannot be changed; refuse them at before_tool");
    if (content === null) faults.push("`response.response.content` is missing");
    return content === null || content === event.fields.response ? {} : { response: content };
  },
  call: (call, event, faults) => {
    const sent = paramsOf(event);
    const fields = readerOf(call, faults, "call.");
    const tool = fields.text("tool");
    const input = fields.object("arguments");
    // picoclaw would run a tool without a name, or one without arguments.
    if (tool === null) faults.push("`call.tool` is missing: `call` replaces the whole call");
    else if (![sent.tool, event.fields.tool_name, event.fields.tool].includes(tool))
      faults.push(
        `\`call.tool\` must stay ${quoted(String(sent.tool))}: a call cannot be turned into a call of another tool`,
      );
    if (input === null) faults.push("`call.arguments` is missing: `call` replaces the whole call");
    if (input === null || isSame(input, sent.arguments ?? null)) return {};
    return { input: changedInput(picoclawTools, event.fields, input) };
  },
  result: (envelope, event, faults, issues) => {
    const inner = innerOf(envelope, "result", "for_llm", faults);
    if (inner === null) return {};
    const fields = readerOf(inner, faults, "result.result.");
    const output = fields.text("for_llm");
    const isError = fields.bool("is_error") ?? false;
    if (output === null) faults.push("`result.result.for_llm` is missing");
    if (isError !== (event.fields.is_error ?? false))
      issues.push({ class: "undone", message: "whether the tool failed cannot be changed" });
    return output === null || output === event.fields.output ? {} : { output };
  },
};

/** The object inside the envelope of the same name; a common mistake is to leave out the envelope. */
function innerOf(
  envelope: JsonObject,
  name: "response" | "result",
  content: string,
  faults: string[],
): JsonObject | null {
  if (fieldOf(envelope, name) === undefined) {
    const hint = Object.hasOwn(envelope, content) ? `; \`${content}\` belongs inside it` : "";
    faults.push(`\`${name}.${name}\` is missing: \`${name}\` is the whole envelope${hint}`);
    return null;
  }
  return readerOf(envelope, faults, `${name}.`).object(name);
}

/** The synthetic result of a tool. Without it picoclaw would run the tool. */
function readResult(answer: JsonObject, _: HookEvent, faults: string[], issues: Issue[]): Result | null {
  const object = readerOf(answer, faults).object("result");
  if (object === null) {
    faults.push("`respond` needs a `result`");
    return null;
  }
  const fields = readerOf(object, faults, "result.");
  const text = fields.text("for_llm");
  const forUser = fields.text("for_user");
  const media = fields.texts("media");
  const isError = fields.bool("is_error");
  const handled = fields.bool("response_handled");
  fields.bool("silent");
  fields.bool("async");
  fields.texts("artifact_tags");
  if (text === null && forUser === null && media.length === 0)
    faults.push("`result` has neither `for_llm` nor `for_user` nor `media`");
  if (forUser !== null && forUser !== "" && forUser !== text)
    issues.push({ class: "for_user", message: "the text for the user is not shown" });
  return {
    text: text ?? "",
    ...(isError === null ? {} : { is_error: isError }),
    ...(media.length === 0 ? {} : { media }),
    ...(handled === null ? {} : { handled }),
  };
}

function refuseUnknown(result: JsonObject, stage: Stage, faults: string[]): void {
  const name = Object.keys(result).find((key) => !stage.fields.includes(key));
  if (name !== undefined)
    faults.push(
      `${quoted(name)} is not a field of an answer to ${stage.method}; the fields are ${stage.fields.join(", ")}`,
    );
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40));

/** Equal regardless of the order of keys: a hook that echoes its input has changed nothing. */
function isSame(a: Json, b: Json): boolean {
  // Most echoes keep the order, and sorting is several times slower.
  return JSON.stringify(a) === JSON.stringify(b) || JSON.stringify(a, sorted) === JSON.stringify(b, sorted);
}

function sorted(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
