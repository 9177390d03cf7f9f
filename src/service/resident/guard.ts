// Decides who may call. A web page can reach a loopback port under a host name of its own choice and send simple requests. So
// the Host header must name this process, every request with an Origin is refused, and every call needs the key.

import type { IncomingMessage } from "node:http";
import { BODY_HASH, isSame, NONCE, PROOF, questionProof } from "../client/proof.ts";

/** One entry: the socket or the port. Each has its own key, because a process that takes over the port may learn its token. */
export interface Door {
  readonly key: Buffer;
  /** The key as text, for clients that can only send a bearer token. */
  readonly token: Buffer;
  /** Accepted values of the Host header. */
  readonly hosts: ReadonlySet<string>;
}

export interface DoorRefusal {
  readonly status: number;
  /** For the count of refusals. */
  readonly reason: string;
  readonly message: string;
}

const refusal = (status: number, reason: string, message: string): DoorRefusal => ({ status, reason, message });

/** Refuses requests to another host name or from a web page; null: neither. */
export function foreignRequest({ headers }: IncomingMessage, door: Door): DoorRefusal | null {
  if (!door.hosts.has(headers.host?.toLowerCase() ?? ""))
    return refusal(403, "host", "the Host header does not name this process");
  if (headers.origin !== undefined || headers["sec-fetch-site"] !== undefined)
    return refusal(403, "origin", "requests from web pages are not answered");
  return null;
}

export function wrongType({ headers }: IncomingMessage): DoorRefusal | null {
  const { "content-type": header = "" } = headers;
  if (header === "application/json") return null;
  const [type = ""] = header.split(";");
  if (type.trim().toLowerCase() === "application/json") return null;
  return refusal(415, "type", "the content type must be application/json");
}

const noToken = refusal(401, "token", "the token is missing or wrong");

export interface Proven {
  /** Goes into the proof of the answer; null: the client sent the token itself. */
  readonly nonce: string | null;
  /** The expected hash of the body; null: the client sent the token itself. */
  readonly bodyHash: string | null;
}

const byToken: Proven = { nonce: null, bodyHash: null };

/** Checks the proof over a fresh nonce, or the key itself as a bearer token, for clients that cannot compute a proof. */
export function proven(request: IncomingMessage, door: Door): Proven | DoorRefusal {
  const { headers, method = "", url = "" } = request;
  const { [NONCE]: nonce, [BODY_HASH]: bodyHash, [PROOF]: proof } = headers;
  if (typeof nonce === "string" && typeof bodyHash === "string") {
    const isProven = isSame(proof, questionProof(door.key, { nonce, method, path: url, bodyHash }));
    return isProven ? { nonce, bodyHash } : noToken;
  }
  const { authorization = "" } = headers;
  const end = authorization.indexOf(" ");
  const isKnown = isSame(authorization.slice(end + 1), door.token);
  return isKnown && authorization.slice(0, end).toLowerCase() === "bearer" ? byToken : noToken;
}
