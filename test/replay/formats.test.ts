// What each kind of log becomes: the events that the agent's own hooks would have got, and the lines without one.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { lineReader } from "../../src/cli/replay/read-line.ts";
import type { LogPart } from "../../src/cli/replay/recorded.ts";
import { bash, logged, replayed } from "./replaying.ts";

const sample = (name: string): string => readFileSync(new URL(`samples/${name}.jsonl`, import.meta.url), "utf8");

/** One line for each part: what it is, and of an event what matters. */
function read(text: string): readonly string[] {
  const reader = lineReader();
  const lines = text.trimEnd().split("\n");
  return lines.flatMap((line) => reader(JSON.parse(line), line.length).parts.map(shownPart));
}

function shownPart(part: LogPart): string {
  if ("nothing" in part) return `- ${part.nothing}`;
  if ("skipped" in part) return `! ${part.skipped}`;
  const { point, tool, input, prompt, output, error, cwd, workdir, call_id: call, session_id: session } = part.event;
  const { raw: _, ...fields } = (input ?? {}) as { readonly [field: string]: unknown };
  const said = tool === undefined ? prompt : JSON.stringify(fields);
  const after = [output, error].filter((text) => text !== undefined).map((text) => ` -> ${JSON.stringify(text)}`);
  const ids = `${String(session).slice(0, 4)} ${call ?? "-"} ${workdir} ${cwd === workdir ? "" : cwd}`.trimEnd();
  return `${point} ${tool ?? ""} ${said}${after.join("")} [${ids}]`;
}

it("reads transcripts of Claude Code", () => {
  expect(read(sample("claude-code"))).toMatchInlineSnapshot(`
    [
      "- summary",
      "- file-history-snapshot",
      "user_prompt_submit  Please release the shop and push it [5d0c - /home/dev/shop]",
      "- message that no user typed",
      "- answer without a tool call",
      "before_tool_call bash {"command":"git status --short"} [5d0c toolu_01A /home/dev/shop]",
      "after_tool_result bash {"command":"git status --short"} -> " M src/app.ts" [5d0c toolu_01A /home/dev/shop]",
      "before_tool_call read {"path":"/home/dev/shop/.env"} [5d0c toolu_01B /home/dev/shop]",
      "after_tool_result read {"path":"/home/dev/shop/.env"} -> "{\\"type\\":\\"text\\",\\"file\\":{\\"filePath\\":\\"/home/dev/shop/.env\\",\\"content\\":\\"PORT=8080\\",\\"numLines\\":1,\\"startLine\\":1,\\"totalLines\\":1}}" [5d0c toolu_01B /home/dev/shop]",
      "before_tool_call bash {"command":"git push --force origin main"} [5d0c toolu_01C /home/dev/shop]",
      "after_tool_failure bash {"command":"git push --force origin main"} -> "Exit code 1\\nrejected" [5d0c toolu_01C /home/dev/shop]",
      "before_tool_call edit {"path":"/home/dev/shop/src/app.ts","old":"a","new":"b"} [5d0c toolu_01D /home/dev/shop]",
      "before_tool_call mcp {"server":"github","tool":"create_release","args":{"tag":"v2"}} [5d0c toolu_01E /home/dev/shop]",
      "after_tool_result edit {"path":"/home/dev/shop/src/app.ts","old":"a","new":"b"} -> "The file has been updated." [5d0c toolu_01D /home/dev/shop]",
      "after_tool_result mcp {"server":"github","tool":"create_release","args":{"tag":"v2"}} -> "{\\"id\\":1}" [5d0c toolu_01E /home/dev/shop]",
      "before_tool_call subagent {"task":"Check all links of the shop","role":"general-purpose"} [5d0c toolu_01F /home/dev/shop]",
      "before_tool_call fetch {"url":"https://example.org/"} [5d0c toolu_02A /home/dev/shop]",
      "- task of a subagent",
      "after_tool_result fetch {"url":"https://example.org/"} -> "{\\"bytes\\":6,\\"code\\":200,\\"result\\":\\"A page\\"}" [5d0c toolu_02A /home/dev/shop]",
      "after_tool_result subagent {"task":"Check all links of the shop","role":"general-purpose"} -> "All links work." [5d0c toolu_01F /home/dev/shop]",
      "before_tool_call bash {"command":"rm -rf dist"} [5d0c toolu_01G /home/dev/shop]",
      "- call that the user declined",
      "- queue-operation",
      "- message that no user typed",
      "user_prompt_submit  thanks [5d0c - /home/dev/shop]",
      "- system",
      "- answer without a tool call",
    ]
  `);
});

it("reads rollouts of Codex", () => {
  expect(read(sample("codex"))).toMatchInlineSnapshot(`
    [
      "- session_meta",
      "- message",
      "- turn_context",
      "- message",
      "user_prompt_submit  fix the build [0199 - /home/dev/shop]",
      "- reasoning",
      "before_tool_call bash {"command":"git status && git push --force"} [0199 call_1 /home/dev/shop]",
      "after_tool_result bash {"command":"git status && git push --force"} -> "clean\\n" [0199 call_1 /home/dev/shop]",
      "- token_count",
      "before_tool_call bash {"command":"cat .env"} [0199 call_2 /home/dev/shop /home/dev/shop/app]",
      "after_tool_result bash {"command":"cat .env"} -> "Exit code: 0\\nOutput:\\nPORT=8080\\n" [0199 call_2 /home/dev/shop /home/dev/shop/app]",
      "before_tool_call bash {"command":"rm -rf 'my dir'"} [0199 call_3 /home/dev/shop]",
      "after_tool_result bash {"command":"rm -rf 'my dir'"} -> "ok" [0199 call_3 /home/dev/shop]",
      "before_tool_call edit {"patch":"*** Begin Patch\\n*** Update File: src/app.ts\\n@@\\n-a\\n+b\\n*** End Patch","path":"src/app.ts","old":"a","new":"b"} [0199 call_4 /home/dev/shop]",
      "after_tool_result edit {"patch":"*** Begin Patch\\n*** Update File: src/app.ts\\n@@\\n-a\\n+b\\n*** End Patch","path":"src/app.ts","old":"a","new":"b"} -> "Success. Updated the following files:\\nM src/app.ts\\n" [0199 call_4 /home/dev/shop]",
      "before_tool_call mcp {"server":"github","tool":"create_release","args":{"tag":"v2"}} [0199 call_5 /home/dev/shop]",
      "after_tool_result mcp {"server":"github","tool":"create_release","args":{"tag":"v2"}} -> "{\\"id\\":1}" [0199 call_5 /home/dev/shop]",
      "- web_search_call",
      "before_tool_call other {"plan":[{"step":"done","status":"completed"}]} [0199 call_6 /home/dev/shop]",
      "- message",
      "- agent_message",
      "- compacted",
    ]
  `);
});

it("takes the time, the branch and the host from a transcript", () => {
  const reader = lineReader();
  const parts = sample("claude-code")
    .trimEnd()
    .split("\n")
    .flatMap((line) => reader(JSON.parse(line), line.length).parts);
  const [prompt] = parts.filter((part) => "event" in part);
  expect(prompt).toMatchObject({
    time: Date.parse("2026-10-29T07:35:01.293Z"),
    facts: { git_branch: "main" },
    target: "claude-code",
    before: null,
  });
});

it("reads rollouts from before there were envelopes", () => {
  const call = { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c" };
  const output = { type: "function_call_output", call_id: "c", output: "a" };
  expect(read(`${JSON.stringify(call)}\n${JSON.stringify(output)}`)).toEqual([
    'before_tool_call bash {"command":"ls"} [defa c undefined]',
    'after_tool_result bash {"command":"ls"} -> "a" [defa c undefined]',
  ]);
});

it("reads what an agent sent to a hook", () => {
  const payload = {
    session_id: "s",
    cwd: "/p",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls" },
    prompt_id: "1",
  };
  const event = 'before_tool_call bash {"command":"ls"} [s - /p]';
  expect(read(JSON.stringify(payload))).toEqual([event]);
  const capture = {
    time: "2026-01-05T03:00:00.000Z",
    agent: "claude-code",
    host: "claude-code",
    event: "PreToolUse",
    point: "before_tool_call",
    tool: "bash",
    unknown_fields: [],
    payload,
    masked: [],
  };
  expect(read(JSON.stringify(capture))).toEqual([event]);
  const { payload: _, ...dropped } = capture;
  expect(read(JSON.stringify({ ...dropped, payload_dropped: "it is too large" }))).toEqual(["! call"]);
});

it("puts a subagent's calls into the session that started it", () => {
  const meta = { type: "session_meta", payload: { id: "child", cwd: "/p", parent_thread_id: "root" } };
  const call = {
    type: "response_item",
    payload: { type: "function_call", name: "shell_command", arguments: '{"command":"ls"}', call_id: "c" },
  };
  expect(read(`${JSON.stringify(meta)}\n${JSON.stringify(call)}`)[1]).toContain("[root c /p]");
});

const policy = `rule no-rm
  on before_tool_call
  when command runs "rm -r"
  block "no"
  fires on "rm -r x"`;

const events = [bash("rm -r x"), bash("ls"), bash("rm -r [y")];
const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");

it.each([
  ["lines", lines],
  ["lines with CRLF and a mark at the start", `\uFEFF${lines.replaceAll("\n", "\r\n")}`],
  ["lines without an end", lines.trimEnd()],
  ["lines with blank ones between", lines.replaceAll("\n", "\n\n \t\n")],
  ["an array", JSON.stringify(events)],
  ["an array over many lines", JSON.stringify(events, null, 2)],
  ["an array with a mark and blanks", `\uFEFF\n  ${JSON.stringify(events)}\n\n`],
  ["objects over many lines", events.map((event) => JSON.stringify(event, null, 2)).join("\n")],
  ["gzip", gzipSync(lines)],
  [
    "gzip in two parts",
    Buffer.concat([gzipSync(`${JSON.stringify(events[0])}\n`), gzipSync(lines.slice(lines.indexOf("\n") + 1))]),
  ],
])("reads %s", async (_, content) => {
  const report = await replayed(policy, content);
  expect(report.skipped.reasons).toEqual([]);
  expect(report).toMatchObject({ events: 3, outcomes: { block: 2, pass: 1 } });
});

it("reads mixed formats in one file", async () => {
  const mixed = [sample("claude-code"), logged({ event: bash("rm -r x") }), lines, sample("codex")].join("");
  const report = await replayed(policy, mixed);
  expect(report.skipped.reasons).toEqual([]);
  expect(Object.keys(report.formats).sort()).toEqual([
    "Claude Code transcript",
    "Codex rollout",
    "decision log",
    "event",
  ]);
});
