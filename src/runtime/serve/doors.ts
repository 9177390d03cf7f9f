// The HTTP servers of the resident process: the same answers behind the socket and the port, with the limits of somebody
// who expects slow, silent and far too many clients.

import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { uptimeMs } from "../uptime.ts";
import type { Door } from "./guard.ts";
import { answerProof, PROOF } from "./proof.ts";
import { type Residence, type Response, respond } from "./requests.ts";

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
    (request, response) => void handle(request, response),
  );
  server.maxConnections = traffic.limits.connections * TOLD_TOO_MUCH;
  server.on("connection", (socket) => {
    traffic.connections++;
    socket.once("close", () => traffic.connections--);
  });
  server.on("drop", () => residence.metrics.refused("dropped"));
  // Too many open files, for one: it goes on, and who was not accepted decides by itself.
  server.on("error", (caught) => residence.log(`a connection was not accepted: ${caught.message}`));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const began = uptimeMs();
    try {
      send(response, await respond(request, door, residence));
    } finally {
      residence.metrics.took((uptimeMs() - began) / 1000);
    }
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
