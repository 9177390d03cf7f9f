// Between a client and one server: calls of tools are decided, on their way there and back, also as tasks, and everything
// else that MCP knows passes as it is. Nothing that was not asked for reaches the client as an answer, whatever the
// server writes.

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import {
  isQuestion,
  type ProxyPlace,
  readCall,
  readResult,
  readState,
  refusal,
  writeCall,
  writeResult,
  writeState,
} from "../../hosts/mcp-proxy/plugin.ts";
import { announcedTask, isBareState, listOfTasks } from "../../hosts/mcp-proxy/tasks.ts";
import { failedDecision } from "../../hosts/shared/answer-as.ts";
import { isObject, type JsonObject, oneLine } from "../../hosts/shared/read-answer.ts";
import type { Decision, PolicyEvent } from "../../language/contract.ts";
import { confirmations, elicitationId, isConfirmed, question } from "./confirmation.ts";
import {
  canAsk,
  type Id,
  isId,
  isMixed,
  isModern,
  isNote,
  isUnasked,
  type Message,
  metaOf,
  named,
} from "./messages.ts";

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

/** A call that the server has. */
interface Made {
  readonly event: PolicyEvent;
  readonly notes: readonly string[];
  /** Whether a question is an answer to it. */
  readonly isModern: boolean;
}

/** A request of the client that has no answer yet. */
interface Waiting {
  /** Whether the server has it; before that, an answer of the server is none. */
  readonly isSent: boolean;
  /** Answers the client; without it the server's answer passes. */
  readonly judge?: (answer: Message) => Promise<void>;
  /** Gives up asking a person. */
  readonly drop?: () => void;
}

const SERVER_GONE = -32000;

/** Serves until one side ends; says which. */
export async function proxy(parts: ProxyParts): Promise<"client" | "server"> {
  const { policy, client, server, place, notice } = parts;
  const waiting = new Map<Id, Waiting>();
  /** Our own questions to the client. */
  const asked = new Map<Id, (answer: unknown) => void>();
  /** Calls that run as tasks: their result comes later, under another request. */
  const tasks = new Map<string, Made>();
  const signed = confirmations();
  let canElicit = false;
  let calls = 0;

  const send = (to: Transport, message: Message): Promise<void> =>
    to.send(message as unknown as JSONRPCMessage).catch((error: unknown) => {
      notice(`a message could not be forwarded: ${textOf(error)}`);
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
    if (isMixed(message)) return void fail(id, -32600, "policyc: the message is both a request and a response");
    if (waiting.has(id)) return void fail(id, -32600, "policyc: this id is already in use");
    if (method === "tools/call") return void guarded(id, () => call(id, message));
    if (method === "initialize") canElicit = canAsk(isObject(message.params) ? message.params.capabilities : undefined);
    if (method.startsWith("tasks/")) return ofTask(id, message);
    waiting.set(id, { isSent: true });
    void send(server, message);
  }

  /** What is asked about a task is asked about the call that it runs. */
  function ofTask(id: Id, message: Message): void {
    const { method, params } = message;
    const taskId = isObject(params) ? params.taskId : undefined;
    const made = typeof taskId === "string" ? tasks.get(taskId) : undefined;
    const judge = method === "tasks/list" ? listed : made === undefined ? null : told(made);
    if (judge === null)
      return void fail(id, -32602, "policyc: this task does not belong to a call made through this proxy");
    waiting.set(id, { isSent: true, judge });
    void send(server, message);

    function listed(reply: Message): Promise<void> {
      return reply.error === undefined ? answer(id, listOfTasks(reply.result)) : send(client, reply);
    }
    function told(of: Made): (reply: Message) => Promise<void> {
      return (reply) => (method === "tasks/result" ? result(id, reply, of) : state(id, reply, of));
    }
  }

  function fromClientNote(message: Message): void {
    const { method, params } = message;
    if (!isNote(message)) return notice(`the client sent \`${named(method)}\` without an id; the message was dropped`);
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
    const own: Waiting = { isSent: false };
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
    if (!("event" in read))
      return finish(refusal(`policyc: ${"error" in read ? read.error : "the call cannot be read"}`));
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
            `${why}\n${canElicit ? "The user did not agree." : "Nobody can be asked here, so the call is refused."}`,
          ),
        );
    }
    // The views of later rules are about the call as it was made.
    const asMade: PolicyEvent = { ...event, input: { ...(event.input as JsonObject), args, raw: args } };
    const made: Made = { event: asMade, notes, isModern: modern };
    waiting.set(id, { isSent: true, judge: (reply) => result(id, reply, made) });
    await send(server, { ...message, params: { ...params, arguments: args } });
  }

  /** Asks the person, unless the call is cancelled before the answer. */
  async function elicited(call: Id, why: string): Promise<boolean> {
    const id = elicitationId();
    const reply = new Promise<unknown>((resolve) => {
      asked.set(id, resolve);
      waiting.set(call, {
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
      if (isUnasked(message))
        return notice("the server reported on a task without being asked; the message was dropped");
      if (!isMixed(message) && (isId(id) || isNote(message))) return void send(client, message);
      return notice(`the server sent \`${named(method)}\` in a form that MCP does not have; the message was dropped`);
    }
    const held = isId(id) ? waiting.get(id) : undefined;
    if (!isId(id) || held?.isSent !== true)
      return notice(`the server answered an unknown request: ${oneLine(String(id), 80)}`);
    waiting.delete(id);
    const { judge } = held;
    if (judge === undefined) return void send(client, message);
    void guarded(id, () => judge(message));
  }

  async function result(id: Id, message: Message, { event, notes, isModern }: Made): Promise<void> {
    const { result: given, error } = message;
    if (isModern && isQuestion(given)) return send(client, message);
    const task = announcedTask(given);
    if (task !== null) tasks.set(task.id, { event, notes, isModern: false });
    if (task?.isBare) return send(client, message);
    const after = readResult(event, {
      ...(given === undefined ? {} : { result: given }),
      ...(error === undefined ? {} : { error }),
    });
    const decision = await decide(after);
    // Remarks wait for the result of a task.
    if (isObject(given)) return answer(id, writeResult(decision, after, given, task === null ? notes : []));
    const isKept = decision.proceed && Object.keys(decision.changes ?? {}).length === 0;
    return isKept ? send(client, message) : answer(id, writeResult(decision, after, {}, notes));
  }

  /** How far a task is; whatever else the server says with it is a result, also before the last one. */
  async function state(id: Id, message: Message, made: Made): Promise<void> {
    const { result: given } = message;
    if (!isObject(given)) return result(id, message, made);
    if (isBareState(given)) return send(client, message);
    const after = readState(made.event, given);
    return answer(id, writeState(await decide(after), after, given, made.notes));
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
      await Promise.all(open.map((id) => fail(id, SERVER_GONE, `policyc: the MCP server ${place.server} has exited`)));
      await Promise.all([client.close(), server.close()]).catch((error: unknown) => notice(textOf(error)));
      resolve(who);
    };
    client.onmessage = (message) => fromClient(message as unknown as Message);
    server.onmessage = (message) => fromServer(message as unknown as Message);
    client.onclose = () => void end("client");
    server.onclose = () => void end("server");
    server.onerror = (error) => {
      // The system's own errors come from its pipes, all others from what it wrote.
      const what = "syscall" in error ? "cannot be reached" : "wrote something unreadable";
      notice(`the server ${place.server} ${what}: ${textOf(error)}`);
    };
    client.onerror = (error) => {
      notice(`the client wrote something unreadable: ${textOf(error)}`);
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

function textOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error), 300);
}
