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

export type Body =
  | { readonly bytes: Buffer }
  /** `beginning`: what its first piece says of the event, for the refusal. */
  | { readonly error: "too-large" | "too-slow" | "broken"; readonly beginning: Buffer };

export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Body> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let beginning: Buffer = nothing;
    const done = (body: Body): void => {
      clearTimeout(timer);
      request.removeAllListeners("data");
      resolve(body);
    };
    const fail = (error: Exclude<Body, { bytes: Buffer }>["error"]): void => done({ error, beginning });
    const timer = setTimeout(() => fail("too-slow"), limits.ms);
    request.on("data", (piece: Buffer) => {
      if (size === 0) beginning = piece;
      size += piece.length;
      if (size <= limits.bytes) pieces.push(piece);
      else if (size > limits.drained) fail("too-large");
    });
    request.on("end", () => (size > limits.bytes ? fail("too-large") : done({ bytes: inOne(pieces, size) })));
    request.on("error", () => fail("broken"));
    request.on("close", () => fail("broken"));
  });
}

const nothing = Buffer.alloc(0);

function inOne(pieces: readonly Buffer[], size: number): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces, size);
}
