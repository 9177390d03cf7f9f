// A pipe or socket that a parent hands over as stdin blocks for as long as its other end is open, and no timer fires
// meanwhile. Taking it into a handle of libuv, which is then left alone, is the only way Node has to make it not block.

import { fstatSync } from "node:fs";
import { lateModule } from "../late-module.ts";

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

/** Versions whose handles are known: one that is called in another way than it expects would end the process. */
const KNOWN = /^v(?:20|22|24|26)\./;

/** Without `node:net`, which takes a hook process longer to load than it takes to decide. */
function isTakenAsPipe(file: number): boolean {
  const { version, versions, platform, binding } = process as NodeJS.Process & { binding?: (name: string) => unknown };
  const isKnown = KNOWN.test(version) && !("bun" in versions) && !("deno" in versions) && platform !== "win32";
  if (!isKnown || binding === undefined) return false;
  try {
    const { Pipe, constants } = binding("pipe_wrap") as PipeHandles;
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
