// Files that git ignores, from the `.gitignore` files of a repository and its `info/exclude`.
// The last rule that matches decides; a folder that is ignored is not looked into.

import { compileGlob, type Glob, matchNames } from "../glob.ts";
import { type Disk, pathIn } from "./disk.ts";

interface IgnoreRule {
  readonly glob: Glob;
  readonly isNegated: boolean;
  readonly foldersOnly: boolean;
}

/** The rules of one file, for paths below its folder. */
interface IgnoreFile {
  readonly folder: string;
  readonly rules: readonly IgnoreRule[];
}

/** What is ignored in a folder: its own file and those of the folders above it, outermost first. */
export interface Ignored {
  readonly files: readonly IgnoreFile[];
}

const MOST_LEVELS = 64;
const MOST_RULES = 2048;

/** What is ignored at a folder of a repository; null outside of one, where git ignores nothing. */
export function ignoredAt(folder: string, disk: Disk): Ignored | null {
  const way = [folder];
  for (let at = folder; ; ) {
    const git = pathIn(at, ".git");
    const found = disk.target(git);
    if (found !== null && found !== undefined) {
      const first = rulesOf(disk.text(pathIn(git, "info/exclude")), at);
      const start: Ignored = { files: first === null ? [] : [first] };
      return way.reduceRight((sum, one) => ignoredIn(one, sum, disk), start);
    }
    if (at === "/" || way.length > MOST_LEVELS) return null;
    at = at.slice(0, Math.max(at.lastIndexOf("/"), 0)) || "/";
    way.push(at);
  }
}

/** The same for a folder inside one that is known. */
export function ignoredIn(folder: string, above: Ignored, disk: Disk): Ignored {
  const own = rulesOf(disk.text(pathIn(folder, ".gitignore")), folder);
  return own === null ? above : { files: [...above.files, own] };
}

/** Does git ignore this path? */
export function isIgnored({ files }: Ignored, path: string, isFolder: boolean): boolean {
  for (let at = files.length - 1; at >= 0; at--) {
    const { folder, rules } = files[at] as IgnoreFile;
    const names = path.slice(folder === "/" ? 1 : folder.length + 1).split("/");
    const found = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && matchNames(rule.glob, names));
    if (found !== undefined) return !found.isNegated;
  }
  return false;
}

/** A file that cannot be read ignores nothing: then more is looked at, not less. */
function rulesOf(text: string | null | undefined, folder: string): IgnoreFile | null {
  if (typeof text !== "string") return null;
  const rules = text.split("\n", MOST_RULES).flatMap(ruleOf);
  return rules.length === 0 ? null : { folder, rules };
}

function ruleOf(line: string): readonly IgnoreRule[] {
  const plain = line.replace(/\r$/, "").replace(/(?<!\\) +$/, "");
  if (plain === "" || plain.startsWith("#")) return [];
  const isNegated = plain.startsWith("!");
  const written = isNegated ? plain.slice(1) : plain;
  const foldersOnly = written.endsWith("/");
  const path = foldersOnly ? written.replace(/\/+$/, "") : written;
  if (path === "") return [];
  const anchored = path.includes("/") ? path.replace(/^\//, "") : `**/${path}`;
  // `a/**` is everything in `a`, not `a` itself.
  const pattern = anchored.endsWith("/**") ? `${anchored}/*` : anchored;
  return [{ glob: compileGlob(pattern, "path"), isNegated, foldersOnly }];
}
