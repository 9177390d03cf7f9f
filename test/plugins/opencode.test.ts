// The plug-in for OpenCode, driven the way OpenCode drives plug-ins: objects that it keeps, changed in place.

import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { planOpencode, readOpencode } from "../../src/hosts/opencode/plugin.ts";
import { opencodeCall } from "../../src/hosts/opencode/tools.ts";
import { expectReadings, samplesOf } from "../hosts/read-samples.ts";
import { decision, failuresOf, said } from "../protocols/decisions.ts";
import { emitted, folder, loaded, policy, policyc } from "./emitted.ts";

// biome-ignore lint/suspicious/noExplicitAny: OpenCode's own objects.
type Any = any;

const text = policy(
  "opencode",
  `
rule no-passwords
  on user_prompt_submit
  when prompt contains "hunter2"
  set prompt = mask(prompt, /hunter2/)
  fires on "hunter2"

rule tests-first
  on before_completion_decision
  block "Run the tests first."
  fires on {}

rule shown-without-names
  on assistant_message_render
  when message contains "Alice"
  set message = mask(message, /Alice/)
  fires on "Alice"
`,
);

afterEach(() => void vi.unstubAllEnvs());

let plugin: Any;
beforeAll(async () => {
  plugin = await loaded("opencode-plugin", text);
});

/** The agent, started anew; with the home of an earlier one, started again. */
async function started(home = mkdtempSync(join(folder, "home-"))) {
  vi.stubEnv("HOME", home);
  const told: [string, Any][] = [];
  const say = (name: string) => async (words: Any) => void told.push([name, words]);
  const client = { tui: { showToast: say("toast") }, session: { abort: say("abort"), promptAsync: say("prompt") } };
  const hooks: Any = await plugin.PolicycPlugin({ client, directory: folder, worktree: folder });
  let calls = 0;
  const call = async (tool: string, args: Any, sessionID = "ses_1") => {
    const output = { args };
    await hooks["tool.execute.before"]({ tool, sessionID, callID: `call_${calls++}` }, output);
    return args;
  };
  return { hooks, told, call };
}

it("knows a session again that is resumed after the agent was started anew", async () => {
  const home = mkdtempSync(join(folder, "home-"));
  const first = await started(home);
  await first.call("read", { filePath: "app/.env" });
  const again = await started(home);
  await expect(again.call("webfetch", { url: "https://example.org" })).rejects.toThrow("has read secrets");
  await again.call("webfetch", { url: "https://example.org" }, "ses_2");
});

describe("samples", () => {
  const place = { servers: null, session_id: "ses_01", workdir: "/home/dev/shop", cwd: "/home/dev/shop" };
  it("are read as expected", () => {
    const readings = samplesOf("opencode").map(({ name, payload }) => {
      const hook = name.startsWith("event.")
        ? `event ${payload.event.type}`
        : name.replace(/\.json$/, "").replace(/^(tool\.execute\.(?:before|after))\..*$/, "$1");
      return [name, readOpencode(hook, payload, place)] as const;
    });
    expectReadings("opencode", Object.fromEntries(readings));
    for (const [name, read] of readings) {
      if (read === null || !("event" in read)) throw new Error(`${name} is no event`);
      expect([name, failuresOf(read.event)]).toEqual([name, []]);
    }
  });

  it("of unknown hooks and events are nobody's", () => {
    expect(readOpencode("event lsp.updated", {}, place)).toBeNull();
    expect(readOpencode("tool.execute.before", { input: 1 } as Any, place)).toMatchObject({
      point: "before_tool_call",
    });
  });

  it("of MCP tools are taken apart by the servers there are", () => {
    const read = (name: string, servers: readonly string[] | null) => opencodeCall(name, {}, servers);
    expect(read("my_server_do_it", ["my", "my_server"])).toMatchObject({
      tool: "mcp",
      input: { server: "my_server", tool: "do_it" },
    });
    expect(read("my-server_do", ["my-server"])).toMatchObject({ input: { server: "my-server", tool: "do" } });
    expect(read("custom_tool", [])).toMatchObject({ tool: "other" });
    expect(read("github_create_issue", null)).toMatchObject({ input: { server: "github", tool: "create_issue" } });
    expect(read("apply_patch", ["apply"])).toMatchObject({ tool: "edit" });
  });

  it("cannot be asked about or answered: that is a refusal", () => {
    const event = { point: "before_tool_call", tool: "bash", tool_name: "bash", input: { command: "x" } } as const;
    for (const outcome of ["ask", "respond", "block"] as const)
      expect(planOpencode(decision(outcome, { message: "no" }), event).word).toBe("deny");
  });
});

describe("in OpenCode", () => {
  it("exports the plug-in and nothing else", () => {
    expect(Object.keys(plugin)).toEqual(["PolicycPlugin"]);
  });

  it("a forbidden call throws its reason, an allowed one goes on as it is", async () => {
    const { call } = await started();
    await expect(call("bash", { command: "rm -rf dist" })).rejects.toThrow("Nothing is removed here.");
    expect(await call("bash", { command: "ls", description: "d" })).toEqual({ command: "ls", description: "d" });
  });

  it("a rewrite changes the very object that runs, and keeps the rest of it", async () => {
    const { call } = await started();
    expect(await call("bash", { command: "npm install", description: "d" })).toEqual({
      command: "npm ci",
      description: "d",
    });
  });

  it("what a subagent reads is remembered for the whole session, and for no other", async () => {
    const { call, hooks } = await started();
    await hooks.event({
      event: { type: "session.created", properties: { info: { id: "ses_child", parentID: "ses_1" } } },
    });
    await call("read", { filePath: `${folder}/.env` }, "ses_child");
    await expect(call("webfetch", { url: "https://example.org" })).rejects.toThrow("This session has read secrets.");
    await call("webfetch", { url: "https://example.org" }, "ses_2");
  });

  it("warnings become toasts, and one that cannot be shown changes nothing", async () => {
    const { call, told } = await started();
    await call("webfetch", { url: "https://example.org" });
    expect(told).toEqual([
      ["toast", { body: { title: "policyc", message: "about to fetch `https://example.org`", variant: "warning" } }],
    ]);
    const bare: Any = await plugin.PolicycPlugin({ directory: folder });
    await bare["tool.execute.before"](
      { tool: "webfetch", sessionID: "s", callID: "c" },
      { args: { url: "https://example.org" } },
    );
  });

  it("results are rewritten, with what is kept beside them", async () => {
    const { hooks } = await started();
    const input = { tool: "bash", sessionID: "ses_1", callID: "c", args: { command: "env" } };
    const output: Any = {
      title: "t",
      output: "AKIAABCDEFGHIJKLMNOP",
      metadata: { output: "AKIAABCDEFGHIJKLMNOP", exit: 0 },
    };
    await hooks["tool.execute.after"](input, output);
    expect(JSON.stringify(output)).not.toContain("AKIA");
    expect(output.metadata.exit).toBe(0);
    const mcp: Any = {
      content: [{ type: "text", text: "AKIAABCDEFGHIJKLMNOP" }],
      structuredContent: { k: "AKIAABCDEFGHIJKLMNOP" },
    };
    await hooks["tool.execute.after"]({ ...input, tool: "github_get", args: {} }, mcp);
    expect(JSON.stringify(mcp)).not.toContain("AKIA");
    const hidden: Any = {
      output: "ok",
      content: [{ type: "text", text: "ok" }],
      toolResult: "AKIAABCDEFGHIJKLMNOP",
    };
    await hooks["tool.execute.after"]({ ...input, tool: "github_get", args: {} }, hidden);
    expect(hidden).toEqual({ content: [{ type: "text", text: expect.not.stringContaining("AKIA") }] });
  });

  it("prompts are rewritten before they are kept", async () => {
    const { hooks } = await started();
    const send = async (...words: string[]) => {
      const parts = words.map((text, at) => ({ id: `prt_${at}`, type: "text", text }));
      await hooks["chat.message"]({ sessionID: "ses_1" }, { message: { id: "m" }, parts });
      return parts.map(({ text }) => text).join("|");
    };
    expect(await send("my password is hunter2", "hunter2 again")).not.toContain("hunter2");
    expect(await send("hello")).toBe("hello");
  });

  it("texts are rewritten before they are shown", async () => {
    const { hooks } = await started();
    const output = { text: "Alice did it" };
    await hooks["experimental.text.complete"]({ sessionID: "ses_1" }, output);
    expect(output.text).not.toContain("Alice");
  });

  it("an agent that ends too early is sent back to work, a few times", async () => {
    const { hooks, told } = await started();
    const idle = { event: { type: "session.idle", properties: { sessionID: "ses_1" } } };
    for (let turn = 0; turn < 4; turn++) {
      await hooks.event(idle);
      // What we send comes by as a prompt, and must not count as one: the agent would never end.
      const sent = told.filter(([name]) => name === "prompt").at(-1)?.[1].body.parts;
      await hooks["chat.message"]({ sessionID: "ses_1" }, { message: { id: "m" }, parts: structuredClone(sent) });
    }
    expect(told.filter(([name]) => name === "prompt")).toHaveLength(3);
    expect(told[0]).toEqual([
      "prompt",
      {
        path: { id: "ses_1" },
        body: { parts: [{ type: "text", text: said("deny", "Run the tests first.", "tests-first") }] },
      },
    ]);
  });

  it("whatever is no call at all is refused", async () => {
    const { hooks, call } = await started();
    const execute = hooks["tool.execute.before"];
    await expect(execute({ sessionID: "s" }, { args: {} })).rejects.toThrow("does not name its tool");
    await expect(execute({ tool: "bash", sessionID: "s" }, { args: null })).rejects.toThrow();
    await expect(execute({ tool: "bash", sessionID: "s" }, {})).rejects.toThrow();
    await expect(call("bash", { command: 7 })).rejects.toThrow();
    const cycle: Any = { command: "ls" };
    cycle.self = cycle;
    await expect(call("bash", cycle)).rejects.toThrow();
  });

  it("the agent may not write over the plug-in itself", async () => {
    const { call } = await started();
    const own = join(folder, `opencode-plugin-${text.length}.mjs`);
    await expect(call("write", { filePath: own, content: "" })).rejects.toThrow();
  });
});

describe("emit", () => {
  it("gives the same text again, with the revision and the hash of what is inside", async () => {
    const one = await emitted("opencode-plugin", text);
    expect(one).toBe(await emitted("opencode-plugin", text));
    expect(one).toMatch(
      /^\/\/ Generated by policyc: the policy of revision [0-9a-f]{64} inside opencode\. Do not edit\.\n\/\/ sha256 of the policy\.mjs within: [0-9a-f]{64}\n/,
    );
    expect(one).not.toContain(folder);
  });

  it("refuses what a plug-in cannot hold, and what was not built for it", async () => {
    writeFileSync(
      join(folder, "hook.policy"),
      'target opencode\nrule scan on before_tool_call when tool == "bash" run ["/bin/true"] may block\n  fires on "ls"\n',
    );
    await policyc("build", "hook.policy", "-o", "hooked");
    expect(await policyc("emit", "opencode-plugin", "hooked")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("a plug-in cannot start programs"),
    });
    const bundle = `bundle-opencode-plugin-${text.length}`;
    expect(await policyc("emit", "amp-plugin", bundle)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("was not built for this agent"),
    });
    expect(await policyc("emit", "nothing", bundle)).toMatchObject({ code: 2 });
    expect(await policyc("emit", "amp-plugin", bundle, "--target", "opencode")).toMatchObject({ code: 2 });
    expect(await policyc("emit", bundle, "--target", "opencode", "-o", "out/p.js")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(".opencode/plugins/"),
    });
    expect(await policyc("emit", bundle, "--target", "opencode", "-o", "out/p.js")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("P805"),
    });
  });
});

describe("a plug-in that was damaged", () => {
  it("refuses, wherever in the rules the damage is", async () => {
    const whole = await emitted("opencode-plugin", text);
    const start = whole.indexOf('verifiedPolicy("') + 'verifiedPolicy("'.length;
    const length = whole.indexOf('"', start) - start;
    expect(length).toBeGreaterThan(whole.length / 2);
    for (const part of [0, 0.1, 0.5, 0.9, 0.999]) {
      const at = start + Math.floor(length * part);
      const changed = String.fromCharCode(whole.charCodeAt(at) ^ 1);
      const file = join(folder, `damaged-${part}.mjs`);
      writeFileSync(file, whole.slice(0, at) + changed + whole.slice(at + 1));
      const { PolicycPlugin } = await import(pathToFileURL(file).href);
      const hooks: Any = await PolicycPlugin({ client: {}, directory: folder, worktree: folder });
      const call = hooks["tool.execute.before"](
        { tool: "bash", sessionID: "s", callID: "c" },
        { args: { command: "ls" } },
      );
      await expect(call, String(part)).rejects.toThrow("is not the one that was built");
    }
  });
});
