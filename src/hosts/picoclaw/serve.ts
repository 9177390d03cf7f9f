// The other end: a bundle as picoclaw's process hook. One line in, one line out; the worker owns the streams.
//
// picoclaw skips a hook that answers with an error, too late, or with an unreadable line, and runs the call. So a hook call
// is never answered with an error: every problem becomes a refusal, in time and on a short enough line.

import type { Decision, Json, PolicyEvent } from "../../language/contract.ts";
import { refusalText } from "../../language/refusal-text.ts";
import { failedDecision, verdictOf } from "../shared/adapter.ts";
import type { LineDecider, LineServer } from "../shared/line-server.ts";
import { fieldOf, isObject, type JsonObject, readObject } from "../shared/read-answer.ts";
import { toNative } from "../shared/tool-table.ts";
import { eventOf, watchedEvent } from "./read-event.ts";
import { modes, type Stage, stageOf } from "./stages.ts";
import { picoclawTools } from "./tools.ts";

export interface PicoclawOptions extends LineDecider {
  /** The project folder, which picoclaw does not send. */
  readonly workdir?: string;
  /** Below picoclaw's limit, which is 60 s by default. */
  readonly approvalMs?: number;
}

/** On a longer line picoclaw's reader stops for good. */
const LINE_LIMIT_BYTES = 1_048_000;

export function servePicoclaw(options: PicoclawOptions): LineServer {
  return {
    answer: async (line) => {
      const read = readObject(line);
      // An agent can choose the keys of its arguments: an unusual key must not let its call bypass the policy.
      if ("error" in read) return unreadLine(line, -32700, `the call cannot be read: ${read.error}`);
      const { id, method, params } = read.object;
      if (typeof method !== "string") return errorLine(id, -32600, "`method` must be a string");
      const stage = stageOf(method);
      if (stage !== null) return isId(id) ? hookLine(id, stage, params, options) : null;
      const handler = methods.get(method);
      if (handler === undefined) return isId(id) ? errorLine(id, -32601, "method not found") : null;
      const outcome = await handler(params, options).catch((caught) => ({ code: -32603, message: whyOf(caught) }));
      if (!isId(id)) return null;
      return "result" in outcome ? resultLine(id, outcome.result) : errorLine(id, outcome.code, outcome.message);
    },
    answerTooLong: (head) => unreadLine(head, -32600, "the call is too large to decide"),
  };
}

/** picoclaw writes id and method first, so the beginning of a line is enough to refuse the call. */
function unreadLine(line: string, code: number, why: string): string {
  const [, id, method] = /^\s*\{"jsonrpc":"2\.0","id":(\d+),"method":"([\w.]+)"/.exec(line) ?? [];
  const stage = method === undefined ? null : stageOf(method);
  return stage === null ? errorLine(null, code, why) : resultLine(Number(id), refusalOf(stage, why));
}

type Handled = { readonly result: Json } | { readonly code: number; readonly message: string };

const methods: ReadonlyMap<string, (params: Json | undefined, options: PicoclawOptions) => Promise<Handled>> = new Map([
  ["hook.hello", async (params) => ({ result: { name: "policyc", version: 1, modes: offeredModes(params) } })],
  ["hook.runtime_event", watch],
  // The form of older versions.
  ["hook.event", watch],
  ["policyc.decide", decideForAnybody],
  ["policyc.status", async (_, { status }) => ({ result: status?.() ?? {} })],
]);

/** All requested modes: a bundle can answer every call. */
function offeredModes(params: Json | undefined): readonly string[] {
  const asked = isObject(params) ? fieldOf(params, "modes") : undefined;
  return Array.isArray(asked) ? modes.filter((mode) => asked.includes(mode)) : modes;
}

async function watch(params: Json | undefined, { decide, workdir }: PicoclawOptions): Promise<Handled> {
  const event = watchedEvent(params, workdir);
  // Nothing waits for it, but it may mark and count.
  if (event !== null) await decide(event);
  return { result: null };
}

/** policyc's own method. Errors in the event are part of the decision. */
async function decideForAnybody(params: Json | undefined, { decide }: PicoclawOptions): Promise<Handled> {
  if (!isObject(params)) return { code: -32602, message: "`params` must be an event" };
  try {
    return { result: (await decide(params as unknown as PolicyEvent)) as unknown as Json };
  } catch (caught) {
    return { result: failedDecision(null, whyOf(caught)) as unknown as Json };
  }
}

async function hookLine(id: Id, stage: Stage, params: Json | undefined, options: PicoclawOptions): Promise<string> {
  const line = resultLine(id, await judge(stage, params, options));
  if (Buffer.byteLength(line) <= LINE_LIMIT_BYTES) return line;
  return resultLine(id, refusalOf(stage, "the rewritten call is too large for picoclaw to read"));
}

async function judge(stage: Stage, params: Json | undefined, options: PicoclawOptions): Promise<JsonObject> {
  const read = eventOf(stage, params, options.workdir);
  if ("error" in read || !isObject(params)) return refusalOf(stage, "error" in read ? read.error : "no params");
  const { interceptorMs = 4000, approvalMs = 50_000 } = options;
  const limitMs = stage.mode === "approve" ? approvalMs : interceptorMs;
  try {
    return render(stage, await within(options.decide(read.event), limitMs), params, read.event);
  } catch (caught) {
    return refusalOf(stage, whyOf(caught));
  }
}

function refusalOf(stage: Stage, why: string): JsonObject {
  return refused(stage, failedDecision(stage.point, `policyc could not decide: ${why}`));
}

/** A decision in picoclaw's format. What that format cannot express is refused. */
function render(stage: Stage, decision: Decision, params: JsonObject, event: PolicyEvent): JsonObject {
  const { result } = decision;
  const canRespond = stage.actions?.includes("respond") === true && isReadable(result?.media);
  if (decision.outcome === "respond" && result !== undefined && canRespond)
    return {
      action: "respond",
      result: {
        for_llm: result.text,
        is_error: result.is_error ?? false,
        ...(result.media === undefined ? {} : { media: result.media }),
        response_handled: result.handled ?? false,
      },
    };
  const verdict = verdictOf(decision, (field, value) => canChange(stage, field, value));
  if (verdict.isRefused) return refused(stage, decision, verdict.reason);
  if (stage.member === null) return { approved: true };
  if (Object.keys(verdict.changes).length === 0) return { action: "continue" };
  return { action: "modify", [stage.member]: { ...params, ...rewrites(stage, verdict.changes, params, event) } };
}

/** Media are references in picoclaw; an attachment of another type would void the whole answer. */
function isReadable(media: readonly Json[] | undefined): boolean {
  return media === undefined || media.every((item) => typeof item === "string");
}

function refused(stage: Stage, decision: Decision, reason = refusalText(decision, "deny")): JsonObject {
  if (stage.actions === null) return { approved: false, reason };
  const canDeny = stage.actions.includes("deny_tool") && decision.outcome !== "stop";
  return { action: canDeny ? "deny_tool" : "abort_turn", reason };
}

/** The fields that a decision may change, by stage. */
const changeable: { readonly [method: string]: readonly string[] } = {
  "hook.before_llm": ["model", "messages"],
  "hook.after_llm": ["response"],
  "hook.before_tool": ["input"],
  "hook.after_tool": ["output"],
};

function canChange(stage: Stage, field: string, value: Json): boolean {
  if (!changeable[stage.method]?.includes(field)) return false;
  return field === "input" ? isObject(value) : field === "messages" ? Array.isArray(value) : typeof value === "string";
}

/** The changed members of the parameters: the whole object is sent back, or picoclaw would lose the rest. */
function rewrites(stage: Stage, changes: JsonObject, params: JsonObject, event: PolicyEvent): JsonObject {
  const inner = (name: string): JsonObject => (isObject(params[name]) ? params[name] : {});
  switch (stage.member) {
    case "response":
      return { response: { ...inner("response"), content: changes.response ?? "" } };
    case "result":
      return { result: { ...inner("result"), ...withheldFromUser(inner("result")), for_llm: changes.output ?? "" } };
    case "call": {
      const call = { tool: String(event.tool), tool_name: String(event.tool_name), input: changes.input ?? {} };
      return { tool: params.tool ?? "", arguments: toNative(picoclawTools, call).input };
    }
    default:
      return changes;
  }
}

/** A tool may give the same text to model and user; a text rewritten for one must not reach the other unchanged. */
function withheldFromUser(result: JsonObject): JsonObject {
  return fieldOf(result, "for_user") === undefined ? {} : { for_user: "", silent: true };
}

async function within<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no decision within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

type Id = number | string;

function isId(id: Json | undefined): id is Id {
  return typeof id === "number" || typeof id === "string";
}

function resultLine(id: Id, result: Json): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`;
}

function errorLine(id: Json | undefined, code: number, message: string): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id: isId(id) ? id : null, error: { code, message } })}\n`;
}

function whyOf(caught: unknown): string {
  return caught instanceof Error ? caught.message.slice(0, 200) : "it failed";
}
