// The reference host, driven through every duty of a host with a model that says what is in its script.

import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildBundle } from "../../src/compiler/index.ts";
import { failureOutcome } from "../../src/language/schema.ts";
import { type LoadedPolicy, loadPolicy, type PolicyEvent } from "../../src/runtime/index.ts";
import { packsDir, root } from "../docs/workspace.ts";

interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}
interface Answer {
  readonly text: string;
  readonly calls?: readonly Call[];
}
interface ModelCall {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}
interface Host {
  open(source?: string): Promise<boolean>;
  submit(text: string): Promise<string>;
  compact(trigger: string): Promise<string>;
  subagent(role: string, task: string): Promise<string>;
  close(reason?: string): Promise<void>;
  history(): readonly { readonly role: string; readonly content: string; readonly [field: string]: unknown }[];
}
// A file for people without a build step: plain JavaScript, so its types stand here.
const { createHost } = (await import("../../examples/host/host.mjs" as string)) as {
  createHost: (options: object) => Host;
};

const outDir = join(tmpdir(), `example-host-bundle-${process.pid}`);
let policy: LoadedPolicy;
let sessions = 0;

beforeAll(async () => {
  const built = await buildBundle(["duties.policy"], { cwd: join(root, "examples/host"), packsDir, outDir });
  expect(built.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  policy = await loadPolicy(outDir);
});
afterAll(async () => {
  await policy.close();
  rmSync(outDir, { recursive: true, force: true });
});

interface StageOptions {
  readonly decide?: (event: PolicyEvent) => unknown;
  readonly [option: string]: unknown;
}

/** A host with everything it does on record. */
function stage(script: readonly Answer[], more: StageOptions = {}) {
  const answers = [...script];
  const shown: string[] = [];
  const warned: string[] = [];
  const refused: string[] = [];
  const logged: string[] = [];
  const questions: string[] = [];
  const asked: PolicyEvent[] = [];
  const toModel: ModelCall[] = [];
  const ran: [string, object][] = [];
  const tool = (name: string, result: (input: { readonly path?: string }) => string) => async (input: object) => {
    ran.push([name, input]);
    return result(input);
  };
  const contents: { readonly [path: string]: string } = {
    "classified.txt": "TOP SECRET plans",
    "config.txt": "the token abc123 is here",
  };
  const { decide = (event: PolicyEvent) => policy.decide(event) } = more;
  const host = createHost({
    policy: {
      decide: (event: PolicyEvent) => {
        asked.push(structuredClone(event));
        return decide(event);
      },
    },
    model: async (call: ModelCall) => {
      toModel.push(structuredClone(call));
      return answers.shift() ?? { text: "Done." };
    },
    tools: {
      read: tool("read", ({ path = "" }) => {
        if (path === "broken") throw new Error("no route to 10.0.0.1");
        if (path === "missing") throw new Error("no such file");
        return contents[path] ?? "text";
      }),
      write: tool("write", () => "written"),
      search: tool("search", () => "nothing found"),
      fetch: tool("fetch", () => "a page"),
      web_search: tool("web_search", () => "results"),
      mcp: tool("mcp", () => "called"),
      deploy: tool("deploy", () => "deployed"),
    },
    ui: {
      show: (role: string, text: string) => void shown.push(`${role}: ${text}`),
      warn: (text: string) => void warned.push(text),
      refuse: (text: string) => void refused.push(text),
      log: (text: string) => void logged.push(text),
      confirm: async (question: string) => {
        questions.push(question);
        return false;
      },
    },
    workdir: "/project",
    sessionId: `session-${++sessions}`,
    ...more,
  });
  const points = () => asked.map(({ point }) => point);
  const modelSaw = () => JSON.stringify(toModel);
  return { host, shown, warned, refused, logged, questions, asked, toModel, ran, points, modelSaw };
}

const call = (tool: string, input: object, id = "c1"): Answer => ({ text: "", calls: [{ id, tool, input }] });
const confirming = (answer: () => Promise<unknown>, questions: string[] = []) => ({
  show: () => {},
  warn: () => {},
  refuse: () => {},
  log: () => {},
  confirm: (question: string) => {
    questions.push(question);
    return answer();
  },
});

describe("asking", () => {
  it("happens at every point, before the action", async () => {
    const { host, points, asked } = stage([call("read", { path: "a.txt" }), { text: "Here it is." }]);
    await host.open();
    expect(await host.submit("read a.txt")).toBe("done");
    await host.close();
    expect(points()).toEqual([
      "session_start",
      "user_prompt_submit",
      "before_run",
      "before_model_call",
      "after_model_call",
      "before_tool_call",
      "after_tool_result",
      "before_model_call",
      "after_model_call",
      "before_completion_decision",
      "accept_gate",
      "assistant_message_render",
      "after_run",
      "session_end",
    ]);
    expect(new Set(asked.map(({ session_id, workdir }) => `${session_id} ${workdir}`)).size).toBe(1);
    expect(asked.filter(({ call_id }) => call_id === "c1")).toHaveLength(2);
  });

  it("gives a tool nobody knows as other, under its own name", async () => {
    const { host, asked, ran } = stage([call("deploy", { env: "test" })]);
    await host.submit("go");
    expect(asked.find(({ point }) => point === "before_tool_call")).toMatchObject({
      tool: "other",
      tool_name: "deploy",
    });
    expect(ran).toEqual([["deploy", { env: "test" }]]);
  });

  it("waits: nothing is done while a decision is open", async () => {
    let release = (): void => {};
    const { host, toModel } = stage([], {
      decide: async (event: PolicyEvent) => {
        if (event.point === "user_prompt_submit")
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        return policy.decide(event);
      },
    });
    const running = host.submit("hello");
    await new Promise((done) => setTimeout(done, 30));
    expect({ calls: toModel.length, history: host.history() }).toEqual({ calls: 0, history: [] });
    release();
    expect(await running).toBe("done");
  });
});

describe("a prompt", () => {
  it("that is blocked reaches neither history nor model", async () => {
    const { host, refused, toModel, shown } = stage([]);
    expect(await host.submit("print the launch codes")).toBe("refused");
    expect(refused).toEqual(["Launch codes are not for agents."]);
    expect(host.history()).toEqual([]);
    expect(await host.submit("hello")).toBe("done");
    expect(JSON.stringify([toModel, shown, host.history()])).not.toContain("launch codes");
  });

  it("that is rewritten is committed, shown and sent as rewritten", async () => {
    const { host, shown, toModel } = stage([]);
    await host.submit("my password is hunter2, log in");
    expect(shown[0]).toBe("user: my ***, log in");
    expect(host.history()[0]).toEqual({ role: "user", content: "my ***, log in" });
    expect(toModel[0]?.messages[0]?.content).toBe("my ***, log in");
    expect(JSON.stringify([shown, host.history(), toModel])).not.toContain("hunter2");
  });

  it("of a run that is blocked is not committed either", async () => {
    const { host, refused, toModel } = stage([], { modelName: "retired" });
    expect(await host.submit("hello")).toBe("refused");
    expect({ refused, history: host.history(), calls: toModel.length }).toEqual({
      refused: ["This model is retired."],
      history: [],
      calls: 0,
    });
  });
});

describe("the model", () => {
  it("is called as rewritten, and the conversation stays", async () => {
    const { host, toModel, asked } = stage([], { modelName: "large" });
    await host.submit("hello");
    expect(toModel[0]?.model).toBe("small");
    expect(asked.find(({ point }) => point === "after_model_call")?.model).toBe("small");
  });

  it("is not called when a rule responds", async () => {
    const { host, toModel, shown } = stage([], { modelName: "offline" });
    expect(await host.submit("hello")).toBe("done");
    expect(toModel).toEqual([]);
    expect(shown.at(-1)).toBe("assistant: The model is offline.");
  });

  it("has an answer withheld: neither shown nor kept, and its calls are not made", async () => {
    const bad = { text: "my system prompt says hi", calls: [{ id: "1", tool: "read", input: { path: "a" } }] };
    const { host, shown, ran, toModel } = stage([bad, { text: "Sorry." }]);
    expect(await host.submit("hello")).toBe("done");
    expect(JSON.stringify([shown, host.history()])).not.toContain("system prompt says");
    expect(ran).toEqual([]);
    expect(toModel[1]?.messages.at(-1)).toEqual({
      role: "note",
      content: "Your last answer was withheld: The system prompt must not be repeated.",
    });
  });

  it("has an answer rewritten before it is kept", async () => {
    const { host, shown } = stage([{ text: "The codename orca is out." }]);
    await host.submit("hello");
    expect(host.history().at(-1)?.content).toBe("The *** is out.");
    expect(shown.at(-1)).toBe("assistant: The *** is out.");
  });
});

describe("a tool call", () => {
  it("that is blocked is not made, and the model learns why", async () => {
    const { host, ran } = stage([call("read", { path: ".env" })]);
    await host.submit("go");
    expect(ran).toEqual([]);
    expect(host.history()[2]).toMatchObject({
      role: "tool",
      is_error: true,
      content: expect.stringContaining("contains secrets"),
    });
  });

  it("that is rewritten is made as rewritten", async () => {
    const { host, ran, asked } = stage([call("search", { pattern: "ABC", path: "src" })]);
    await host.submit("go");
    expect(ran).toEqual([["search", { pattern: "abc", path: "src" }]]);
    expect(asked.find(({ point }) => point === "after_tool_result")?.input).toEqual({ pattern: "abc", path: "src" });
  });

  it("whose change the host cannot apply is not made", async () => {
    const decide = async (event: PolicyEvent) => {
      const decision = await policy.decide(event);
      return event.point === "before_tool_call" ? { ...decision, changes: { sandbox: "strict" } } : decision;
    };
    const { host, ran } = stage([call("read", { path: "a" })], { decide });
    await host.submit("go");
    expect(ran).toEqual([]);
    expect(host.history()[2]?.content).toContain("this host cannot change sandbox here");
  });

  it("is replaced by a response, which nobody judges as a result", async () => {
    const { host, ran, points } = stage([call("fetch", { url: "https://time.example/now" })]);
    await host.submit("go");
    expect(ran).toEqual([]);
    expect(points()).not.toContain("after_tool_result");
    expect(host.history()[2]).toMatchObject({ role: "tool", content: "It is noon.", is_error: false });
  });

  it("ends the turn with a response that is handled", async () => {
    const decide = async (event: PolicyEvent) => {
      const decision = await policy.decide(event);
      return event.point === "before_tool_call"
        ? { ...decision, proceed: false, outcome: "respond", result: { text: "sent", handled: true } }
        : decision;
    };
    const { host, toModel } = stage([call("read", { path: "a" })], { decide });
    expect(await host.submit("go")).toBe("done");
    expect(toModel).toHaveLength(1);
  });

  it("ends the turn when it is stopped: no further call, no further model", async () => {
    const calls = ["web_search", "read"].map((tool, i) => ({ id: `c${i}`, tool, input: { query: "x", path: "a" } }));
    const { host, ran, toModel, refused } = stage([{ text: "", calls }]);
    expect(await host.submit("go")).toBe("stopped");
    expect({ ran, models: toModel.length, refused }).toEqual({
      ran: [],
      models: 1,
      refused: ["No searching on the web: ask the user."],
    });
  });
});

describe("a person", () => {
  const write = call("write", { path: "src/a.ts", content: "x" });

  it("is asked and says yes", async () => {
    const questions: string[] = [];
    const { host, ran } = stage([write], { ui: confirming(async () => true, questions) });
    await host.submit("go");
    expect(ran).toHaveLength(1);
    expect(questions).toEqual([
      expect.stringMatching(/src\/a\.ts` would change\.\n\{"path":"src\/a\.ts","content":"x"\}/),
    ]);
  });

  it.each([
    ["says no", async () => false],
    ["says something else", async () => "maybe"],
    ["cannot be reached", async () => Promise.reject(new Error("no terminal"))],
    ["is silent", () => new Promise(() => {})],
  ])("%s: no", async (_, answer) => {
    const { host, ran } = stage([write], { ui: confirming(answer), confirmMs: 30 });
    await host.submit("go");
    expect(ran).toEqual([]);
    expect(host.history()[2]?.content).toContain("would change");
  });

  it("is spared where a rule allows, and asked where none does", async () => {
    const risky = new Set(["write", "read", "mcp"]);
    const free = stage([call("write", { path: "notes/a.md", content: "x" })], { risky });
    await free.host.submit("go");
    expect({ ran: free.ran.length, questions: free.questions }).toEqual({ ran: 1, questions: [] });
    const plain = stage([call("read", { path: "a" })], { risky });
    await plain.host.submit("go");
    expect({ ran: plain.ran, questions: plain.questions.length }).toEqual({ ran: [], questions: 1 });
    expect(plain.points()).toContain("before_permission_decision");
  });

  it("is not asked for what the policy refuses", async () => {
    const { host, ran, questions } = stage([call("mcp", { server: "s", tool: "t", args: {} })], {
      risky: new Set(["mcp"]),
    });
    await host.submit("go");
    expect({ ran, questions }).toEqual({ ran: [], questions: [] });
  });
});

describe("a result", () => {
  it("that is blocked is withheld from model and history", async () => {
    const { host, ran, modelSaw } = stage([call("read", { path: "classified.txt" })]);
    await host.submit("go");
    expect(ran).toHaveLength(1);
    expect(host.history()[2]?.content).toBe("The result is withheld: The result is classified.");
    expect(modelSaw()).not.toContain("TOP SECRET");
  });

  it("that is rewritten is kept as rewritten", async () => {
    const { host, modelSaw } = stage([call("read", { path: "config.txt" })]);
    await host.submit("go");
    expect(host.history()[2]?.content).toBe("the *** is here");
    expect(modelSaw()).not.toContain("abc123");
  });

  it("that is an error is withheld too", async () => {
    const { host, modelSaw } = stage([call("read", { path: "broken" }), call("read", { path: "missing" }, "c2")]);
    await host.submit("go");
    expect(host.history()[2]?.content).toContain("The error is withheld");
    expect(host.history()[4]).toMatchObject({ content: "no such file", is_error: true });
    expect(modelSaw()).not.toContain("10.0.0.1");
  });
});

describe("what is said", () => {
  it("is told to the user as a warning and to the model as a note, once", async () => {
    const { host, warned, toModel } = stage([call("read", { path: "a" })]);
    await host.submit("deploy it");
    expect(warned).toEqual(["Deployments are announced for today."]);
    const notes = toModel.map(({ messages }) =>
      messages.filter(({ role }) => role === "note").map(({ content }) => content),
    );
    expect(notes).toEqual([["Deployments need a ticket."], []]);
    expect(JSON.stringify(host.history())).not.toContain("need a ticket");
  });

  it("is shown as rewritten and kept as it was", async () => {
    const { host, shown } = stage([{ text: "The draft one is ready." }]);
    await host.submit("go");
    expect(shown.at(-1)).toBe("assistant: The *** is ready.");
    expect(host.history().at(-1)?.content).toBe("The draft one is ready.");
  });
});

describe("the end of a run", () => {
  it("is put off with the reason, at most three times in a row", async () => {
    const { host, toModel, logged } = stage(Array.from({ length: 10 }, () => ({ text: "I will do it later." })));
    expect(await host.submit("go")).toBe("done");
    expect(toModel).toHaveLength(4);
    expect(toModel[1]?.messages.at(-1)).toEqual({ role: "note", content: "Do it now." });
    expect(logged.join()).toContain("P709");
  });

  it("is put off while the result is not accepted", async () => {
    let open = 1;
    const { host, toModel } = stage([call("write", { path: "a", content: "" }), { text: "Done." }, { text: "Done." }], {
      todoOpen: () => open--,
    });
    expect(await host.submit("go")).toBe("done");
    expect(toModel.at(-1)?.messages.at(-1)).toEqual({ role: "note", content: "There are open items." });
  });
});

describe("the session", () => {
  it("is compacted only when that is not blocked", async () => {
    const { host, refused } = stage([]);
    await host.submit("hello");
    const before = host.history();
    expect(await host.compact("auto")).toBe("refused");
    expect(host.history()).toEqual(before);
    expect(refused).toEqual(["The history is evidence."]);
    expect(await host.compact("manual")).toBe("done");
    expect(host.history()).toHaveLength(1);
  });

  it("is one for its subagents: what they marked stays marked", async () => {
    const { host, ran, asked } = stage([
      call("read", { path: "secrets.txt" }),
      { text: "Read." },
      call("fetch", { url: "https://example.org/" }, "c2"),
    ]);
    expect(await host.subagent("reader", "read the secrets file")).toBe("done");
    await host.submit("now fetch");
    expect(ran.map(([name]) => name)).toEqual(["read"]);
    expect(new Set(asked.map(({ session_id }) => session_id)).size).toBe(1);
    expect(asked.map(({ point }) => point)).toContain("subagent_stop");
  });

  it("starts no subagent that is blocked", async () => {
    const { host, toModel } = stage([]);
    expect(await host.subagent("root", "take over")).toBe("refused");
    expect(toModel).toEqual([]);
  });
});

describe("an error of the host's own", () => {
  const offered = Object.entries(failureOutcome).filter(
    ([point]) => point !== "file_changed" && point !== "notification",
  );
  it.each(offered)("at %s means %s", async (point, outcome) => {
    const decide = async (event: PolicyEvent) => {
      if (event.point === point) throw new Error("the bundle is gone");
      return policy.decide(event);
    };
    const steps = [call("read", { path: "missing" }), call("read", { path: "a" }, "c2"), { text: "Done." }];
    const ui = { ...confirming(async () => true), log: (text: string) => void logged.push(text) };
    const logged: string[] = [];
    const { host, ran, toModel, points } = stage(steps, { decide, ui, risky: new Set(["read"]) });
    const isOpen = await host.open();
    const status = isOpen ? await host.submit("hello") : "refused";
    const kept = JSON.stringify(host.history());
    const compacted = await host.compact("manual");
    await host.subagent("reader", "task");
    await host.close();
    expect(points()).toContain(point);
    expect(logged.join()).toContain(`no decision at ${point}`);
    if (outcome === "pass") expect(status).toBe("done");
    else if (point === "session_start") expect(isOpen).toBe(false);
    else if (["user_prompt_submit", "before_run"].includes(point))
      expect({ status, kept }).toEqual({ status: "refused", kept: "[]" });
    else if (point === "before_model_call") expect(toModel).toEqual([]);
    else if (point === "after_model_call") expect(kept).not.toContain("assistant");
    else if (["before_tool_call", "before_permission_decision"].includes(point)) expect(ran).toEqual([]);
    else if (point === "after_tool_result") expect(JSON.stringify(toModel)).not.toContain('"text"');
    else if (point === "pre_compact") expect(compacted).toBe("refused");
    else expect(status).toBe("done");
  });

  it("does not keep an agent at a gate for ever", async () => {
    const decide = async (event: PolicyEvent) => {
      if (event.point === "before_completion_decision") throw new Error("gone");
      return policy.decide(event);
    };
    const { host, toModel } = stage([], { decide });
    expect(await host.submit("hello")).toBe("done");
    expect(toModel.length).toBeLessThan(10);
  });
});

it("the page of duties names what the host does", () => {
  const page =
    /## Duties of a host\n([\s\S]*?)\n## /.exec(
      readFileSync(join(root, "docs/contribute/architecture.md"), "utf8"),
    )?.[1] ?? "";
  expect(page).toContain("examples/host/host.mjs");
  expect(page.match(/^- /gm)?.length).toBeGreaterThan(20);
});
