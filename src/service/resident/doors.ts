// The HTTP servers of the resident process: the same answers behind the socket and the port, with the limits of somebody
// who expects slow, silent and far too many clients.

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

/** Connections that are accepted for each one that is answered: who comes too much is told so, as long as that is possible. */
const TOLD_TOO_MUCH = 4;

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
  server.maxConnections = traffic.limits.connections * TOLD_TOO_MUCH;
  server.on("connection", (socket) => {
    traffic.connections++;
    socket.once("close", () => traffic.connections--);
  });
  server.on("drop", () => residence.metrics.refused("dropped"));
  // Too many open files, for one: it goes on, and who was not accepted decides by itself.
  server.on("error", (caught) => residence.log(`a connection could not be accepted: ${caught.message}`));

  const together = outbox(traffic);

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const began = uptimeMs();
    respond(request, door, residence, (given) =>
      together((now) => {
        send(response, given);
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
    // As text, which goes out with the head in one piece.
    response.end(body);
  }

  return server;
}

/** How long an answer may wait for those that are decided after it. */
const TOGETHER_MS = 1;

/** Is told the time, which many can be told at once. */
type Send = (now: number) => void;

/**
 * Answers to questions that came together go out together: to wake whoever waits costs as much as to decide, and the
 * first one wakes it for all.
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
    // Nobody else can have asked.
    if (traffic.connections === 1) return send(now);
    if (waiting.length === 0) {
      since = now;
      setImmediate(() => sendAll(uptimeMs()));
    }
    waiting.push(send);
    if (now - since > TOGETHER_MS) sendAll(now);
  };
}
