// Compiled code of a bundle's hook.cjs, kept on this machine between hooks: compiling takes longer than deciding.
//
// V8 believes every byte of it, so it is code, and is trusted like the sessions beside it and the key of the resident
// process: it lies in a folder that only this user can open, and counts only for a bundle that is this user's own. What an
// administrator has installed is compiled each time, because nothing that a user may write can stand in its place.

import { join } from "node:path";
import { sha256Hex } from "../revision.ts";
import { checkFolder, readOwnFile } from "../stores/private-files.ts";
import type { HookBundle } from "./hook-bundle.ts";
import type { CompiledCode } from "./scripts.ts";

export interface CodePlace {
  readonly folder: string;
  readonly file: string;
}

const CAP_BYTES = 64 * 1024 * 1024;
const HASH_BYTES = 32;
const LENGTH_BYTES = 4;

/** Where the code is kept, for this very text of hook.cjs and this Node with these flags; null when it is not to be used. */
export function codePlace(stateFolder: string, { files, owner }: HookBundle): CodePlace | null {
  if (process.geteuid?.() !== owner) return null;
  const folder = join(stateFolder, "compiled");
  const { version, arch, execArgv, env } = process;
  const made = [files["hook.cjs"], version, arch, ...execArgv, env.NODE_OPTIONS ?? ""];
  return { folder, file: join(folder, sha256Hex(made.join("\0"))) };
}

/** What is kept there; null when there is nothing, or nothing that can be trusted. */
export function readCode({ folder, file }: CodePlace): CompiledCode | null {
  try {
    const found = checkFolder(folder, { create: false }) ? readOwnFile(file, CAP_BYTES) : null;
    return found === null ? null : unpacked(found.bytes);
  } catch {
    return null;
  }
}

/** A hash of the rest, against damage; the length of the table, the table, the code. */
export function packed(code: CompiledCode): Buffer {
  const table = JSON.stringify([...code].map(([name, { length }]) => [name, length]));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(Buffer.byteLength(table));
  const rest = Buffer.concat([length, Buffer.from(table), ...code.values()]);
  return Buffer.concat([Buffer.from(sha256Hex(rest), "hex"), rest]);
}

function unpacked(bytes: Buffer): CompiledCode | null {
  const rest = bytes.subarray(HASH_BYTES);
  if (sha256Hex(rest) !== bytes.toString("hex", 0, HASH_BYTES)) return null;
  let at = LENGTH_BYTES + rest.readUInt32LE();
  const table: readonly (readonly [string, number])[] = JSON.parse(rest.toString("utf8", LENGTH_BYTES, at));
  const code = new Map<string, Buffer>();
  for (const [name, length] of table) {
    code.set(name, rest.subarray(at, at + length));
    at += length;
  }
  return code;
}
