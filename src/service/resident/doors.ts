// The HTTP servers of the resident process: the socket and the port give the same answers, with limits that hold against slow,
// silent and far too many clients.

import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { uptimeMs } from "../../runtime/machine/uptime.ts";
import { answerProof, PROOF } from "../client/proof.ts";
import type { Door } from "./guard.ts";
import { type Residence, respond, type Traffic } from "./requests.ts";
import type { Response } from "./responses.ts";

/** Accepted connections per answered one: a client beyond the limit is still told that the process is busy. */
const ACCEPT_FACTOR = 4;

export function serverFor(door: Door, residence: Residence): Server {
  const { traffic } = residence;
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 5000,
      requestTimeout: 15_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      noDelay: true,
    },
    handle,
  );
  server.maxConnections = traffic.limits.connections * ACCEPT_FACTOR;
  server.on("connection", (socket) => {
    traffic.connections++;
    socket.once("close", () => traffic.connections--);
  });
  server.on("drop", () => residence.metrics.refused("dropped"));
  // For example too many open files. The server keeps running; a client that was not accepted decides by itself.
  server.on("error", (caught) => residence.log(`a connection could not be accepted: ${caught.message}`));

  const sendTogether = outbox(traffic);

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const began = uptimeMs();
    respond(request, door, residence, (reply) =>
      sendTogether((now) => {
        send(response, reply);
        residence.metrics.took((now - began) / 1000);
      }),
    );
  }

  function send(response: ServerResponse, { status, type, body, nonce, ends }: Response): void {
    const headers: OutgoingHttpHeaders = {
      "content-type": type,
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
    };
    if (nonce !== null) headers[PROOF] = answerProof(door.key, nonce, status, body);
    if (ends || residence.isStopping()) headers.connection = "close";
    response.writeHead(status, headers);
    // A string body is sent in one piece with the head.
    response.end(body);
  }

  return server;
}

/** How long an answer may wait for the answers decided after it. */
const TOGETHER_MS = 1;

/** Receives the current time, read once for a whole batch. */
type Send = (now: number) => void;

/**
 * Answers to calls that arrived together are sent together: waking a waiting client costs as much as deciding, and the
 * first answer wakes it for all.
 */
function outbox(traffic: Traffic): (send: Send) => void {
  let waiting: Send[] = [];
  let since = 0;
  const sendAll = (now: number): void => {
    const all = waiting;
    waiting = [];
    for (const send of all) send(now);
  };
  return (send) => {
    const now = uptimeMs();
    // With one connection there is no other call to wait for.
    if (traffic.connections === 1) return send(now);
    if (waiting.length === 0) {
      since = now;
      setImmediate(() => sendAll(uptimeMs()));
    }
    waiting.push(send);
    if (now - since > TOGETHER_MS) sendAll(now);
  };
}
