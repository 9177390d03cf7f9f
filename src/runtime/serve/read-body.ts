// The body of a request, bounded in size and time. What is too much is read all the same, up to a limit, and dropped:
// closing on somebody who still writes would lose the answer, and most agents take a lost answer for agreement.

import type { IncomingMessage } from "node:http";

export interface BodyLimits {
  /** What is kept. */
  readonly bytes: number;
  /** What is read before the connection is given up. */
  readonly drained: number;
  readonly ms: number;
}

export type Body = { readonly bytes: Buffer } | { readonly error: "too-large" | "too-slow" | "broken" };

export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Body> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const done = (body: Body): void => {
      clearTimeout(timer);
      request.removeAllListeners("data");
      resolve(body);
    };
    const timer = setTimeout(() => done({ error: "too-slow" }), limits.ms);
    request.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size <= limits.bytes) pieces.push(piece);
      else if (size > limits.drained) done({ error: "too-large" });
    });
    request.on("end", () => done(size > limits.bytes ? { error: "too-large" } : { bytes: inOne(pieces, size) }));
    request.on("error", () => done({ error: "broken" }));
    request.on("close", () => done({ error: "broken" }));
  });
}

function inOne(pieces: readonly Buffer[], size: number): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces, size);
}
