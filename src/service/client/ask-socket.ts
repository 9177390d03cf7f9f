// Sends one request to the resident process and checks the proof of its answer. Uses a bare socket, because an HTTP client
// takes longer to load than the whole exchange. Rejects on any irregularity.

import { connect } from "node:net";
import { answerProof, BODY_HASH, hashOf, isSame, NONCE, newNonce, PROOF, questionProof } from "./proof.ts";
import { type RunFiles, readKey } from "./run-folder.ts";

export interface SocketQuestion {
  readonly files: RunFiles;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body: Buffer;
  readonly limitMs: number;
}

export interface SocketAnswer {
  readonly status: number;
  readonly body: Buffer;
}

const CAP_BYTES = 64 * 1024 * 1024;

export async function askSocket({ files, method, path, body, limitMs }: SocketQuestion): Promise<SocketAnswer> {
  const key = readKey(files);
  const nonce = newNonce();
  const bodyHash = hashOf(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: policyc",
    "connection: close",
    "content-type: application/json",
    `content-length: ${body.length}`,
    `${NONCE}: ${nonce}`,
    `${BODY_HASH}: ${bodyHash}`,
    `${PROOF}: ${questionProof(key, { nonce, method, path, bodyHash })}`,
  ];
  // In one piece: the other side may answer and close before a second write.
  const question = Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
  const bytes = await exchange(files.socket, question, limitMs);
  const { status, headers, body: answer } = readMessage(bytes);
  if (!isSame(headers.get(PROOF), answerProof(key, nonce, status, answer)))
    throw new Error("the answer does not come from the resident process: its key is missing");
  return { status, body: answer };
}

/** Writes everything, then reads until the other side closes. */
function exchange(socketPath: string, question: Buffer, limitMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    const read: Buffer[] = [];
    let size = 0;
    const fail = (why: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(why);
    };
    const timer = setTimeout(() => fail(new Error("no answer in time")), limitMs);
    socket.on("error", fail);
    socket.on("data", (chunk) => {
      size += chunk.length;
      if (size > CAP_BYTES) fail(new Error("the answer is too large"));
      else read.push(chunk);
    });
    socket.on("end", () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(read, size));
    });
    socket.on("close", () => fail(new Error("the connection was closed early")));
    socket.write(question);
  });
}

interface Message {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

function readMessage(bytes: Buffer): Message {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) throw new Error("the answer is incomplete");
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(`${first} `) ?? [];
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  if (status === undefined || headers.get("content-length") !== String(body.length))
    throw new Error("the answer is incomplete");
  return { status: Number(status), headers, body };
}
