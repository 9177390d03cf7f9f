// Between a client and one server: calls of tools are decided, on their way there and back, and everything else passes
// as it is. Nothing that was not asked for reaches the client as an answer, whatever the server writes.

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { failedDecision } from "../hosts/answer-as.ts";
import { type ProxyPlace, readCall, readResult, refusal, writeCall, writeResult } from "../hosts/mcp-proxy/plugin.ts";
import { isObject, type JsonObject, oneLine } from "../hosts/read-answer.ts";
import type { Decision, Json, PolicyEvent } from "../runtime/contract.ts";
import { confirmations, elicitationId, isConfirmed, question } from "./confirmation.ts";

export interface ProxyParts {
  readonly policy: { decide(event: unknown): Promise<Decision> };
  /** Towards the client: we are its server. */
  readonly client: Transport;
  /** Towards the server: we are its client. */
  readonly server: Transport;
  readonly place: ProxyPlace;
  /** For whoever runs the proxy. */
  readonly notice: (text: string) => void;
}

type Id = string | number;
type Message = { readonly [field: string]: Json | undefined };

/** A request of the client that has no answer yet. */
interface Waiting {
  /** Null for what is not the call of a tool. */
  readonly call: PolicyEvent | null;
  readonly notes: readonly string[];
  /** Whether the server has it; before that, an answer of the server is none. */
  readonly isSent: boolean;
  /** Gives up asking a person. */
  readonly drop?: () => void;
}

const META = "io.modelcontextprotocol/";
const SERVER_GONE = -32000;

/** Serves until one side ends; says which. */
export async function proxy(parts: ProxyParts): Promise<"client" | "server"> {
  const { policy, client, server, place, notice } = parts;
  const waiting = new Map<Id, Waiting>();
  /** Our own questions to the client. */
  const asked = new Map<Id, (answer: unknown) => void>();
  /** Calls that run as tasks: their result comes later, under another request. */
  const tasks = new Map<string, PolicyEvent>();
  const signed = confirmations();
  let canElicit = false;
  let calls = 0;

  const send = (to: Transport, message: Message): Promise<void> =>
    to.send(message as unknown as JSONRPCMessage).catch((error: unknown) => {
      notice(`a message could not be passed on: ${textOf(error)}`);
    });
  const answer = (id: Id, result: JsonObject): Promise<void> => send(client, { jsonrpc: "2.0", id, result });
  const fail = (id: Id, code: number, message: string): Promise<void> =>
    send(client, { jsonrpc: "2.0", id, error: { code, message } });

  async function decide(event: PolicyEvent): Promise<Decision> {
    try {
      const decision = await policy.decide(event);
      for (const { message } of decision.warnings) notice(message);
      for (const { code, message } of decision.failures) notice(`${code}: ${message}`);
      return decision;
    } catch (error) {
      return failedDecision(event.point, `policyc: no decision was made: ${textOf(error)}`);
    }
  }

  function fromClient(message: Message): void {
    const { id, method } = message;
    if (!isId(id)) return fromClientNote(message);
    if (typeof method !== "string") return answered(id, message);
    if (isMixed(message)) return void fail(id, -32600, "policyc: a request and its answer in one");
    if (waiting.has(id)) return void fail(id, -32600, "policyc: this id is already in use");
    if (method === "tools/call") return void guarded(id, () => call(id, message));
    if (method === "initialize") canElicit = canAsk(isObject(message.params) ? message.params.capabilities : undefined);
    const task = method === "tasks/result" && isObject(message.params) ? message.params.taskId : undefined;
    const event = typeof task === "string" ? (tasks.get(task) ?? null) : null;
    waiting.set(id, { call: event, notes: [], isSent: true });
    void send(server, message);
  }

  function fromClientNote(message: Message): void {
    const { method, params } = message;
    if (!isNote(message)) return notice(`the client sent \`${named(method)}\` without an id: nobody gets it`);
    const id = method === "notifications/cancelled" && isObject(params) ? params.requestId : undefined;
    if (isId(id)) {
      const held = waiting.get(id);
      waiting.delete(id);
      held?.drop?.();
      // The server never heard of it.
      if (held?.isSent === false) return;
    }
    void send(server, message);
  }

  /** The client's answer to a question of ours, or of the server. */
  function answered(id: Id, message: Message): void {
    const settle = asked.get(id);
    asked.delete(id);
    if (settle === undefined) void send(server, message);
    else settle(message.result);
  }

  async function call(id: Id, message: Message): Promise<void> {
    const own: Waiting = { call: null, notes: [], isSent: false };
    waiting.set(id, own);
    const given = isObject(message.params) ? message.params : {};
    const { confirmed, params } = signed.take(given);
    const modern = isModern(given);
    const finish = (result: JsonObject): void => {
      // Cancelled meanwhile: nobody waits for it.
      if (!waiting.delete(id)) return;
      void answer(id, modern ? { resultType: "complete", ...result } : result);
    };
    calls++;
    const read = readCall(message.params, place, `${place.session_id}/${calls}`);
    if (!("event" in read)) return finish(refusal(`policyc: ${"error" in read ? read.error : "it cannot be read"}`));
    const { event } = read;
    const action = writeCall(await decide(event), event);
    if (waiting.get(id) !== own) return;
    if (action.kind === "answer") return finish(action.result);
    const { args, notes, question: why } = action;
    if (action.kind === "ask" && !confirmed) {
      if (modern && canAsk(metaOf(given, "clientCapabilities"))) {
        waiting.delete(id);
        return void answer(id, signed.ask(params, why));
      }
      const agreed = !modern && canElicit && (await elicited(id, why));
      if (!waiting.has(id)) return;
      if (!agreed)
        return finish(
          refusal(
            `${why}\n${canElicit ? "The person did not agree." : "Nobody can be asked here, so this counts as no."}`,
          ),
        );
    }
    // The views of later rules are about the call as it was made.
    const made: PolicyEvent = { ...event, input: { ...(event.input as JsonObject), args, raw: args } };
    waiting.set(id, { call: made, notes, isSent: true });
    await send(server, { ...message, params: { ...params, arguments: args } });
  }

  /** Asks the person, unless the call is cancelled before the answer. */
  async function elicited(call: Id, why: string): Promise<boolean> {
    const id = elicitationId();
    const reply = new Promise<unknown>((resolve) => {
      asked.set(id, resolve);
      waiting.set(call, {
        call: null,
        notes: [],
        isSent: false,
        drop: () => {
          asked.delete(id);
          resolve(undefined);
          const params = { requestId: id, reason: "the call was cancelled" };
          void send(client, { jsonrpc: "2.0", method: "notifications/cancelled", params });
        },
      });
    });
    await send(client, { jsonrpc: "2.0", id, method: "elicitation/create", params: question(why) });
    return isConfirmed(await reply);
  }

  function fromServer(message: Message): void {
    const { id, method } = message;
    if (typeof method === "string") {
      if (!isMixed(message) && (isId(id) || isNote(message))) return void send(client, message);
      return notice(`the server sent \`${named(method)}\` in no shape that MCP has: nobody gets it`);
    }
    const held = isId(id) ? waiting.get(id) : undefined;
    if (!isId(id) || held?.isSent !== true)
      return notice(`the server answered a request that nobody made: ${oneLine(String(id), 80)}`);
    waiting.delete(id);
    if (held.call === null) return void send(client, message);
    void guarded(id, () => result(id, message, held.call as PolicyEvent, held.notes));
  }

  async function result(id: Id, message: Message, event: PolicyEvent, notes: readonly string[]): Promise<void> {
    const { result: given, error } = message;
    if (isObject(given) && given.resultType === "input_required") return send(client, message);
    const task = isObject(given) && isObject(given.task) ? given.task.taskId : undefined;
    if (typeof task === "string" && isObject(given) && given.content === undefined) {
      tasks.set(task, event);
      return send(client, message);
    }
    const after = readResult(event, {
      ...(given === undefined ? {} : { result: given }),
      ...(error === undefined ? {} : { error }),
    });
    const decision = await decide(after);
    if (isObject(given)) return answer(id, writeResult(decision, after, given, notes));
    return decision.proceed ? send(client, message) : answer(id, writeResult(decision, after, {}, notes));
  }

  /** Whatever goes wrong with a call is a refusal of it. */
  function guarded(id: Id, work: () => Promise<void>): Promise<void> {
    return work().catch((error: unknown) => {
      waiting.delete(id);
      notice(`a call failed: ${textOf(error)}`);
      void answer(id, refusal(`policyc: the call could not be decided: ${textOf(error)}`));
    });
  }

  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = async (who: "client" | "server"): Promise<void> => {
      if (isOver) return;
      isOver = true;
      for (const settle of asked.values()) settle(undefined);
      const open = who === "server" ? [...waiting.keys()] : [];
      waiting.clear();
      await Promise.all(open.map((id) => fail(id, SERVER_GONE, `policyc: the MCP server ${place.server} has ended`)));
      await Promise.all([client.close(), server.close()]).catch((error: unknown) => notice(textOf(error)));
      resolve(who);
    };
    client.onmessage = (message) => fromClient(message as unknown as Message);
    server.onmessage = (message) => fromServer(message as unknown as Message);
    client.onclose = () => void end("client");
    server.onclose = () => void end("server");
    server.onerror = (error) => {
      // The system's own errors come from its pipes, all others from what it wrote.
      const what = "syscall" in error ? "cannot be reached" : "wrote something that cannot be read";
      notice(`the server ${place.server} ${what}: ${textOf(error)}`);
    };
    client.onerror = (error) => {
      notice(`the client wrote something that cannot be read: ${textOf(error)}`);
      const message = "policyc: the message is not JSON-RPC";
      void send(client, { jsonrpc: "2.0", error: { code: -32700, message } });
    };
    // The server first: a client must find somebody behind us.
    server
      .start()
      .then(() => client.start(), reject)
      .catch(reject);
  });
}

/**
 * Whatever has no id is executed by some servers as if it had one, and nobody would judge it: of messages without an id
 * only those pass that MCP knows as notifications.
 */
const isNote = ({ id, method }: Message): boolean =>
  id === undefined && typeof method === "string" && method.startsWith("notifications/");

const isMixed = (message: Message): boolean => message.result !== undefined || message.error !== undefined;

const named = (method: Json | undefined): string => oneLine(String(method), 80);

const isId = (value: unknown): value is Id => typeof value === "string" || typeof value === "number";

/** From 2026-07-28 on there is no session, and every request says what the client can do. */
const isModern = (params: JsonObject): boolean => metaOf(params, "protocolVersion") !== undefined;

function metaOf({ _meta: meta }: JsonObject, name: string): Json | undefined {
  return isObject(meta) && Object.hasOwn(meta, `${META}${name}`) ? meta[`${META}${name}`] : undefined;
}

/** An empty capability means forms; one that names only other modes does not. */
function canAsk(capabilities: Json | undefined): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  if (!isObject(elicitation)) return false;
  return Object.keys(elicitation).length === 0 || elicitation.form !== undefined;
}

function textOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error), 300);
}
