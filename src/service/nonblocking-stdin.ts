// A pipe or socket that a parent hands over as stdin blocks for as long as its other end is open, and no timer fires
// meanwhile. Taking it into a socket of Node, which is then left alone, makes it not block.

import { fstatSync } from "node:fs";
import { Socket } from "node:net";

export function unblockStdin(): void {
  const found = fstatSync(0);
  if (found.isFIFO() || found.isSocket()) new Socket({ fd: 0, readable: false, writable: false }).unref();
}
