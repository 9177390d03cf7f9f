// The proxy between two transports in memory, message by message: what is decided, what passes, and what never may.

import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import type { Decision, PolicyEvent } from "../../src/language/contract.ts";
import { McpProxy } from "../../src/service/mcp/proxy.ts";
import { serverName } from "../../src/service/mcp/server-name.ts";
import { allSamplesOf, samplesOf } from "../hosts/read-samples.ts";
import { decision, failuresOf, inOurWords, remark, said } from "../protocols/decisions.ts";

// biome-ignore lint/suspicious/noExplicitAny: messages are whatever JSON-RPC allows.
type Message = any;

/** Both ends in the test's hands; `decide` says what the policy would. */
async function stage(decide: (event: PolicyEvent) => Decision | Promise<Decision>) {
  const [client, clientSide] = InMemoryTransport.createLinkedPair();
  const [server, serverSide] = InMemoryTransport.createLinkedPair();
  const toClient: Message[] = [];
  const toServer: Message[] = [];
  const notices: string[] = [];
  const events: PolicyEvent[] = [];
  client.onmessage = (message) => toClient.push(message);
  server.onmessage = (message) => toServer.push(message);
  const ended = new McpProxy({
    policy: {
      decide: async (event) => {
        events.push(event as PolicyEvent);
        return decide(event as PolicyEvent);
      },
    },
    client: clientSide,
    server: serverSide,
    place: { server: "db", session_id: "s", workdir: "/w" },
    notice: (text) => notices.push(text),
  }).serve();
  await client.start();
  await server.start();
  // Nothing here waits for a clock: a few turns of the loop are enough for all that follows from a message.
  const rest = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await new Promise((done) => setImmediate(done));
  };
  const say = async (from: InMemoryTransport, message: Message): Promise<void> => {
    await from.send(message as JSONRPCMessage);
    await rest();
  };
  return {
    toClient,
    toServer,
    notices,
    events,
    ended,
    fromClient: (message: Message) => say(client, Array.isArray(message) ? message : { jsonrpc: "2.0", ...message }),
    fromServer: (message: Message) => say(server, { jsonrpc: "2.0", ...message }),
    closeClient: () => client.close(),
    closeServer: () => server.close(),
  };
}

const mcpSamples = allSamplesOf("mcp-proxy");
const pass = () => decision("pass");
const sql = { name: "execute_sql", arguments: { query: "DROP TABLE users" } };
const call = { id: 7, method: "tools/call", params: sql };
const result = { content: [{ type: "text", text: "1 row: token=example-not-real" }] };

describe("a call", () => {
  it("goes on as it is when nothing is decided, and so does its result", async () => {
    const { fromClient, fromServer, toServer, toClient, events } = await stage(pass);
    const params = { ...sql, _meta: { progressToken: "p1" } };
    await fromClient({ ...call, params });
    expect(toServer).toEqual([{ jsonrpc: "2.0", ...call, params }]);
    await fromServer({ id: 7, result });
    expect(toClient).toEqual([{ jsonrpc: "2.0", id: 7, result }]);
    expect(events.map(({ point }) => point)).toEqual(["before_tool_call", "after_tool_result"]);
    expect(events[0]).toMatchObject({
      agent: "mcp-proxy",
      tool: "mcp",
      tool_name: "execute_sql",
      input: { server: "db", tool: "execute_sql", args: sql.arguments, raw: sql.arguments },
      session_id: "s",
      workdir: "/w",
    });
    expect(events[1]).toMatchObject({ output: "1 row: token=example-not-real", is_error: false });
    expect(events[0]?.call_id).toBe(events[1]?.call_id);
    expect(events.flatMap(failuresOf)).toEqual([]);
  });

  it("that is blocked never reaches the server, and the model reads why", async () => {
    for (const outcome of ["block", "stop"] as const) {
      const { fromClient, toServer, toClient } = await stage(() => decision(outcome, { message: "destructive SQL" }));
      await fromClient(call);
      expect(toServer).toEqual([]);
      expect(toClient).toEqual([
        {
          jsonrpc: "2.0",
          id: 7,
          result: { content: [{ type: "text", text: said("deny", "destructive SQL") }], isError: true },
        },
      ]);
    }
  });

  it("is answered in its place", async () => {
    const { fromClient, toServer, toClient } = await stage(() =>
      decision("respond", { result: { text: "nothing there" } }),
    );
    await fromClient(call);
    expect(toServer).toEqual([]);
    expect(toClient[0].result).toEqual({ content: [{ type: "text", text: "nothing there" }] });
  });

  it("is made with the arguments the rules set, and judged afterwards as it was made", async () => {
    const args = { query: "SELECT 1" };
    const { fromClient, fromServer, toServer, events } = await stage((event) =>
      event.point === "before_tool_call"
        ? decision("pass", { changes: { input: { ...(event.input as object), args } } })
        : decision("pass"),
    );
    await fromClient(call);
    expect(toServer[0].params).toEqual({ name: "execute_sql", arguments: args });
    await fromServer({ id: 7, result });
    expect(events[1]).toMatchObject({ input: { args } });
  });

  it("cannot be turned into a call of another tool", async () => {
    const { fromClient, toServer, toClient } = await stage((event) =>
      decision("pass", { changes: { input: { ...(event.input as object), tool: "other" } } }),
    );
    await fromClient(call);
    expect(toServer).toEqual([]);
    expect(toClient[0].result.isError).toBe(true);
  });

  it("is refused when no decision could be made, or it cannot be read", async () => {
    const { fromClient, toServer, toClient } = await stage(() => {
      throw new Error("no engine");
    });
    await fromClient(call);
    await fromClient({ id: 8, method: "tools/call", params: { name: "x", arguments: [1] } });
    await fromClient({ id: 9, method: "tools/call" });
    expect(toServer).toEqual([]);
    expect(toClient.map(({ result: { isError } }) => isError)).toEqual([true, true, true]);
    expect(toClient[0].result.content[0].text).toContain("no engine");
  });

  it.each([
    { method: "tools/call", params: sql },
    { id: null, method: "tools/call", params: sql },
    { method: "resources/read", params: { uri: "mem://a" } },
    { method: "prompts/get", params: { name: "greet" } },
    { method: "tasks/cancel", params: { taskId: "t1" } },
    { error: { code: 1, message: "no" } },
    { method: ["tools/call"], params: sql },
  ])("in the shape of a note reaches nobody: %j", async (message) => {
    const { fromClient, toServer, toClient, events, notices } = await stage(pass);
    await fromClient(message);
    expect([toServer, toClient, events]).toEqual([[], [], []]);
    expect(notices).toEqual([expect.stringContaining("without an id")]);
  });

  it("in a batch, or together with an answer, reaches nobody", async () => {
    const { fromClient, fromServer, toServer, toClient, events } = await stage(pass);
    // The transports of the SDK refuse both; those of others may not.
    await fromClient([{ jsonrpc: "2.0", ...call }]);
    await fromClient({ ...call, result });
    expect([toServer, events]).toEqual([[], []]);
    await fromServer({ ...call, result });
    await fromServer({ method: "notifications/message", result });
    await fromServer({ method: "sampling/createMessage", params: { messages: [] } });
    expect(toClient).toMatchObject([{ id: 7, error: { code: -32600 } }]);
  });

  it("with an id that is in use is refused", async () => {
    const { fromClient, toServer, toClient } = await stage(pass);
    await fromClient(call);
    await fromClient(call);
    expect(toServer).toHaveLength(1);
    expect(toClient).toMatchObject([{ id: 7, error: { code: -32600 } }]);
  });
});

describe("a result", () => {
  const judged = (made: Decision) => stage((event) => (event.point === "before_tool_call" ? pass() : made));

  it("is rewritten, its structured content with it", async () => {
    const made = decision("pass", { changes: { output: '{"token":"***"}' } });
    const { fromClient, fromServer, toClient } = await judged(made);
    await fromClient(call);
    const structuredContent = { token: "example-not-real" };
    await fromServer({
      id: 7,
      result: {
        content: [{ type: "text", text: JSON.stringify(structuredContent) }],
        structuredContent,
        _meta: { a: 1 },
      },
    });
    expect(toClient[0].result).toEqual({
      content: [{ type: "text", text: '{"token":"***"}' }],
      structuredContent: { token: "***" },
      _meta: { a: 1 },
    });
  });

  it("loses structured content that the rewritten text no longer says", async () => {
    const { fromClient, fromServer, toClient, events } = await judged(
      decision("pass", { changes: { output: "[redacted]" } }),
    );
    await fromClient(call);
    await fromServer({ id: 7, result: { ...result, structuredContent: { hidden: "token" } } });
    expect(toClient[0].result).toEqual({ content: [{ type: "text", text: "[redacted]" }] });
    expect(events[1]?.output).toContain('{"hidden":"token"}');
  });

  it("is withheld with everything in it", async () => {
    const { fromClient, fromServer, toClient } = await judged(decision("block", { message: "a key" }));
    await fromClient(call);
    await fromServer({ id: 7, result: { ...result, structuredContent: { token: 1 } } });
    expect(toClient[0].result).toEqual({
      content: [{ type: "text", text: `[withheld: ${said("deny", "a key")}]` }],
      isError: true,
    });
  });

  it("has the remarks of both decisions behind it", async () => {
    const { fromClient, fromServer, toClient } = await stage((event) =>
      decision("pass", { notes: [remark(event.point === "before_tool_call" ? "before" : "after")] }),
    );
    await fromClient(call);
    await fromServer({ id: 7, result });
    expect(toClient[0].result.content.map(({ text }: Message) => text)).toEqual([
      result.content[0]?.text,
      "before",
      "after",
    ]);
  });

  it("that is an error is a failure of the tool, and passes", async () => {
    const { fromClient, fromServer, toClient, events } = await stage(pass);
    await fromClient(call);
    await fromServer({ id: 7, result: { ...result, isError: true } });
    await fromClient({ ...call, id: 8 });
    await fromServer({ id: 8, error: { code: -32602, message: "no such tool" } });
    expect(events.map(({ point, error }) => [point, error])).toMatchObject([
      ["before_tool_call", undefined],
      ["after_tool_failure", "1 row: token=example-not-real"],
      ["before_tool_call", undefined],
      ["after_tool_failure", "no such tool"],
    ]);
    expect(toClient[1]).toMatchObject({ id: 8, error: { message: "no such tool" } });
  });

  it("that nobody asked for is dropped, under whatever spelling of the id", async () => {
    const { fromClient, fromServer, toClient, notices } = await stage(() => decision("pass"));
    await fromServer({ id: 7, result });
    await fromClient(call);
    await fromServer({ id: "7", result });
    expect(toClient).toEqual([]);
    expect(notices).toHaveLength(2);
    await fromServer({ id: 7, result });
    await fromServer({ id: 7, result });
    expect(toClient).toHaveLength(1);
  });

  const key = { content: [{ type: "text", text: "TOPSECRET" }] };
  const keyless = (event: PolicyEvent): Decision =>
    `${event.output ?? ""}${event.error ?? ""}`.includes("TOPSECRET")
      ? decision("block", { message: "a key" })
      : pass();
  const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const modernCall = { ...call, params: { ...sql, _meta: meta } };
  const asks = { elicit: { method: "elicitation/create", params: { message: "Which table?" } } };

  it.each<[string, Message, Message]>([
    ["as a question in a session without questions", call, { resultType: "input_required", ...key }],
    ["beside a question", modernCall, { resultType: "input_required", inputRequests: asks, ...key }],
    [
      "beside a question, structured",
      modernCall,
      { resultType: "input_required", structuredContent: { a: "TOPSECRET" } },
    ],
    [
      "beside a task, structured",
      call,
      { task: { taskId: "t1", status: "working" }, structuredContent: { a: "TOPSECRET" } },
    ],
    ["inside a task", call, { task: { taskId: "t1", status: "working", statusMessage: "TOPSECRET" } }],
    ["as the status of a task", call, { task: { taskId: "t1", status: "TOPSECRET" } }],
    [
      "beside a task of the newer protocol",
      modernCall,
      { resultType: "task", taskId: "t1", status: "working", ...key },
    ],
    [
      "for the model, while a task runs",
      call,
      {
        task: { taskId: "t1", status: "working" },
        content: [],
        _meta: { "io.modelcontextprotocol/model-immediate-response": "TOPSECRET" },
      },
    ],
    ["as the oldest protocol had it", call, { toolResult: "TOPSECRET", content: [] }],
    ["in a field that nobody knows", call, { content: [], other: { a: "TOPSECRET" } }],
    ["in a resource", call, { content: [{ type: "resource", resource: { uri: "a://b", text: "TOPSECRET" } }] }],
    ["as a text alone", call, "TOPSECRET"],
  ])("is judged %s", async (_, made, given) => {
    const { fromClient, fromServer, toClient } = await stage(keyless);
    await fromClient(made);
    await fromServer({ id: 7, result: given });
    expect(toClient).toMatchObject([{ id: 7, result: { isError: true } }]);
    expect(JSON.stringify(toClient)).not.toContain("TOPSECRET");
    expect(toClient[0].result.resultType ?? "complete").toBe("complete");
  });

  it("loses all that was beside it when it is rewritten", async () => {
    const { fromClient, fromServer, toClient } = await judged(decision("pass", { changes: { output: "[redacted]" } }));
    await fromClient(modernCall);
    await fromServer({ id: 7, result: { resultType: "task", taskId: "t", toolResult: "TOPSECRET", a: { b: 4111 } } });
    expect(toClient[0].result).toEqual({ resultType: "complete", content: [{ type: "text", text: "[redacted]" }] });
  });

  it("is judged with the data of an error", async () => {
    const { fromClient, fromServer, toClient } = await stage(keyless);
    await fromClient(call);
    await fromServer({ id: 7, error: { code: -32000, message: "no", data: { a: "TOPSECRET" } } });
    expect(JSON.stringify(toClient)).not.toContain("TOPSECRET");
  });

  it("may be a question where the protocol has them, or a task", async () => {
    const { fromClient, fromServer, toClient, events } = await stage(pass);
    const given = [
      { resultType: "input_required", inputRequests: asks, requestState: "s" },
      { resultType: "task", taskId: "t1", status: "working", createdAt: "2026-08-22T10:15:00Z", ttlMs: null },
    ];
    for (const one of given) {
      await fromClient(modernCall);
      await fromServer({ id: 7, result: one });
    }
    expect(toClient.map((message) => message.result)).toEqual(given);
    expect(events.map(({ point }) => point)).toEqual(["before_tool_call", "before_tool_call"]);
  });

  it("is judged also when it comes as that of a task", async () => {
    const { fromClient, fromServer, toClient } = await judged(decision("block", { message: "a key" }));
    await fromClient(call);
    await fromServer({ id: 7, result: { task: { taskId: "t1", status: "working" } } });
    await fromClient({ id: 8, method: "tasks/result", params: { taskId: "t1" } });
    await fromServer({ id: 8, result });
    expect(toClient[1].result.content).toEqual([{ type: "text", text: `[withheld: ${said("deny", "a key")}]` }]);
  });

  it.each(["tasks/result", "tasks/get", "tasks/cancel", "tasks/update"])(
    "of a task that no call here has started is not asked for: %s",
    async (method) => {
      const { fromClient, toServer, toClient } = await stage(pass);
      for (const params of [{ taskId: "t9" }, { taskId: 9 }, undefined]) await fromClient({ id: 8, method, params });
      expect(toServer).toEqual([]);
      expect(toClient.map(({ error }) => error.code)).toEqual([-32602, -32602, -32602]);
    },
  );

  it("is judged inside the state of a task, and the state itself passes", async () => {
    const { fromClient, fromServer, toClient, events } = await stage(keyless);
    const working = { taskId: "t1", status: "working", pollIntervalMs: 500 };
    const done = { resultType: "complete", taskId: "t1", status: "completed" };
    await fromClient(modernCall);
    await fromServer({ id: 7, result: { ...working, resultType: "task" } });
    const asked = async (given: Message): Promise<Message> => {
      await fromClient({ id: 8, method: "tasks/get", params: { taskId: "t1", _meta: meta } });
      await fromServer({ id: 8, result: given });
      return toClient.at(-1).result;
    };
    expect(await asked(working)).toEqual(working);
    expect(events).toHaveLength(1);
    expect(await asked({ ...working, statusMessage: "half of it" })).toEqual({
      ...working,
      statusMessage: "half of it",
    });
    expect(await asked({ ...working, statusMessage: "TOPSECRET" })).toEqual(working);
    const fine = { ...done, result: { content: [{ type: "text", text: "fine" }] } };
    expect(await asked(fine)).toEqual(fine);
    expect(events.at(-1)).toMatchObject({ point: "after_tool_result", output: "fine", tool_name: "execute_sql" });
    const withheld = { content: [{ type: "text", text: `[withheld: ${said("deny", "a key")}]` }], isError: true };
    for (const given of [
      { ...done, result: key },
      { ...done, result: { content: [] }, structuredContent: { a: "TOPSECRET" } },
      { ...done, status: "failed", error: { code: 1, message: "TOPSECRET" } },
      { ...done, result: "TOPSECRET" },
    ])
      expect(await asked(given)).toEqual({ ...done, result: withheld });
  });

  it("is told of a task only to who asks for it", async () => {
    const { fromClient, fromServer, toClient, notices } = await stage(pass);
    const state = { taskId: "t1", status: "completed" };
    await fromServer({ method: "notifications/tasks/status", params: state });
    for (const method of ["notifications/tasks", "notifications/tasks/status"])
      await fromServer({ method, params: { ...state, result: key } });
    expect(toClient.map(({ params }) => params)).toEqual([state]);
    expect(notices).toHaveLength(2);
    await fromClient({ id: 8, method: "tasks/list" });
    await fromServer({ id: 8, result: { tasks: [{ ...state, result: key }], nextCursor: "2", ...key } });
    expect(toClient.at(-1).result).toEqual({ tasks: [state], nextCursor: "2" });
  });
});

describe("asking", () => {
  const ask = () => decision("ask", { message: "run DROP TABLE users?" });
  const hello = (capabilities: object) => ({ id: 1, method: "initialize", params: { capabilities } });

  it("reaches the person at the client, and the call is made only after a yes", async () => {
    const { fromClient, toServer, toClient } = await stage(ask);
    await fromClient(hello({ elicitation: {} }));
    await fromClient(call);
    expect(toClient).toMatchObject([
      { method: "elicitation/create", params: { message: said("ask", "run DROP TABLE users?") } },
    ]);
    expect(toServer).toHaveLength(1);
    await fromClient({ id: toClient[0].id, result: { action: "accept", content: { proceed: true } } });
    expect(toServer[1]).toMatchObject({ id: 7, method: "tools/call" });
  });

  it.each([
    [{ action: "decline" }],
    [{ action: "cancel" }],
    [{ action: "accept", content: { proceed: false } }],
    [{ action: "accept" }],
    [{}],
  ])("takes %j for no", async (answer) => {
    const { fromClient, toServer, toClient } = await stage(ask);
    await fromClient(hello({ elicitation: { form: {} } }));
    await fromClient(call);
    await fromClient({ id: toClient[0].id, result: answer });
    expect(toServer).toHaveLength(1);
    expect(toClient[1]).toMatchObject({ id: 7, result: { isError: true } });
  });

  it("is a no where the client cannot ask", async () => {
    for (const capabilities of [{}, { elicitation: { url: {} } }]) {
      const { fromClient, toServer, toClient } = await stage(ask);
      await fromClient(hello(capabilities));
      await fromClient(call);
      expect(toServer).toHaveLength(1);
      expect(toClient[0].result).toMatchObject({ isError: true });
      expect(toClient[0].result.content[0].text).toContain("Nobody can be asked");
    }
  });

  it("ends when the call is cancelled, on both sides", async () => {
    const { fromClient, toServer, toClient } = await stage(ask);
    await fromClient(hello({ elicitation: {} }));
    await fromClient(call);
    await fromClient({ method: "notifications/cancelled", params: { requestId: 7 } });
    expect(toServer).toHaveLength(1);
    expect(toClient[1]).toMatchObject({ method: "notifications/cancelled", params: { requestId: toClient[0].id } });
    expect(toClient).toHaveLength(2);
  });

  const modern = samplesOf("mcp-proxy").find(({ name }) => name === "tools-call.request.2026-07-28.json")?.payload;
  const retry = samplesOf("mcp-proxy").find(({ name }) => name === "tools-call.retry.json")?.payload;

  it("asks by an answer where there are no sessions, and takes the yes for this call only, once", async () => {
    const { fromClient, toServer, toClient } = await stage(ask);
    await fromClient(modern);
    const { requestState, inputRequests, resultType } = toClient[0].result;
    expect(resultType).toBe("input_required");
    expect(inputRequests.policyc_confirm).toMatchObject({ method: "elicitation/create", params: { mode: "form" } });
    const again = (more: object, id: number) => ({ ...retry, id, params: { ...retry.params, requestState, ...more } });
    await fromClient(again({ requestState: "opaque-token" }, 8));
    await fromClient(again({ arguments: { query: "DROP TABLE orders" } }, 9));
    await fromClient(again({ requestState: `${requestState}x` }, 10));
    expect(toServer).toEqual([]);
    await fromClient(again({}, 11));
    expect(toServer).toMatchObject([{ id: 11, params: { name: "execute_sql" } }]);
    expect(toServer[0].params).not.toHaveProperty("requestState");
    expect(toServer[0].params).not.toHaveProperty("inputResponses");
    await fromClient(again({}, 12));
    expect(toServer).toHaveLength(1);
  });

  it("says of its own answers that they are complete", async () => {
    const { fromClient, toClient } = await stage(() => decision("block", { message: "no" }));
    await fromClient(modern);
    expect(toClient[0].result).toEqual({
      resultType: "complete",
      content: [{ type: "text", text: said("deny", "no") }],
      isError: true,
    });
  });
});

describe("samples", () => {
  /** What is sent and what comes back, by file. */
  const sample = (name: string): Message => mcpSamples.find((one) => one.name === name)?.payload;
  const request = sample("tools-call.request.2025-11-25.json");
  const modern = sample("tools-call.request.2026-07-28.json");
  const answer = sample("tools-call.result.json");

  it("are all used here", () => {
    const used = ["answer.ask.input_required", "answer.deny", "tools-call.request.2025-11-25"];
    const more = ["tools-call.request.2026-07-28", "tools-call.result", "tools-call.retry"];
    expect(mcpSamples.map(({ name }) => name)).toEqual([...used, ...more].map((name) => `${name}.json`));
  });

  it.each([["2025-11-25", request] as const, ["2026-07-28", modern] as const])(
    "of %s are the same events",
    async (_, sent) => {
      const { fromClient, fromServer, toServer, toClient, events } = await stage(pass);
      await fromClient(sent);
      expect(toServer).toEqual([sent]);
      await fromServer(answer);
      expect(toClient).toEqual([answer]);
      const args = { region: "us-west1", query: "DROP TABLE users" };
      const event = {
        ...{ agent: "mcp-proxy", session_id: "s", workdir: "/w", cwd: "/w", tool: "mcp", tool_name: "execute_sql" },
        ...{ call_id: "7", input: { server: "db", tool: "execute_sql", args, raw: args } },
      };
      const output = "1 row: token=example-not-real";
      expect(events).toEqual([
        { ...event, point: "before_tool_call", call_id: expect.any(String) },
        { ...event, point: "after_tool_result", call_id: expect.any(String), output, is_error: false },
      ]);
    },
  );

  it("of answers are what is answered", async () => {
    const no = "Denied by policy rule R1: destructive SQL.";
    const denied = await stage(() => decision("block", { message: no }));
    await denied.fromClient(modern);
    expect(denied.toClient).toEqual([inOurWords(sample("answer.deny.json"), no, said("deny", no))]);
    const sure = "Policy rule R1 asks: run DROP TABLE users?";
    const asked = await stage(() => decision("ask", { message: sure }));
    await asked.fromClient(modern);
    const wanted: Message = inOurWords(sample("answer.ask.input_required.json"), sure, said("ask", sure));
    expect(asked.toClient).toMatchObject([
      { ...wanted, result: { ...wanted.result, requestState: expect.any(String) } },
    ]);
  });
});

describe("everything else", () => {
  it("passes both ways, untouched", async () => {
    const { fromClient, fromServer, toServer, toClient, events } = await stage(() => decision("block"));
    const there = [
      { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {} } },
      { method: "notifications/initialized" },
      { id: "two", method: "tools/list", params: {} },
      { id: 3, method: "resources/read", params: { uri: "mem://a" } },
      { id: 4, method: "ping" },
      { method: "notifications/cancelled", params: { requestId: 3 } },
      { id: 99, result: { role: "assistant", content: { type: "text", text: "4" } } },
    ];
    for (const message of there) await fromClient(message);
    expect(toServer).toEqual(there.map((message) => ({ jsonrpc: "2.0", ...message })));
    const back = [
      { id: 1, result: { serverInfo: { name: "x", version: "1" } } },
      { id: "two", result: { tools: [{ name: "execute_sql", inputSchema: { type: "object" } }] } },
      { method: "notifications/progress", params: { progressToken: "p1", progress: 1 } },
      { id: 99, method: "sampling/createMessage", params: { messages: [] } },
      { id: 4, error: { code: -32603, message: "busy" } },
      { method: "notifications/tools/list_changed" },
    ];
    for (const message of back) await fromServer(message);
    expect(toClient).toEqual(back.map((message) => ({ jsonrpc: "2.0", ...message })));
    expect(events).toEqual([]);
  });
});

describe("the end", () => {
  it("of the server answers whoever waits", async () => {
    const { fromClient, closeServer, toClient, ended } = await stage(pass);
    await fromClient(call);
    await fromClient({ id: 8, method: "tools/list" });
    await closeServer();
    expect(await ended).toBe("server");
    expect(toClient).toMatchObject([
      { id: 7, error: { message: expect.stringContaining("db has exited") } },
      { id: 8, error: { code: -32000 } },
    ]);
  });

  it("of the client ends the server", async () => {
    const { closeClient, ended } = await stage(pass);
    await closeClient();
    expect(await ended).toBe("client");
  });
});

it.each([
  [["npx", "-y", "@modelcontextprotocol/server-github@2.1"], "server-github"],
  [["uv", "tool", "run", "mcp-server-git"], "mcp-server-git"],
  [["node", "/opt/servers/db.mjs", "--port", "1"], "db"],
  [["/usr/local/bin/github-mcp-server", "stdio"], "github-mcp-server"],
  [["docker", "run", "x"], "docker"],
])("calls %j %s", (command, name) => {
  expect(serverName(command)).toBe(name);
});
