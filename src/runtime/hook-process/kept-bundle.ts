// What a hook of this user has verified and compiled of a bundle, kept on this machine for the hooks after it: they compare
// the bundle with it byte by byte, which is as good as its hashes and needs no library, and do not compile, which takes longer
// than deciding. The launcher (launch.ts), which does all this, is kept with it.
//
// V8 believes every byte of compiled code, so all of it is trusted like the sessions beside it and the key of the resident
// process: it lies in a folder that only this user can open, and counts only for a bundle that is this user's own. What an
// administrator has installed is hashed and compiled each time, because nothing that a user may write can stand in its place.

import { closeSync, fstatSync, lstatSync, openSync } from "node:fs";
import { isAbsolute } from "node:path";
import { inFolder } from "../plain-paths.ts";
import { fillFrom, isPrivate, READ_PLAIN } from "../stores/private-files.ts";
import type { BundleFolder } from "./bundle-folder.ts";
import type { LightManifest } from "./hook-manifest.ts";
import type { ModuleCode } from "./module-code.ts";
import type { CompiledCode } from "./scripts.ts";

export interface KeptPlace {
  readonly folder: string;
  readonly file: string;
}

export interface KeptBundle {
  readonly manifest: LightManifest;
  /** Whether these are the bytes of the whole file that were verified. */
  isSame(file: string, bytes: Buffer): boolean;
  /** The same of a piece of it, from a place on. */
  isPiece(file: string, bytes: Buffer, start: number): boolean;
  readonly code: CompiledCode;
}

/** What is to be kept: files as they were verified, and compiled code by the names of scripts. */
export interface ToKeep {
  readonly manifest: LightManifest;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly code: ReadonlyMap<string, Buffer>;
}

const CAP_BYTES = 256 * 1024 * 1024;
const HEAD_BYTES = 4096;
const SCRATCH_BYTES = 64 * 1024;
const LONGEST_FLAGS = 100;

type Lengths = readonly (readonly [name: string, length: number])[];

interface Head {
  readonly manifest: LightManifest;
  readonly files: Lengths;
  readonly code: Lengths;
}

interface Section {
  readonly at: number;
  readonly length: number;
}

/** For this folder, this launcher and this Node with these flags; null when nothing is to be kept. What they hold is compared. */
export function keptPlace(stateFolder: string, { inode, owner }: BundleFolder, launcher: ModuleCode): KeptPlace | null {
  if (process.geteuid?.() !== owner || !isAbsolute(stateFolder)) return null;
  const { version, arch, execArgv, env } = process;
  const flags = [...execArgv, env.NODE_OPTIONS ?? ""].join(" ").trim();
  const folder = inFolder(stateFolder, "compiled");
  // Two versions of policyc that are asked in turns must not take each other's place.
  const makers = `${version}-${arch}-${launcher.bytes.length}`;
  return { folder, file: inFolder(folder, `${inode}-${makers}-${flags === "" ? "" : flagsName(flags)}`) };
}

/** V8 itself tells whether code was made with other flags: this only gives them a file of their own. */
const flagsName = (flags: string): string => flags.replace(/[^\w=.-]+/g, "_").slice(0, LONGEST_FLAGS);

/** What is kept there; null when there is nothing, or nothing that can be trusted. The file stays open: a process ends soon. */
export function readKept({ folder, file }: KeptPlace): KeptBundle | null {
  try {
    const place = lstatSync(folder);
    if (!place.isDirectory() || !isPrivate(place)) return null;
    const handle = openSync(file, READ_PLAIN);
    const found = fstatSync(handle);
    const kept = found.isFile() && isPrivate(found) && found.size <= CAP_BYTES ? unpacked(handle, found.size) : null;
    if (kept === null) closeSync(handle);
    return kept;
  } catch {
    return null;
  }
}

/**
 * The head, the files, the code. Head and code are there twice: what is damaged must not be taken for code, and comparing needs
 * no library either. Files are compared with those that they were read from. Null when the head does not fit.
 */
export function packed({ manifest, files, code }: ToKeep): Buffer | null {
  const lengths = (of: ReadonlyMap<string, Buffer>): Lengths => [...of].map(([name, bytes]) => [name, bytes.length]);
  const text: Head = { manifest, files: lengths(files), code: lengths(code) };
  const head = Buffer.alloc(HEAD_BYTES, " ");
  if (head.write(JSON.stringify(text)) === HEAD_BYTES) return null;
  return Buffer.concat([head, head, ...files.values(), ...[...code.values()].flatMap((one) => [one, one])]);
}

function unpacked(handle: number, size: number): KeptBundle | null {
  const kept = { handle, scratch: Buffer.allocUnsafe(SCRATCH_BYTES) };
  const head = twice(kept, 0, Buffer.allocUnsafe(HEAD_BYTES));
  if (head === null) return null;
  const { manifest, files, code }: Head = JSON.parse(head.toString("utf8"));
  const [fileAt, codeAt] = [new Map<string, Section>(), new Map<string, Section>()];
  let at = 2 * HEAD_BYTES;
  for (const [name, length] of files) {
    fileAt.set(name, { at, length });
    at += length;
  }
  for (const [name, length] of code) {
    codeAt.set(name, { at, length });
    at += 2 * length;
  }
  if (at !== size) return null;
  let memory: Buffer | null = null;
  return {
    manifest,
    isSame(file, bytes) {
      const section = fileAt.get(file);
      return section !== undefined && bytes.length === section.length && holds(kept, section.at, bytes);
    },
    isPiece(file, bytes, start) {
      const section = fileAt.get(file);
      if (section === undefined || start + bytes.length > section.length) return false;
      return holds(kept, section.at + start, bytes);
    },
    code(name) {
      const section = codeAt.get(name);
      if (section === undefined) return undefined;
      memory ??= Buffer.allocUnsafe(Math.max(...[...codeAt.values()].map(({ length }) => length)));
      return twice(kept, section.at, memory.subarray(0, section.length)) ?? undefined;
    },
  };
}

/** A file, and memory to compare it in. Memory that was not used yet takes longer to get than to fill, so all of it is used again. */
interface Compared {
  readonly handle: number;
  readonly scratch: Buffer;
}

/** The memory, filled with bytes that are there a second time right after themselves. */
function twice(file: Compared, at: number, memory: Buffer): Buffer | null {
  const { length } = memory;
  return fillFrom(file.handle, at, memory) === length && holds(file, at + length, memory) ? memory : null;
}

/** Whether the file has these bytes there. */
function holds({ handle, scratch }: Compared, at: number, bytes: Buffer): boolean {
  for (let done = 0; done < bytes.length; ) {
    const part = scratch.subarray(0, Math.min(scratch.length, bytes.length - done));
    const read = fillFrom(handle, at + done, part);
    if (read === 0 || part.compare(bytes, done, done + read, 0, read) !== 0) return false;
    done += read;
  }
  return true;
}
