// What a pattern of the shell expands to on a disk, by the rules of bash and its options.

import { type GlobQuestion, MOST_ENTRIES, type PathListing } from "../listing.ts";
import { type Disk, pathIn } from "./disk.ts";
import { type NamePattern, namePattern } from "./shell-pattern.ts";

/** Text to take as it is, a pattern, or any number of folders. */
type Step = { readonly text: string } | { readonly pattern: NamePattern } | { readonly isAnyDepth: true };

interface Found {
  readonly path: string;
  readonly isFolder: boolean;
}

const wild = /(?<!\\)(?:\\\\)*[*?[]|[@+!]\(/;

/** Absolute paths, folders with a final slash; not whole where a folder could not be read or there were too many. */
export function expandGlob(question: GlobQuestion, disk: Disk, most = MOST_ENTRIES): PathListing {
  const parts = question.pattern.split("/").filter((part) => part !== "");
  const steps = parts.map((part) => stepOf(part, question));
  const expansion = new Expansion(disk, question, most);
  let found: readonly Found[] = [{ path: "/", isFolder: true }];
  for (const [at, step] of steps.entries()) {
    if (step === null) return { entries: [], isWhole: false };
    found = expansion.next(found, step, at === steps.length - 1);
  }
  const foldersOnly = question.pattern.endsWith("/");
  const entries = found.flatMap(({ path, isFolder }) => (isFolder ? [`${path}/`] : foldersOnly ? [] : [path]));
  return { entries: [...new Set(entries)], isWhole: expansion.isWhole };
}

function stepOf(part: string, { globstar, extglob, nocaseglob }: GlobQuestion): Step | null {
  if (part === "**" && globstar === true) return { isAnyDepth: true };
  if (!wild.test(part)) return { text: part.replace(/\\(.)/g, "$1") };
  const pattern = namePattern(part, { extglob: extglob === true, nocase: nocaseglob === true });
  return pattern === null ? null : { pattern };
}

class Expansion {
  isWhole = true;
  readonly #disk: Disk;
  readonly #question: GlobQuestion;
  #left: number;

  constructor(disk: Disk, question: GlobQuestion, most: number) {
    this.#disk = disk;
    this.#question = question;
    this.#left = most;
  }

  next(found: readonly Found[], step: Step, isLast: boolean): readonly Found[] {
    const folders = found.filter(({ isFolder }) => isFolder).map(({ path }) => path);
    if ("text" in step) return folders.flatMap((folder) => this.#named(folder, step.text));
    if ("pattern" in step) return folders.flatMap((folder) => this.#matching(folder, step.pattern));
    return this.#below(folders, isLast);
  }

  #named(folder: string, name: string): readonly Found[] {
    const path = name === "." ? folder : name === ".." ? above(folder) : pathIn(folder, name);
    if (!this.#mayLook()) return [];
    const target = this.#disk.target(path);
    if (target === undefined) this.isWhole = false;
    return target === undefined || target === null ? [] : [{ path, isFolder: target.kind === "folder" }];
  }

  #matching(folder: string, pattern: NamePattern): readonly Found[] {
    const takesHidden = pattern.takesDot || this.#question.dotglob === true;
    return this.#entries(folder).filter(({ name }) => (takesHidden || !name.startsWith(".")) && pattern.matches(name));
  }

  /** `**`: the folders themselves and all below them, links not followed; at the end of a pattern the files too. */
  #below(folders: readonly string[], isLast: boolean): readonly Found[] {
    const found: Found[] = folders.map((path) => ({ path, isFolder: true }));
    const pending = [...folders];
    for (let at = 0; at < pending.length; at++) {
      for (const entry of this.#entries(pending[at] as string)) {
        if (entry.name.startsWith(".") && this.#question.dotglob !== true) continue;
        if (isLast || entry.isFolder) found.push(entry);
        if (entry.isFolder && !entry.isLink) pending.push(entry.path);
      }
    }
    return found;
  }

  #entries(folder: string): readonly (Found & { readonly name: string; readonly isLink: boolean })[] {
    if (!this.#mayLook()) return [];
    const listed = this.#disk.list(folder, this.#left);
    if (listed === undefined || listed === null) {
      this.isWhole &&= listed === null;
      return [];
    }
    this.#left -= listed.entries.length;
    this.isWhole &&= listed.isWhole;
    return listed.entries.map(({ name, kind }) => {
      const path = pathIn(folder, name);
      const isFolder = kind === "folder" || (kind === "link" && this.#disk.target(path)?.kind === "folder");
      return { name, path, isFolder, isLink: kind === "link" };
    });
  }

  #mayLook(): boolean {
    if (this.#left > 0 && !this.#disk.isOver()) {
      this.#left--;
      return true;
    }
    this.isWhole = false;
    return false;
  }
}

const above = (folder: string): string => folder.slice(0, Math.max(folder.lastIndexOf("/"), 0)) || "/";
