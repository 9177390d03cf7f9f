// A resident process that speaks the protocol, or fails to in some way.

import { createHash, createHmac } from "node:crypto";
import { chmodSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";

export const KEY = "5a".repeat(32);
export const REVISION = "b7".repeat(32);

/** By which the files of a program's resident process are called. */
function programId(program: string): string {
  const content = createHash("sha256").update(readFileSync(program)).digest("hex");
  return createHash("sha256")
    .update(`${realpathSync(program)}\n${content}`)
    .digest("hex")
    .slice(0, 16);
}

export interface Question {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What is answered: a body, proven, or what the test does with the connection itself. */
export type Behaviour =
  | { readonly body: string; readonly status?: number; readonly proof?: string }
  | ((response: ServerResponse) => void);

export const reply = (more: object = {}): Behaviour => ({
  body: JSON.stringify({ stdout: "resident\n", stderr: "said\n", exitCode: 0, revision: REVISION, ...more }),
});

export const hmac = (text: string): string => createHmac("sha256", Buffer.from(KEY, "hex")).update(text).digest("hex");

export interface FakeResident {
  readonly questions: readonly Question[];
  readonly socket: string;
  readonly key: string;
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

export async function fakeResident(runs: string, program: string): Promise<FakeResident> {
  const id = programId(program);
  const socket = join(runs, `${id}.sock`);
  const key = join(runs, `${id}.key`);
  const questions: Question[] = [];
  let behaviour: Behaviour = reply();
  const server: Server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    questions.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
    if (typeof behaviour === "function") return behaviour(response);
    const { status = 200, body } = behaviour;
    const proof = behaviour.proof ?? hmac(`policyc answer\n${request.headers["policyc-nonce"]}\n${status}\n${body}`);
    response.writeHead(status, { "content-length": Buffer.byteLength(body), "policyc-proof": proof }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  writeFileSync(key, `${KEY}\n`, { mode: 0o600 });
  chmodSync(runs, 0o700);
  return {
    ...{ questions, socket, key },
    behave: (one) => {
      behaviour = one;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(key, { force: true });
    },
  };
}
