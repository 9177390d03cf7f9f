// Lets client and resident process authenticate each other without sending the key: each proves that it has the key, over a
// nonce that the client has just generated. A process that takes over the socket or the port can neither ask nor answer, and
// learns nothing that would let it.

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** HTTP headers of the proofs. */
export const NONCE = "policyc-nonce";
export const BODY_HASH = "policyc-body";
export const PROOF = "policyc-proof";

export interface ProvenQuestion {
  readonly nonce: string;
  readonly method: string;
  readonly path: string;
  /** The sha256 of the body: the proof is checked before the body is read. */
  readonly bodyHash: string;
}

export function newNonce(): string {
  return randomBytes(16).toString("hex");
}

export function hashOf(body: string | Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

export function questionProof(key: Buffer, { nonce, method, path, bodyHash }: ProvenQuestion): string {
  return createHmac("sha256", key).update(`policyc ask\n${nonce}\n${method} ${path}\n${bodyHash}`).digest("hex");
}

/** The proof covers this nonce and every byte of the answer. */
export function answerProof(key: Buffer, nonce: string, status: number, body: string | Uint8Array): string {
  return createHmac("sha256", key).update(`policyc answer\n${nonce}\n${status}\n`).update(body).digest("hex");
}

/** Compares in constant time. */
export function isSame(received: unknown, expected: string | Buffer): boolean {
  if (typeof received !== "string") return false;
  const a = Buffer.from(received);
  const b = typeof expected === "string" ? Buffer.from(expected) : expected;
  return a.length === b.length && timingSafeEqual(a, b);
}
