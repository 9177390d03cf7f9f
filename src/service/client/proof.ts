// How the two ends of a question know each other without sending the key: each proves that it has it, over a number that
// the caller has just made up. Who squats the socket or the port can neither ask nor answer, and learns nothing to do so.

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** HTTP headers of the proofs. */
export const NONCE = "policyc-nonce";
export const BODY_HASH = "policyc-body";
export const PROOF = "policyc-proof";

export interface ProvenQuestion {
  readonly nonce: string;
  readonly method: string;
  readonly path: string;
  /** The sha256 of the body: the proof is judged before the body is read. */
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

/** The answer's proof holds for this question alone, and for every byte of the answer. */
export function answerProof(key: Buffer, nonce: string, status: number, body: string | Uint8Array): string {
  return createHmac("sha256", key).update(`policyc answer\n${nonce}\n${status}\n`).update(body).digest("hex");
}

/** Compares in a time that does not tell how much of it is right. */
export function isSame(given: unknown, wanted: string | Buffer): boolean {
  if (typeof given !== "string") return false;
  const a = Buffer.from(given);
  const b = typeof wanted === "string" ? Buffer.from(wanted) : wanted;
  return a.length === b.length && timingSafeEqual(a, b);
}
