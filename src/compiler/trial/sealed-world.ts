// The world of examples and tests: facts that are given, and a disk that is empty except for the files given.

import type { FactValue } from "../../language/contract.ts";
import { diskAnswers } from "../../language/disk/answer.ts";
import { type Disk, memoryDisk } from "../../language/disk/disk.ts";
import { encodeListing } from "../../language/listing.ts";
import { projectKey } from "../../language/operators/line-facts.ts";
import { absolute } from "../../runtime/engine/paths/paths.ts";
import type { Given } from "../ir/model.ts";

export interface SealedPlace {
  readonly given: Given;
  /** The folders of the event that asks. */
  readonly at: { readonly workdir: string; readonly cwd: string };
  readonly home: string;
}

const REAL_PATH = "realpath:";
const FILE_EXISTS = "file_exists:";

/** A fact of a sealed run; undefined: it is not given. */
export function sealedFact(key: string, place: SealedPlace): FactValue | undefined {
  const { facts } = place.given;
  if (Object.hasOwn(facts, key)) return facts[key];
  // Asked of nearly every path, and no file is a link.
  if (key.startsWith(REAL_PATH)) return key.slice(REAL_PATH.length);
  const colon = key.indexOf(":");
  const [fact, argument] = [key.slice(0, Math.max(colon, 0)), key.slice(colon + 1)];
  const ofProject = projectKey(key, place.at.workdir);
  if (ofProject !== null) return facts[ofProject];
  if (fact === "file_exists") return fileExists(argument, place);
  if (fact === "archive") return namesIn(argument, place);
  // No file has a second name.
  if (fact === "same") return null;
  return Object.hasOwn(diskAnswers, fact) ? diskAnswers[fact]?.(argument, diskOf(place)) : undefined;
}

type Content = string | readonly string[] | undefined;

/** By absolute path: the content, undefined for a file that is only said to exist. */
function filesOf({ given, at, home }: SealedPlace): ReadonlyMap<string, Content> {
  const files = new Map<string, Content>();
  const put = (path: string, content: Content): void => {
    files.set(absolute(path, at.workdir, home) ?? path, content);
  };
  for (const [key, value] of Object.entries(given.facts))
    if (key.startsWith(FILE_EXISTS) && value === true) put(key.slice(FILE_EXISTS.length), undefined);
  for (const [path, content] of Object.entries(given.files ?? {})) put(path, content);
  return files;
}

function diskOf(place: SealedPlace): Disk {
  const files = [...filesOf(place)].map(
    ([path, content]) => [path, typeof content === "string" ? content : undefined] as const,
  );
  return memoryDisk(new Map(files), [place.at.workdir, place.home]);
}

/** A path of the project; undefined unless files are given in one way or the other. */
function fileExists(path: string, place: SealedPlace): boolean | undefined {
  const { given, at, home } = place;
  if (filesOf(place).has(absolute(path, at.workdir, home) ?? path)) return true;
  return given.filesGiven || given.files !== undefined ? false : undefined;
}

/** The names in an archive; undefined for a file that is none. */
function namesIn(path: string, place: SealedPlace): string | null | undefined {
  const files = filesOf(place);
  const content = files.get(path);
  if (content === undefined) return files.has(path) ? undefined : null;
  return typeof content === "string" ? undefined : encodeListing({ entries: content, isWhole: true });
}
