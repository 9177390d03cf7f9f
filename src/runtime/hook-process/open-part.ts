// How hook.cjs gets at hook.txt: code in chunks that are compiled when something in them is called, and long texts. See
// src/compiler/emit/split-part.ts, which writes both.

import { createHash } from "node:crypto";
import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type RunScript, scriptsWith } from "./scripts.ts";

const REST_FILE = "hook.txt";

/** A stand-in for a function of a later chunk, by its number among those that earlier ones call; and a text by its place. */
interface Later {
  (chunk: number, at: number): (...given: unknown[]) => unknown;
  text(start: number, end: number): string;
}

/** What it gives to others, then what it gives to each chunk after it. */
type Loaded = readonly [own: unknown, ...toLater: (readonly unknown[])[]];
type Chunk = (later: Later, require: NodeJS.Require, ...fromEarlier: (readonly unknown[])[]) => Loaded;
type OpenPart = (at: number, places: readonly (readonly [start: number, end: number])[], first: Chunk) => unknown;

export interface RestFile {
  readonly folder: string;
  /** What whoever verified hook.cjs has opened or read beside it; undefined when it runs by itself. */
  readonly given: number | Uint8Array | undefined;
  /** How whoever verified it runs scripts; undefined when it runs by itself. */
  readonly run: RunScript | undefined;
  readonly sha256: string;
  readonly require: NodeJS.Require;
}

export function partOpener(file: RestFile): OpenPart {
  const rest = restOf(file);
  const run = file.run ?? scriptsWith(new Map()).run;
  return (at, places, first) => {
    const text = (start: number, end: number): string => rest().toString("latin1", at + start, at + end);
    const loaded: Loaded[] = [];
    const load = (chunk: number): Loaded => {
      const known = loaded[chunk];
      if (known !== undefined) return known;
      // Nothing is there yet of the chunk that calls: it would be handed on half made.
      if (chunk === 0) throw new Error("a part of hook.cjs is called before it is loaded");
      load(chunk - 1);
      const [start, end] = places[chunk - 1] ?? [0, 0];
      const make = run(text(start, end), `${REST_FILE} ${at + start}`, join(file.folder, REST_FILE)) as Chunk;
      const made = make(
        later,
        file.require,
        ...loaded.slice(0, chunk).map((one, from) => one[chunk - from] as readonly unknown[]),
      );
      loaded[chunk] = made;
      return made;
    };
    const later: Later = Object.assign(
      (chunk: number, at: number) => {
        let called: ((...given: unknown[]) => unknown) | undefined;
        return function standIn(this: unknown, ...given: unknown[]): unknown {
          called ??= (load(chunk)[0] as ((...given: unknown[]) => unknown)[])[at];
          return called?.apply(this, given);
        };
      },
      { text },
    );
    const made = first(later, file.require);
    loaded[0] = made;
    return made[0];
  };
}

/** The bytes, read once and only if they are the ones that hook.cjs was built with. */
function restOf({ folder, given, sha256 }: RestFile): () => Buffer {
  let bytes: Buffer | null = null;
  return () => {
    if (bytes !== null) return bytes;
    const read =
      typeof given === "object"
        ? Buffer.from(given.buffer, given.byteOffset, given.byteLength)
        : readRest(folder, given);
    if (createHash("sha256").update(read).digest("hex") !== sha256)
      throw new Error(`${REST_FILE} is not as it was built`);
    bytes = read;
    return read;
  };
}

function readRest(folder: string, given: number | undefined): Buffer {
  const file =
    given ??
    openSync(join(folder, REST_FILE), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Hosts take a hook that dies for one that agrees: what even a refusal could not be made of ends with the code for one. */
export function lastResort(work: () => void): void {
  try {
    work();
  } catch (caught) {
    process.exitCode = 2;
    writeSync(2, `policyc: ${caught instanceof Error ? caught.message : "the hook failed"}\n`);
  }
}
