// The proxy as a process: the client on stdin and stdout, the server as a child. stdout belongs to the client; what the
// server writes to stderr goes to ours.

import { randomUUID } from "node:crypto";
import type { Decision } from "../../language/contract.ts";
import { McpProxy } from "./proxy.ts";

interface RunParts {
  readonly policy: { decide(event: unknown): Promise<Decision> };
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly notice: (text: string) => void;
}

/** A frame may hold an image; the engine itself refuses events above 8 MiB. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Rejects when the server cannot be started. */
export async function runProxy({ policy, name, command, cwd, env, notice }: RunParts): Promise<"client" | "server"> {
  // Imported here, as in a program of one file every import at the top is loaded for every verb.
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const [program, ...args] = command;
  const known = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const server = new StdioClientTransport({
    command: program,
    args,
    cwd,
    // The server's own environment, as configured for it.
    env: Object.fromEntries(known),
    stderr: "inherit",
    maxBufferSize: MOST_BYTES,
  });
  const client = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MOST_BYTES });
  const leave = (): void => void client.close();
  process.stdin.once("end", leave);
  process.stdout.once("error", leave);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, leave);
  const place = { server: name, session_id: `mcp-proxy-${randomUUID()}`, workdir: cwd };
  return new McpProxy({ policy, client, server, place, notice }).serve();
}
