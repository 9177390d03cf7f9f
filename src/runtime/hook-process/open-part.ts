// How hook.cjs gets at hook.txt: code in chunks that are compiled when something in them is called, and long texts. See
// src/compiler/emit/split-part.ts, which writes both.

import { inFolder } from "../plain-paths.ts";
import { type Place, REST_FILE, restPieces, type TakePiece } from "./rest-pieces.ts";
import { type RunScript, runUnkept } from "./scripts.ts";

export { lastResort } from "./last-resort.ts";

/** A stand-in for a function of another chunk, by its number among those that others call; and a text by its place. */
interface Later {
  (chunk: number, at: number): (...given: unknown[]) => unknown;
  text(...place: Place): string;
}

/** What it gives to others, then what it gives to each chunk after it. */
type Loaded = readonly [own: unknown, ...toLater: (readonly unknown[])[]];
type Chunk = (later: Later, require: NodeJS.Require, ...fromEarlier: (readonly unknown[])[]) => Loaded;
/** Chunks in hook.txt come after the two in hook.cjs, each with those that it takes something from. */
type PlacedChunk = readonly [needs: readonly number[], ...place: Place];
type OpenPart = (at: number, first: Chunk, aside: Chunk, placed: readonly PlacedChunk[]) => unknown;

const ASIDE = 1;

/** What whoever verified hook.cjs gives to it; all but the first and the last is undefined when it runs by itself. */
export interface Surroundings {
  readonly folder: string;
  /** The rest of the code, opened or read. */
  readonly rest: number | Uint8Array | undefined;
  /** Takes a verified piece of it. */
  readonly piece: TakePiece | undefined;
  readonly run: RunScript | undefined;
  readonly require: NodeJS.Require;
}

export function partOpener(file: Surroundings): OpenPart {
  const piece = file.piece ?? restPieces({ folder: file.folder, given: file.rest });
  const run = file.run ?? runUnkept;
  const path = inFolder(file.folder, REST_FILE);
  return (at, first, aside, placed) => {
    const text = (start: number, end: number, sha256: string): string =>
      piece(at + start, at + end, sha256).toString("latin1");
    const loaded: Loaded[] = [];
    const load = (chunk: number): Loaded => {
      const known = loaded[chunk];
      if (known !== undefined) return known;
      // Nothing is there yet of the chunk that calls: it would be handed on half made.
      if (chunk === 0) throw new Error("a part of hook.cjs is called before it is loaded");
      const [needs, start, end, sha256] = placed[chunk - ASIDE - 1] ?? [[0], 0, 0, ""];
      const fromEarlier = needs.map((from) => load(from)[chunk - from] as readonly unknown[]);
      const make = chunk === ASIDE ? aside : run(text(start, end, sha256), `${REST_FILE} ${at + start}`, path);
      const made = (make as Chunk)(later, file.require, ...fromEarlier);
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
