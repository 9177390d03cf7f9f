// A pipe or socket that a parent hands over as stdin blocks for as long as its other end is open, and no timer fires
// meanwhile. Taking it into a handle of libuv, which is then left alone, is the only way Node has to make it not block.

import { fstatSync } from "node:fs";
import { lateModule } from "../late-module.ts";
import { nodeInternals } from "./node-internals.ts";

export function neverBlock(file: number): void {
  const found = fstatSync(file);
  if (!found.isFIFO() && !found.isSocket()) return;
  if (!isTakenAsPipe(file)) takeAsSocket(file);
}

/** The handles that `node:net` is made of. */
interface PipeHandles {
  readonly Pipe: new (type: number) => { open(file: number): unknown; unref(): void };
  readonly constants: { readonly SOCKET: number };
}

/** Without `node:net`, which takes a hook process longer to load than it takes to decide. */
function isTakenAsPipe(file: number): boolean {
  const handles = process.platform === "win32" ? null : (nodeInternals("pipe_wrap") as PipeHandles | null);
  if (handles === null) return false;
  try {
    const { Pipe, constants } = handles;
    const pipe = new Pipe(constants.SOCKET);
    if (pipe.open(file) !== 0) return false;
    pipe.unref();
    return true;
  } catch {
    return false;
  }
}

function takeAsSocket(file: number): void {
  const { Socket } = lateModule<typeof import("node:net")>("node:net");
  new Socket({ fd: file, readable: false, writable: false }).unref();
}
