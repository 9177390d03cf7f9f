// Asking the person at the client. Up to 2025-11-25 by a request of our own; from 2026-07-28 on by an answer that asks
// for input, whose state the client hands back with the same call, so it is signed.

import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { fieldOf, isObject, type JsonObject } from "../../hosts/shared/read-answer.ts";
import type { Json } from "../../language/contract.ts";

/** The name of our question among those of a server. */
const QUESTION = "policyc_confirm";
const VALID_MS = 10 * 60_000;

/** What is asked, in the words of both protocols. */
export function question(message: string): JsonObject {
  return {
    message,
    requestedSchema: {
      type: "object",
      properties: { proceed: { type: "boolean", title: "Proceed", description: "Allow this call" } },
      required: ["proceed"],
    },
  };
}

/** Only an acceptance that also says yes. */
export function isConfirmed(answer: unknown): boolean {
  if (!isObject(answer) || answer.action !== "accept") return false;
  return isObject(answer.content) && answer.content.proceed === true;
}

export const elicitationId = (): string => `policyc-${randomUUID()}`;

/** What a server's own question left in the call, to be put back once ours is answered. */
interface Inner {
  readonly requestState?: Json;
  readonly inputResponses?: Json;
}

interface Confirmations {
  /** The result that asks. */
  ask(params: JsonObject, message: string): JsonObject;
  /** Whether this call carries a yes to our question about just this call; each counts once. */
  take(params: JsonObject): { readonly confirmed: boolean; readonly params: JsonObject };
}

export function confirmations(now: () => number = Date.now): Confirmations {
  const key = randomBytes(32);
  /** States that were used, until they would be refused anyway. */
  const used = new Map<string, number>();
  const sign = (text: string): Buffer => createHmac("sha256", key).update(text).digest();

  function verified(state: Json | undefined, params: JsonObject): { readonly inner: Inner } | null {
    if (typeof state !== "string") return null;
    const [text = "", mark = ""] = state.split(".");
    const given = Buffer.from(mark, "base64url");
    const wanted = sign(text);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
    const { call, until, inner, nonce } = JSON.parse(Buffer.from(text, "base64url").toString()) as {
      readonly call: string;
      readonly until: number;
      readonly nonce: string;
      readonly inner: Inner;
    };
    if (call !== callHash(params) || until < now() || used.has(nonce)) return null;
    for (const [old, end] of used) if (end < now()) used.delete(old);
    used.set(nonce, until);
    return { inner };
  }

  return {
    ask(params, message) {
      const { requestState, inputResponses } = params;
      const inner: Inner = {
        ...(requestState === undefined ? {} : { requestState }),
        ...(inputResponses === undefined ? {} : { inputResponses }),
      };
      const state = { call: callHash(params), until: now() + VALID_MS, nonce: randomUUID(), inner };
      const text = Buffer.from(JSON.stringify(state)).toString("base64url");
      return {
        resultType: "input_required",
        inputRequests: {
          [QUESTION]: { method: "elicitation/create", params: { mode: "form", ...question(message) } },
        },
        requestState: `${text}.${sign(text).toString("base64url")}`,
      };
    },
    take(params) {
      const { requestState, inputResponses, ...rest } = params;
      const answer = isObject(inputResponses) ? fieldOf(inputResponses, QUESTION) : undefined;
      if (answer === undefined) return { confirmed: false, params };
      const state = verified(requestState, params);
      if (state === null) return { confirmed: false, params: rest };
      return { confirmed: isConfirmed(answer), params: { ...rest, ...(state.inner as JsonObject) } };
    },
  };
}

/** A yes is for one call and no other. */
function callHash({ name, arguments: args }: JsonObject): string {
  return createHash("sha256")
    .update(JSON.stringify([name ?? null, args ?? {}]))
    .digest("hex");
}
