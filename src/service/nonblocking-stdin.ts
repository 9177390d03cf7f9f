// Reading a pipe or socket on stdin blocks while its other end is open, and no timer fires meanwhile. Wrapping the descriptor
// in a Node socket, which is not used afterwards, makes it nonblocking.

import { fstatSync } from "node:fs";
import { Socket } from "node:net";

export function unblockStdin(): void {
  const found = fstatSync(0);
  if (found.isFIFO() || found.isSocket()) new Socket({ fd: 0, readable: false, writable: false }).unref();
}
