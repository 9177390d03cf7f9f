// Who may ask. A page in a browser can reach a loopback port under a name of its own choice and send simple requests, so
// the name must be ours, an origin is refused whatever it is, and nothing is answered without the key.

import type { IncomingMessage } from "node:http";
import { BODY_HASH, isSame, NONCE, PROOF, questionProof } from "../client/proof.ts";

/** One way in: the socket or the port. Each has a key of its own, because who squats the port may learn its token. */
export interface Door {
  readonly key: Buffer;
  /** The key as the text that clients send which can do no more. */
  readonly token: Buffer;
  /** Names a client may call us by. */
  readonly hosts: ReadonlySet<string>;
}

export interface DoorRefusal {
  readonly status: number;
  /** For the count of refusals. */
  readonly reason: string;
  readonly message: string;
}

const refusal = (status: number, reason: string, message: string): DoorRefusal => ({ status, reason, message });

/** What is wrong with how it is asked; null: nothing. */
export function strangeRequest({ headers }: IncomingMessage, door: Door): DoorRefusal | null {
  if (!door.hosts.has(headers.host?.toLowerCase() ?? ""))
    return refusal(403, "host", "the Host header does not name this process");
  if (headers.origin !== undefined || headers["sec-fetch-site"] !== undefined)
    return refusal(403, "origin", "requests from web pages are not answered");
  return null;
}

export function wrongType({ headers }: IncomingMessage): DoorRefusal | null {
  const { "content-type": given = "" } = headers;
  if (given === "application/json") return null;
  const [type = ""] = given.split(";");
  if (type.trim().toLowerCase() === "application/json") return null;
  return refusal(415, "type", "the content type must be application/json");
}

const noToken = refusal(401, "token", "the token is missing or wrong");

export interface Proven {
  /** To be part of the answer's proof; null: the token itself was sent. */
  readonly nonce: string | null;
  /** What the body must be; null: the token stands for it. */
  readonly bodyHash: string | null;
}

const byToken: Proven = { nonce: null, bodyHash: null };

/** Either a proof over a fresh number, or the key itself as a bearer token, for clients that can do no more. */
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
