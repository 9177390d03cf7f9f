// Reads the body of a request, with limits on size and time. A body that is too large is still read, up to a second limit, and
// discarded: closing the connection while the client writes would lose the answer, and most agents treat that as approval.

import type { IncomingMessage } from "node:http";

export interface BodyLimits {
  /** The largest accepted body. */
  readonly bytes: number;
  /** How much is read before the connection is closed. */
  readonly drained: number;
  readonly ms: number;
}

type BodyError = "too-large" | "too-slow" | "broken";

export type RequestBody =
  | { readonly bytes: Buffer }
  /** `beginning`: the first piece, which names the event for the refusal. */
  | { readonly error: BodyError; readonly beginning: Buffer };

/** Calls `give` exactly once. */
export type ReadBody = (request: IncomingMessage, limits: BodyLimits, give: (body: RequestBody) => void) => void;

interface Waiting {
  /** How many more ticks of the timer to wait. */
  ticks: number;
  readonly fail: (error: BodyError) => void;
}

/** The interval of the timer, and so the precision of the time limit. */
const TICK_MS = 200;

/** One timer for all pending bodies: nearly all arrive at once, and a timer for each would cost as much as reading it. */
export function bodyReader(): ReadBody {
  const waiting = new Set<Waiting>();
  let isWatched = false;
  const tick = (): void => {
    for (const one of waiting) if (--one.ticks < 0) one.fail("too-slow");
    isWatched = waiting.size > 0;
    if (isWatched) setTimeout(tick, TICK_MS).unref();
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
    const fail = (error: BodyError): void => {
      if (isDone) return;
      const [beginning = nothing] = pieces;
      pieces.length = 0;
      done({ error, beginning });
    };
    const one: Waiting = { ticks: Math.ceil(limits.ms / TICK_MS), fail };
    waiting.add(one);
    if (!isWatched) tick();
    request.on("data", (piece: Buffer) => {
      if (isDone) return;
      // The first piece is stored whatever its size, because a refusal needs it.
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
