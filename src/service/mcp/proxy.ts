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
import { failedDecision } from "../../hosts/shared/adapter.ts";
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
const DECLINED = "The user did not agree.";
const NOBODY_TO_ASK = "Nobody can be asked here, so the call is refused.";

/** One proxy: it owns both connections, and serves until one side ends. */
export class McpProxy {
  readonly #policy: ProxyParts["policy"];
  readonly #client: Transport;
  readonly #server: Transport;
  readonly #place: ProxyPlace;
  readonly #notice: (text: string) => void;
  readonly #waiting = new Map<Id, Waiting>();
  /** Our own questions to the client. */
  readonly #asked = new Map<Id, (answer: unknown) => void>();
  /** Calls that run as tasks: their result comes later, under another request. */
  readonly #tasks = new Map<string, Made>();
  readonly #confirmations = confirmations();
  #canElicit = false;
  #calls = 0;

  constructor({ policy, client, server, place, notice }: ProxyParts) {
    this.#policy = policy;
    this.#client = client;
    this.#server = server;
    this.#place = place;
    this.#notice = notice;
  }

  /** Serves until one side ends; returns which. */
  serve(): Promise<"client" | "server"> {
    const { promise, resolve, reject } = withResolvers<"client" | "server">();
    const client = this.#client;
    const server = this.#server;
    let isOver = false;
    const end = (side: "client" | "server"): void => {
      if (isOver) return;
      isOver = true;
      void this.#end(side).then(() => resolve(side));
    };
    client.onmessage = (message) => this.#fromClient(message as unknown as Message);
    server.onmessage = (message) => this.#fromServer(message as unknown as Message);
    client.onclose = () => end("client");
    server.onclose = () => end("server");
    client.onerror = (error) => this.#badClient(error);
    server.onerror = (error) => this.#badServer(error);
    // The server is started first, so that the client finds it running.
    server
      .start()
      .then(() => client.start(), reject)
      .catch(reject);
    return promise;
  }

  async #end(side: "client" | "server"): Promise<void> {
    for (const settle of this.#asked.values()) settle(undefined);
    const open = side === "server" ? [...this.#waiting.keys()] : [];
    this.#waiting.clear();
    const gone = `policyc: the MCP server ${this.#place.server} has exited`;
    await Promise.all(open.map((id) => this.#fail(id, SERVER_GONE, gone)));
    await Promise.all([this.#client.close(), this.#server.close()]).catch((error: unknown) =>
      this.#notice(textOf(error)),
    );
  }

  #badServer(error: Error): void {
    // The system's own errors come from its pipes, all others from what it wrote.
    const what = "syscall" in error ? "cannot be reached" : "wrote something unreadable";
    this.#notice(`the server ${this.#place.server} ${what}: ${textOf(error)}`);
  }

  #badClient(error: Error): void {
    this.#notice(`the client wrote something unreadable: ${textOf(error)}`);
    const message = "policyc: the message is not JSON-RPC";
    void this.#toClient({ jsonrpc: "2.0", error: { code: -32700, message } });
  }

  #send(to: Transport, message: Message): Promise<void> {
    return to.send(message as unknown as JSONRPCMessage).catch((error: unknown) => {
      this.#notice(`a message could not be forwarded: ${textOf(error)}`);
    });
  }

  #toClient(message: Message): Promise<void> {
    return this.#send(this.#client, message);
  }

  #toServer(message: Message): Promise<void> {
    return this.#send(this.#server, message);
  }

  #answer(id: Id, result: JsonObject): Promise<void> {
    return this.#toClient({ jsonrpc: "2.0", id, result });
  }

  #fail(id: Id, code: number, message: string): Promise<void> {
    return this.#toClient({ jsonrpc: "2.0", id, error: { code, message } });
  }

  async #decide(event: PolicyEvent): Promise<Decision> {
    try {
      const decision = await this.#policy.decide(event);
      for (const { message } of decision.warnings) this.#notice(message);
      for (const { code, message } of decision.failures) this.#notice(`${code}: ${message}`);
      return decision;
    } catch (error) {
      return failedDecision(event.point, `policyc: no decision was made: ${textOf(error)}`);
    }
  }

  #fromClient(message: Message): void {
    const { id, method } = message;
    if (!isId(id)) return this.#fromClientNote(message);
    if (typeof method !== "string") return this.#answered(id, message);
    if (isMixed(message)) return void this.#fail(id, -32600, "policyc: the message is both a request and a response");
    if (this.#waiting.has(id)) return void this.#fail(id, -32600, "policyc: this id is already in use");
    if (method === "tools/call") return void this.#guarded(id, () => this.#call(id, message));
    if (method === "initialize")
      this.#canElicit = canAsk(isObject(message.params) ? message.params.capabilities : undefined);
    if (method.startsWith("tasks/")) return this.#ofTask(id, message);
    this.#waiting.set(id, { isSent: true });
    void this.#toServer(message);
  }

  /** A request about a task is judged like the call that it runs. */
  #ofTask(id: Id, message: Message): void {
    const judge = this.#judgeOfTask(id, message);
    if (judge === null)
      return void this.#fail(id, -32602, "policyc: this task does not belong to a call made through this proxy");
    this.#waiting.set(id, { isSent: true, judge });
    void this.#toServer(message);
  }

  #judgeOfTask(id: Id, { method, params }: Message): ((reply: Message) => Promise<void>) | null {
    if (method === "tasks/list")
      return (reply) =>
        reply.error === undefined ? this.#answer(id, listOfTasks(reply.result)) : this.#toClient(reply);
    const taskId = isObject(params) ? params.taskId : undefined;
    const made = typeof taskId === "string" ? this.#tasks.get(taskId) : undefined;
    if (made === undefined) return null;
    return (reply) => (method === "tasks/result" ? this.#result(id, reply, made) : this.#state(id, reply, made));
  }

  #fromClientNote(message: Message): void {
    const { method, params } = message;
    if (!isNote(message))
      return this.#notice(`the client sent \`${named(method)}\` without an id; the message was dropped`);
    const id = method === "notifications/cancelled" && isObject(params) ? params.requestId : undefined;
    if (isId(id)) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      waiting?.drop?.();
      // The server never heard of it.
      if (waiting?.isSent === false) return;
    }
    void this.#toServer(message);
  }

  /** The client's answer to a question of the proxy or of the server. */
  #answered(id: Id, message: Message): void {
    const settle = this.#asked.get(id);
    this.#asked.delete(id);
    if (settle === undefined) void this.#toServer(message);
    else settle(message.result);
  }

  async #call(id: Id, message: Message): Promise<void> {
    const own: Waiting = { isSent: false };
    this.#waiting.set(id, own);
    const given = isObject(message.params) ? message.params : {};
    const { confirmed, params } = this.#confirmations.take(given);
    const modern = isModern(given);
    const finish = (result: JsonObject): void => {
      // Cancelled meanwhile: the client no longer waits for it.
      if (!this.#waiting.delete(id)) return;
      void this.#answer(id, modern ? { resultType: "complete", ...result } : result);
    };
    const read = readCall(message.params, this.#place, `${this.#place.session_id}/${++this.#calls}`);
    if (!("event" in read))
      return finish(refusal(`policyc: ${"error" in read ? read.error : "the call cannot be read"}`));
    const { event } = read;
    const action = writeCall(await this.#decide(event), event);
    if (this.#waiting.get(id) !== own) return;
    if (action.kind === "answer") return finish(action.result);
    const { args, notes, question: why } = action;
    if (action.kind === "ask" && !confirmed) {
      if (modern && canAsk(metaOf(given, "clientCapabilities"))) {
        this.#waiting.delete(id);
        return void this.#answer(id, this.#confirmations.ask(params, why));
      }
      const agreed = !modern && this.#canElicit && (await this.#elicit(id, why));
      if (!this.#waiting.has(id)) return;
      if (!agreed) return finish(refusal(`${why}\n${this.#canElicit ? DECLINED : NOBODY_TO_ASK}`));
    }
    // Later rules see the call as it was made.
    const asMade: PolicyEvent = { ...event, input: { ...(event.input as JsonObject), args, raw: args } };
    const made: Made = { event: asMade, notes, isModern: modern };
    this.#waiting.set(id, { isSent: true, judge: (reply) => this.#result(id, reply, made) });
    await this.#toServer({ ...message, params: { ...params, arguments: args } });
  }

  /** Asks the person, unless the call is cancelled before the answer. */
  async #elicit(call: Id, why: string): Promise<boolean> {
    const id = elicitationId();
    const { promise, resolve } = withResolvers<unknown>();
    this.#asked.set(id, resolve);
    const drop = (): void => {
      this.#asked.delete(id);
      resolve(undefined);
      const params = { requestId: id, reason: "the call was cancelled" };
      void this.#toClient({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    };
    this.#waiting.set(call, { isSent: false, drop });
    await this.#toClient({ jsonrpc: "2.0", id, method: "elicitation/create", params: question(why) });
    return isConfirmed(await promise);
  }

  #fromServer(message: Message): void {
    const { id, method } = message;
    if (typeof method === "string") return this.#requestFromServer(message, method);
    const waiting = isId(id) ? this.#waiting.get(id) : undefined;
    if (!isId(id) || waiting?.isSent !== true)
      return this.#notice(`the server answered an unknown request: ${oneLine(String(id), 80)}`);
    this.#waiting.delete(id);
    const { judge } = waiting;
    if (judge === undefined) return void this.#toClient(message);
    void this.#guarded(id, () => judge(message));
  }

  #requestFromServer(message: Message, method: string): void {
    if (isUnasked(message))
      return this.#notice("the server reported on a task without being asked; the message was dropped");
    if (!isMixed(message) && (isId(message.id) || isNote(message))) return void this.#toClient(message);
    this.#notice(`the server sent \`${named(method)}\` in a form that MCP does not have; the message was dropped`);
  }

  async #result(id: Id, message: Message, { event, notes, isModern }: Made): Promise<void> {
    const { result: given, error } = message;
    if (isModern && isQuestion(given)) return this.#toClient(message);
    const task = announcedTask(given);
    if (task !== null) this.#tasks.set(task.id, { event, notes, isModern: false });
    if (task?.isBare) return this.#toClient(message);
    const after = readResult(event, {
      ...(given === undefined ? {} : { result: given }),
      ...(error === undefined ? {} : { error }),
    });
    const decision = await this.#decide(after);
    // Remarks wait for the result of a task.
    if (isObject(given)) return this.#answer(id, writeResult(decision, after, given, task === null ? notes : []));
    const isUnchanged = decision.proceed && Object.keys(decision.changes ?? {}).length === 0;
    return isUnchanged ? this.#toClient(message) : this.#answer(id, writeResult(decision, after, {}, notes));
  }

  /** The progress of a task; anything else the server sends with it is a result, even before the last one. */
  async #state(id: Id, message: Message, made: Made): Promise<void> {
    const { result: given } = message;
    if (!isObject(given)) return this.#result(id, message, made);
    if (isBareState(given)) return this.#toClient(message);
    const after = readState(made.event, given);
    return this.#answer(id, writeState(await this.#decide(after), after, given, made.notes));
  }

  /** Every error of a call refuses it. */
  #guarded(id: Id, work: () => Promise<void>): Promise<void> {
    return work().catch((error: unknown) => {
      this.#waiting.delete(id);
      this.#notice(`a call failed: ${textOf(error)}`);
      void this.#answer(id, refusal(`policyc: the call could not be decided: ${textOf(error)}`));
    });
  }
}

function textOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error), 300);
}

/** As `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>(): Resolvers<T> {
  const made = {} as { -readonly [K in keyof Resolvers<T>]: Resolvers<T>[K] };
  made.promise = new Promise<T>((resolve, reject) => {
    made.resolve = resolve;
    made.reject = reject;
  });
  return made;
}

interface Resolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}
