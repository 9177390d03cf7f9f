// The code of a CommonJS module, as a script that gives a function. It is read with room for that function around it: putting
// it there later would copy all of the text.

import { isAscii } from "node:buffer";
import { inFolder } from "../plain-paths.ts";
import type { RunScript } from "./scripts.ts";

const HEAD = "(function(exports,require,module,__filename,__dirname){";
const TAIL = "\n})";

export interface ModuleCode {
  /** As they are in the file. */
  readonly bytes: Buffer;
  readonly script: Buffer;
}

/** Room for so many bytes, which whoever asks fills in. */
export function moduleRoom(size: number): ModuleCode {
  const script = Buffer.allocUnsafe(HEAD.length + size + TAIL.length);
  script.write(HEAD);
  script.write(TAIL, HEAD.length + size);
  return { script, bytes: script.subarray(HEAD.length, HEAD.length + size) };
}

export function moduleCode(bytes: Uint8Array): ModuleCode {
  const room = moduleRoom(bytes.length);
  room.bytes.set(bytes);
  return room;
}

export interface ModulePlace {
  /** Tells it from other scripts. */
  readonly name: string;
  readonly folder: string;
  readonly require: NodeJS.Require;
  readonly run: RunScript;
}

/** Runs the bytes themselves; a path would let the disk answer a second time. `given` is what the module finds in `module`. */
export function runModule({ script }: ModuleCode, place: ModulePlace, given: object = {}): unknown {
  const { name, folder, require, run } = place;
  // The compiler escapes what is not ASCII, and such bytes need no decoding.
  const text = script.toString(isAscii(script) ? "latin1" : "utf8");
  const file = inFolder(folder, name);
  const module = { ...given, exports: {} };
  const load = run(text, name, file) as (...given: readonly unknown[]) => void;
  load(module.exports, require, module, file, folder);
  return module.exports;
}
