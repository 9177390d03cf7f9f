// The world of examples and tests: facts that are given, and a disk that is empty except for the files given.

import type { FactValue } from "../../language/contract.ts";
import { encodeListing } from "../../language/listing.ts";
import { absolute } from "../../runtime/engine/paths/paths.ts";
import type { Given } from "../ir/model.ts";

export interface SealedPlace {
  readonly given: Given;
  /** The folders of the event that asks. */
  readonly at: { readonly workdir: string; readonly cwd: string };
  readonly home: string;
}

const REAL_PATH = "realpath:";

type Answer = (argument: string, disk: SealedDisk) => FactValue | undefined;

const answers: { readonly [fact: string]: Answer } = {
  file_exists: (path, disk) => disk.exists(path),
  file: (path, disk) => disk.text(path),
  archive: (path, disk) => disk.names(path),
};

/** A fact of a sealed run; undefined: it is not given. */
export function sealedFact(key: string, place: SealedPlace): FactValue | undefined {
  const { facts } = place.given;
  if (Object.hasOwn(facts, key)) return facts[key];
  // Asked of nearly every path, and no file is a link.
  if (key.startsWith(REAL_PATH)) return key.slice(REAL_PATH.length);
  const colon = key.indexOf(":");
  const fact = colon === -1 ? key : key.slice(0, colon);
  return Object.hasOwn(answers, fact) ? answers[fact]?.(key.slice(colon + 1), new SealedDisk(place)) : undefined;
}

class SealedDisk {
  readonly #place: SealedPlace;
  readonly #files = new Map<string, string | readonly string[]>();

  constructor(place: SealedPlace) {
    this.#place = place;
    for (const [path, content] of Object.entries(place.given.files ?? {}))
      this.#files.set(this.#absolute(path, place.at.workdir), content);
  }

  #absolute(path: string, base: string): string {
    return absolute(path, base, this.#place.home) ?? path;
  }

  #content(path: string): string | readonly string[] | undefined {
    return this.#files.get(this.#absolute(path, this.#place.at.cwd));
  }

  /** A path of the project; undefined unless files are given in one way or the other. */
  exists(path: string): boolean | undefined {
    const { given, at } = this.#place;
    if (this.#files.has(this.#absolute(path, at.workdir))) return true;
    return given.filesGiven || given.files !== undefined ? false : undefined;
  }

  text(path: string): string | null | undefined {
    const content = this.#content(path);
    return content === undefined ? null : typeof content === "string" ? content : undefined;
  }

  /** The names in an archive; undefined for a file that is none. */
  names(path: string): string | null | undefined {
    const content = this.#content(path);
    if (content === undefined) return null;
    return typeof content === "string" ? undefined : encodeListing({ entries: content, isWhole: true });
  }
}
