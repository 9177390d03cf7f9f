// Cline's `@folder:path`: the file it stands for is the one the rules see, in whatever call it is named.

import { describe, expect, it } from "vitest";
import { decision, failuresOf } from "../protocols/decisions.ts";
import { adapterFor } from "./family.ts";

const workspaceRoots = ["/home/dev/web", "/srv/api/", "/one/same", "/two/same"];
const call = (toolName: string, parameters: object) => ({
  clineVersion: "3.60.0",
  hookName: "PreToolUse",
  taskId: "s",
  workspaceRoots,
  preToolUse: { toolName, parameters },
});
const sdk = (name: string, input: object) => ({
  clineVersion: "0.0.78",
  hookName: "tool_call",
  taskId: "s",
  workspaceRoots,
  tool_call: { id: "c", name, input },
});
const read = (payload: object) => adapterFor("cline").read(payload);
const patch = (path: string) =>
  `*** Begin Patch\n*** Update File: ${path}\n*** Move to: @api:b\n@@\n-a\n+b\n*** Delete File: c\n*** End Patch\n`;

describe("a folder named in a path", () => {
  it.each([
    ["read_file", { path: "@api:.env" }, { path: "/srv/api/.env" }],
    ["read_file", { path: " @web: src/../.env " }, { path: "/home/dev/web/src/../.env" }],
    ["read_file", { path: "@api:/etc/shadow" }, { path: "/etc/shadow" }],
    ["list_files", { path: "@api:" }, { path: "/srv/api/" }],
    ["search_files", { regex: "x", path: "@api:src", file_pattern: "*.ts" }, { path: "/srv/api/src", files: ["*.ts"] }],
    ["write_to_file", { path: "@api:.clinerules/hooks/x", content: "" }, { path: "/srv/api/.clinerules/hooks/x" }],
    ["replace_in_file", { path: "@web:a", diff: "x" }, { path: "/home/dev/web/a" }],
    ["apply_patch", { input: patch("@web:a") }, { patch: patch("/home/dev/web/a").replace("@api:b", "/srv/api/b") }],
    ["read_file", { path: "a@api:b" }, { path: "a@api:b" }],
    ["read_file", { path: "@types/node" }, { path: "@types/node" }],
  ])("%s %j", (tool, parameters, input) => {
    const found = read(call(tool, parameters));
    expect(found).toMatchObject({ event: { input: { ...input, raw: parameters } } });
    if ("event" in found) expect(failuresOf(found.event)).toEqual([]);
  });

  it("counts in the tools of the SDK", () => {
    expect(read(sdk("read_files", { files: [{ path: "@api:.env" }, { path: "@web:a" }] }))).toMatchObject({
      event: { tool: "read", input: { path: "/srv/api/.env", files: ["/home/dev/web/a"] } },
    });
  });

  it.each([
    ["read_file", { path: "@other:.env" }, "no folder"],
    ["read_file", { path: "@same:.env" }, "several folders"],
    ["apply_patch", { input: patch("@other:a") }, "no folder"],
    ["execute_command", { command: "@other:rm -r x" }, "no folder"],
  ])("is one that nobody may decide on where it is not known: %s %j", (tool, parameters, why) => {
    expect(read(call(tool, parameters))).toMatchObject({
      point: "before_tool_call",
      error: expect.stringContaining(why),
    });
  });

  it("is no matter of tools that it is not for", () => {
    const args = { server_name: "s", tool_name: "t", arguments: '{"path":"@other:x"}' };
    expect(read(call("use_mcp_tool", args))).toMatchObject({ event: { tool: "mcp" } });
    expect(read(call("ask_followup_question", { path: "@other:x" }))).toMatchObject({ event: { tool: "other" } });
  });
});

describe("a folder named before a command", () => {
  it("is where it runs", () => {
    const found = read(call("execute_command", { command: "@api:rm -r dist" }));
    expect(found).toMatchObject({ event: { cwd: "/srv/api/", input: { command: "rm -r dist" } } });
    expect(read(call("execute_command", { command: "echo @api:x" }))).toMatchObject({
      event: { cwd: "/home/dev/web", input: { command: "echo @api:x" } },
    });
  });

  it("is not lost by a rewrite", () => {
    const found = read(sdk("execute_command", { command: "@api:ls" }));
    if (!("event" in found)) throw new Error("no event");
    const changes = { input: { command: "ls -l" } };
    expect(adapterFor("cline").write(decision("pass", { changes }), found.event).stdout).toContain('"cancel":true');
  });
});
