// JSON-RPC 2.0, one message per line, so that a program in any language can ask a bundle: `policyc.decide` turns an event into
// a decision, `policyc.status` reports what is loaded. A caller that gets an error, or nothing, must not proceed.

import type { LineServer } from "../hosts/shared/line-server.ts";
import { isObject } from "../hosts/shared/read-answer.ts";
import type { Decision, Json } from "../language/contract.ts";
import { parseStrictText } from "../language/strict-json.ts";
import { failedDecision } from "../runtime/bundle/failed-decision.ts";

export interface RpcServerOptions {
  decide(event: Json): Promise<Decision>;
  status(): Json;
  readonly deadlineMs: number;
}

export function serveRpc(options: RpcServerOptions): LineServer {
  return {
    async answer(line) {
      const parsed = parseStrictText(line);
      if ("error" in parsed) return errorLine(idIn(line), -32700, `the line cannot be read: ${parsed.error}`);
      const call = parsed.value;
      if (!isObject(call) || call.jsonrpc !== "2.0" || typeof call.method !== "string")
        return errorLine(null, -32600, "a call must be one object with jsonrpc 2.0 and a method");
      const { id, method, params } = call;
      const isWaiting = Object.hasOwn(call, "id");
      if (isWaiting && !isId(id)) return errorLine(null, -32600, "`id` must be a string or a number");
      const outcome = await handle(method, params, options);
      if (!isWaiting || !isId(id)) return null;
      return "result" in outcome
        ? answerLine({ id, result: outcome.result })
        : errorLine(id, outcome.code, outcome.message);
    },
    answerTooLong: (head) => errorLine(idIn(head), -32600, "the line is too long"),
  };
}

type Handled = { readonly result: Json } | { readonly code: number; readonly message: string };

async function handle(method: string, params: Json | undefined, options: RpcServerOptions): Promise<Handled> {
  switch (method) {
    case "policyc.decide":
      if (!isObject(params)) return { code: -32602, message: "`params` must be an event" };
      return { result: (await decideInTime(params, options)) as unknown as Json };
    case "policyc.status":
      return { result: options.status() };
    default:
      return { code: -32601, message: "unknown method; the methods are policyc.decide and policyc.status" };
  }
}

/** Never rejects: a failure becomes part of the decision. */
async function decideInTime(event: Json, { decide, deadlineMs }: RpcServerOptions): Promise<Decision> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no decision within ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([decide(event), limit]);
  } catch (caught) {
    return failedDecision(event, "", "P704", { why: caught instanceof Error ? caught.message : "it failed" });
  } finally {
    clearTimeout(timer);
  }
}

type Id = string | number;

const isId = (id: Json | undefined): id is Id => typeof id === "string" || typeof id === "number";

/** Finds the id at the start of a line whose rest cannot be parsed, so that the error can carry it. */
function idIn(line: string): Id | null {
  const [, id] = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15}|"[\w.-]{1,64}")\s*,/.exec(line) ?? [];
  return id === undefined ? null : JSON.parse(id);
}

function errorLine(id: Id | null, code: number, message: string): string {
  return answerLine({ id, error: { code, message } });
}

function answerLine(answer: { readonly [field: string]: Json }): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...answer })}\n`;
}
