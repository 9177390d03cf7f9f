// `policyc mcp-proxy` as it is installed, between a client and a server of the official SDK. `npm run build` makes it.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CreateMessageRequestSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildIn } from "../runtime/built-policy.ts";

const cli = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));
const server = fileURLToPath(new URL("server.mjs", import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-mcp-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const policy = `
target mcp-proxy

rule no-bad-words
  on before_tool_call
  when tool == "mcp" and mcp.server == "small" and mcp.tool == "environment"
  block "The environment is nobody's business."
  fires on { tool: "mcp", input: { server: "small", tool: "environment", args: {} } }

rule sampling-needs-a-person
  on before_tool_call
  when tool == "mcp" and mcp.tool == "sample"
  ask "May the server use the model?" else block
  fires on { tool: "mcp", input: { server: "small", tool: "sample", args: {} } }

rule no-keys
  on after_tool_result
  when output matches /AKIA[0-9A-Z]{16}/
  set output = mask(output, /AKIA[0-9A-Z]{16}/)
  fires on { tool: "mcp", input: { server: "small", tool: "secret", args: {} }, output: "AKIAABCDEFGHIJKLMNOP", is_error: false }
`;

beforeAll(() => buildIn(folder, policy));

const command = ["mcp-proxy", "--bundle", "bundle", "--name", "small", "--", process.execPath, server];

async function connected(capabilities: object = {}) {
  const client = new Client({ name: "test", version: "1.0.0" }, { capabilities });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, ...command],
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", FOR_THE_SERVER: "yes" },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const errors: string[] = [];
  client.onerror = (error) => errors.push(error.message);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, errors, stderr: () => stderr };
}

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? "";

describe("through the proxy", () => {
  it("a session is what it is without it, but for what the rules say", async () => {
    const { client, errors, stderr } = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: "small" });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("environment");
    expect((await client.listPrompts()).prompts).toEqual([{ name: "greet" }]);
    expect((await client.getPrompt({ name: "greet" })).messages).toHaveLength(1);
    expect((await client.listResources()).resources).toHaveLength(1);
    expect((await client.readResource({ uri: "mem://a" })).contents[0]).toMatchObject({ text: "resource" });
    expect(await client.ping()).toEqual({});
    expect(textOf(await client.callTool({ name: "echo", arguments: { text: "hi" } }))).toBe("echo: hi");
    expect(await client.callTool({ name: "broken" })).toMatchObject({ isError: true });

    const blocked = await client.callTool({ name: "environment", arguments: { name: "FOR_THE_SERVER" } });
    expect(blocked).toEqual({
      content: [
        { type: "text", text: "policyc blocked this (rule no-bad-words): The environment is nobody's business." },
      ],
      isError: true,
    });
    expect(textOf(await client.callTool({ name: "secret" }))).not.toContain("AKIA");
    const structured = await client.callTool({ name: "structured" });
    expect(JSON.stringify(structured)).not.toContain("AKIA");
    expect(structured).toHaveProperty("structuredContent.n", 1);

    // Broken frames of the server are named, and nothing after them is lost.
    expect(textOf(await client.callTool({ name: "garbage" }))).toBe("after the garbage");
    expect(stderr()).toContain("noise on stderr");
    expect(stderr()).toContain("wrote something unreadable");
    expect(errors).toEqual([]);
  });

  it("progress comes, and cancellation goes", async () => {
    const { client, stderr } = await connected();
    const stop = new AbortController();
    const seen: number[] = [];
    const slow = client.callTool({ name: "slow" }, undefined, {
      signal: stop.signal,
      onprogress: ({ progress }) => {
        seen.push(progress);
        if (progress === 3) stop.abort();
      },
    });
    await expect(slow).rejects.toThrow();
    expect(seen).toEqual([1, 2, 3]);
    await client.ping();
    await expect.poll(stderr).toContain("cancelled: slow");
  });

  it("the server may use the model, when a person agrees", async () => {
    const { client } = await connected({ sampling: {}, elicitation: {} });
    const questions: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      questions.push(params.message);
      return { action: "accept", content: { proceed: questions.length > 1 } };
    });
    client.setRequestHandler(CreateMessageRequestSchema, async () => ({
      model: "m",
      role: "assistant",
      content: { type: "text", text: "4" },
    }));
    expect(await client.callTool({ name: "sample" })).toMatchObject({ isError: true });
    expect(textOf(await client.callTool({ name: "sample" }))).toBe("the model says 4");
    expect(questions[0]).toContain("May the server use the model?");
  });

  it("a client that cannot ask gets a no", async () => {
    const { client } = await connected({ sampling: {} });
    expect(textOf(await client.callTool({ name: "sample" }))).toContain("Nobody can be asked");
  });

  it("a server that dies is told of, and so is its end", async () => {
    const { client, stderr } = await connected();
    await expect(client.callTool({ name: "crash" })).rejects.toThrow(/small has exited|closed/);
    await expect.poll(stderr).toContain("the server small has exited");
  });
});

function started(args: readonly string[]): {
  readonly child: ChildProcess;
  readonly end: Promise<[number | null, string, string]>;
} {
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, env: { PATH: process.env.PATH } });
  const streams = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.on("data", (chunk) => {
      streams[name] += String(chunk);
    });
  const end = new Promise<[number | null, string, string]>((resolve) =>
    child.on("close", (code) => resolve([code, streams.stdout, streams.stderr])),
  );
  return { child, end };
}

describe("the process", () => {
  it("answers broken frames, and ends with its client", async () => {
    const { child, end } = started(command);
    const batch = '[{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"crash"}}]';
    const note = '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"crash"}}';
    child.stdin?.end(`{"jsonrpc":"2.0","id":1\nnull\n${batch}\n${note}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n`);
    const [code, stdout] = await end;
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ error }) => error?.code === -32700)).toHaveLength(3);
  });

  it("says what is wrong with a server or a bundle, and writes nothing to the client", async () => {
    const noServer = started(["mcp-proxy", "--bundle", "bundle", "--", "/nowhere/server"]);
    const [noServerCode, noServerOut, noServerErr] = await noServer.end;
    expect([noServerCode, noServerOut]).toEqual([3, ""]);
    expect(noServerErr).toContain("P889");
    expect(noServerErr).not.toContain("cannot be read");
    const noBundle = started(["mcp-proxy", "--bundle", "nowhere", "--", process.execPath, server]);
    expect(await noBundle.end).toEqual([3, "", expect.stringContaining("P601")]);
    const nothing = started(["mcp-proxy", "--bundle", "bundle"]);
    expect(await nothing.end).toEqual([2, "", expect.stringContaining("missing required argument")]);
  });
});
