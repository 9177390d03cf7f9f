// Results as texts: ordinary ones are what the tool said and nothing else, and in no shape does one field hide another.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcpResponseOf, responseText } from "../../src/hosts/shared/response-text.ts";
import type { Json, PolicyEvent } from "../../src/language/contract.ts";
import { decision } from "../protocols/decisions.ts";
import { seeded } from "../seeded.ts";
import { adapterFor } from "./family.ts";

const text = (words: string) => ({ type: "text", text: words });
const KEY = "TOPSECRET";

describe("ordinary results", () => {
  it.each<[Json, string]>([
    ["ok", "ok"],
    [{ stdout: "out", stderr: "", interrupted: false, isImage: false }, "out"],
    [{ stdout: "out", stderr: "err", interrupted: false, exitCode: 1 }, "out\nerr"],
    [{ stdout: "", stderr: "" }, ""],
    [{ content: [text("a"), text(""), text("b")], isError: false }, "a\n\nb"],
    [{ content: [] }, ""],
    [[text("a"), "b"], "a\nb"],
    [{ llmContent: "for the model", returnDisplay: "for the screen" }, "for the model"],
    [{ resultType: "success", textResultForLlm: "ok" }, "ok"],
    [{ mode: "content", numFiles: 0, filenames: [], content: "a:1", numLines: 1 }, "a:1"],
    [{ filePath: "/w/a", success: true }, '{"filePath":"/w/a","success":true}'],
    [[{ a: 1 }, { b: 2 }], '[{"a":1},{"b":2}]'],
    [{ content: [text('{"a":1}')], structuredContent: { a: 1 }, _meta: { b: 2 } }, '{"a":1}'],
    [{ structuredContent: { text: "ok", n: 4 } }, '{"text":"ok","n":4}'],
  ])("%j says %j", (response, wanted) => {
    expect(responseText(response)).toBe(wanted);
  });
});

describe("nothing is hidden", () => {
  it.each<[Json, string]>([
    [{ content: [text("ok")], structuredContent: { a: KEY } }, `ok\n{"a":"${KEY}"}`],
    [{ stdout: "ok", content: [text(KEY)] }, `ok\n${KEY}`],
    [{ stdout: "ok", toolResult: KEY }, `ok\n${KEY}`],
    [{ stdout: "ok", other: KEY }, `ok\n{"other":"${KEY}"}`],
    [[{ type: "resource", text: "ok", resource: { text: KEY } }], `ok\n${KEY}`],
    [{ llmContent: { text: "ok", functionResponse: { output: KEY } } }, `ok\n{"functionResponse":{"output":"${KEY}"}}`],
    [{ llmContent: "ok", textResultForLlm: KEY }, `ok\n${KEY}`],
    [[text("ok"), { type: "image", data: KEY }], `ok\n{"type":"image","data":"${KEY}"}`],
    [[{ ...text("ok"), type: KEY }], `ok\n{"type":"${KEY}"}`],
    [[{ ...text("ok"), annotations: { title: KEY } }], `ok\n{"annotations":{"title":"${KEY}"}}`],
  ])("in %j", (response, wanted) => {
    expect(responseText(response)).toBe(wanted);
  });

  it("in any mixture of fields, nor does a replacement leave it there", () => {
    const names = [
      "stdout",
      "stderr",
      "llmContent",
      "content",
      "text",
      "type",
      "resource",
      "structuredContent",
      "other",
    ];
    const value = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Json>("ok", KEY, "", 1, null, true),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (response) => {
        const isThere = JSON.stringify(response).includes(KEY);
        expect(responseText(response).includes(KEY)).toBe(isThere);
        expect(JSON.stringify(mcpResponseOf("[redacted]", response))).not.toContain(KEY);
      }),
      seeded("responses", 100),
    );
  });
});

describe("by agent", () => {
  const hidden = { content: [text("ok")], structuredContent: { [KEY]: 1, n: 4111 }, isError: false };
  const read = (agent: string, payload: object): PolicyEvent => {
    const found = adapterFor(agent).read({ session_id: "s", cwd: "/w", ...payload });
    if (!("event" in found)) throw new Error(agent);
    return found.event;
  };
  const call = { tool_name: "mcp__db__get", tool_input: {} };
  const after = { hook_event_name: "PostToolUse", ...call, tool_response: hidden };
  const events: readonly (readonly [string, object])[] = [
    ["claude-code", after],
    ["codex", after],
    ["factory-droid", after],
    ["qwen-code", after],
    ["vscode-copilot", after],
    ["gemini-cli", { ...after, hook_event_name: "AfterTool" }],
    [
      "gemini-cli",
      { ...call, hook_event_name: "AfterTool", tool_response: { llmContent: KEY, error: { message: "it failed" } } },
    ],
    ["cursor", { hook_event_name: "postToolUse", ...call, tool_output: JSON.stringify(hidden) }],
    ["cursor", { hook_event_name: "afterMCPExecution", ...call, result_json: JSON.stringify(hidden) }],
    [
      "cursor",
      {
        hook_event_name: "afterShellExecution",
        command: "cat a",
        output: `{"stdout":"ok","stdout":"","_meta":"${KEY}"}`,
      },
    ],
    ["kiro", { hook_event_name: "postToolUse", ...call, tool_response: { success: true, result: ["ok"], other: KEY } }],
    ["goose", { event: "PostToolUse", ...call, tool_output: hidden }],
    ["cline", { hookName: "tool_result", tool_result: { name: "x", input: {}, output: "ok", error: KEY } }],
    [
      "gemini-cli",
      {
        hook_event_name: "AfterModel",
        llm_response: { text: "ok", candidates: [{ content: { parts: [KEY, { functionCall: { name: "f" } }] } }] },
      },
    ],
  ];

  it.each(events)("%s tells all of %j", (agent, payload) => {
    const { output, error, response } = read(agent, payload);
    expect(`${output ?? ""}${error ?? ""}${response ?? ""}`).toContain(KEY);
  });

  it.each([
    ["claude-code", after],
    ["cursor", { hook_event_name: "postToolUse", ...call, tool_name: "MCP:get", tool_output: JSON.stringify(hidden) }],
  ])("%s replaces a result with all that it holds", (agent, payload) => {
    const event = read(agent, payload);
    for (const made of [
      decision("pass", { changes: { output: "[redacted]" } }),
      decision("block", { message: "[redacted]" }),
    ]) {
      const { stdout } = adapterFor(agent).write(made, event);
      expect(stdout).toContain("[redacted]");
      expect(stdout).not.toContain(KEY);
      expect(stdout).not.toContain("4111");
    }
  });
});
