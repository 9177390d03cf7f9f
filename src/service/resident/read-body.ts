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

type Trouble = "too-large" | "too-slow" | "broken";

export type RequestBody =
  | { readonly bytes: Buffer }
  /** `beginning`: what its first piece says of the event, for the refusal. */
  | { readonly error: Trouble; readonly beginning: Buffer };

/** Calls `give` once, whatever comes of it. */
export type ReadBody = (request: IncomingMessage, limits: BodyLimits, give: (body: RequestBody) => void) => void;

interface Waiting {
  /** How many more looks it is waited for. */
  looks: number;
  readonly fail: (error: Trouble) => void;
}

/** How often is looked, and how much later than its time a body is given up. */
const LOOK_MS = 200;

/** One timer for all bodies that are on their way: nearly all are there at once, and a timer for each costs as much as reading it. */
export function bodyReader(): ReadBody {
  const waiting = new Set<Waiting>();
  let isWatched = false;
  const look = (): void => {
    for (const one of waiting) if (--one.looks < 0) one.fail("too-slow");
    isWatched = waiting.size > 0;
    if (isWatched) setTimeout(look, LOOK_MS).unref();
  };
  return (request, limits, give) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let isDone = false;
    const done = (body: RequestBody): void => {
      isDone = true;
      waiting.delete(one);
      give(body);
    };
    const fail = (error: Trouble): void => {
      if (isDone) return;
      const [beginning = nothing] = pieces;
      pieces.length = 0;
      done({ error, beginning });
    };
    const one: Waiting = { looks: Math.ceil(limits.ms / LOOK_MS), fail };
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
    const broken = (): void => fail("broken");
    request.on("error", broken);
    request.on("close", broken);
  };
}

const nothing = Buffer.alloc(0);

function inOne(pieces: readonly Buffer[], size: number): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces, size);
}
