// The body of a request, bounded in size and time. What is too much is read all the same, up to a limit, and dropped:
// closing on somebody who still writes would lose the answer, and most agents take a lost answer for agreement.

import type { IncomingMessage } from "node:http";
import { uptimeMs } from "../uptime.ts";

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

export type ReadBody = (request: IncomingMessage, limits: BodyLimits) => Promise<Body>;

interface Waiting {
  /** In the time of uptimeMs(). */
  readonly endsAt: number;
  giveUp(): void;
}

/** How much later than its time a body is given up. */
const LOOK_MS = 200;

/** One timer for all bodies that are on their way: nearly all are there at once, and a timer for each costs as much as reading it. */
export function bodyReader(): ReadBody {
  const waiting = new Set<Waiting>();
  let isWatched = false;
  const look = (): void => {
    const now = uptimeMs();
    for (const one of waiting) if (one.endsAt <= now) one.giveUp();
    isWatched = waiting.size > 0;
    if (isWatched) setTimeout(look, LOOK_MS).unref();
  };
  return (request, limits) =>
    new Promise((resolve) => {
      const pieces: Buffer[] = [];
      let size = 0;
      let isDone = false;
      const done = (body: Body): void => {
        isDone = true;
        waiting.delete(one);
        resolve(body);
      };
      const fail = (error: Exclude<Body, { bytes: Buffer }>["error"]): void => {
        if (isDone) return;
        const [beginning = nothing] = pieces;
        pieces.length = 0;
        done({ error, beginning });
      };
      const one: Waiting = { endsAt: uptimeMs() + limits.ms, giveUp: () => fail("too-slow") };
      waiting.add(one);
      if (!isWatched) look();
      request.on("data", (piece: Buffer) => {
        if (isDone) return;
        // The first piece is kept whatever its size.
        if (size === 0 || size + piece.length <= limits.bytes) pieces.push(piece);
        size += piece.length;
        if (size > limits.drained) fail("too-large");
      });
      request.on("end", () => {
        if (size > limits.bytes) fail("too-large");
        else if (!isDone) done({ bytes: inOne(pieces, size) });
      });
      request.on("error", () => fail("broken"));
      request.on("close", () => fail("broken"));
    });
}

const nothing = Buffer.alloc(0);

function inOne(pieces: readonly Buffer[], size: number): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces, size);
}
