// Paths and globs of the reference interpreter, by splitting strings. Exponential in the number of stars; tests keep those few.

import type { RefPath } from "./values.ts";

export interface Places {
  readonly workdir: string;
  readonly cwd: string;
  readonly home: string | null;
  /** Where symbolic links lead; null when that cannot be told. */
  readonly real: (path: string) => string | null;
}

export const foldText = (text: string): string => text.normalize("NFC").toLowerCase();

/** The absolute form, `.` and `..` resolved; null when the home it names is not known. Other homes stand beside ours. */
export function absolute(text: string, base: string, places: Places): string | null {
  let path = text;
  const first = path.split("/")[0] ?? "";
  if (first.startsWith("~") || /^\$(HOME|\{HOME\})$/.test(first)) {
    if (places.home === null) return null;
    const folder = /^~./.test(first) ? `${places.home}/../${first.slice(1)}` : places.home;
    path = folder + path.slice(first.length);
  } else if (/^\$(PWD|\{PWD\})$/.test(first)) path = base + path.slice(first.length);
  if (!path.startsWith("/")) path = `${base}/${path}`;
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") kept.pop();
    else kept.push(part);
  }
  return `/${kept.join("/")}`;
}

/** As written, behind links, and with the other separator; where another user's home is can only be guessed. */
export function pathOf(text: string, places: Places): RefPath {
  const written = absolute(text, places.cwd, places);
  const unified = absolute(text.replaceAll("\\", "/"), places.cwd, places);
  if (written === null || unified === null) return { text, forms: [], complete: false };
  const real = places.real(written);
  return {
    text,
    forms: [written, unified, ...(real === null ? [] : [real])],
    complete: real !== null && !/^~[^/]/.test(text),
  };
}

export function underFolder(path: string, dir: string, places: Places, fold: boolean): boolean | null {
  const folder = absolute(dir, places.workdir, places);
  if (folder === null) return null;
  const [p, d] = fold ? [foldText(path), foldText(folder)] : [path, folder];
  return d === "/" || p === d || p.startsWith(`${d}/`);
}

/** `*` is any run of characters. */
function starMatch(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  if (pattern[0] !== "*") return text !== "" && pattern[0] === text[0] && starMatch(pattern.slice(1), text.slice(1));
  for (let at = 0; at <= text.length; at++) if (starMatch(pattern.slice(1), text.slice(at))) return true;
  return false;
}

interface Part {
  readonly text: string;
  readonly literal: boolean;
}

function partsMatch(pattern: readonly Part[], parts: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return parts.length === 0;
  if (head.text === "**" && !head.literal) {
    for (let at = 0; at <= parts.length; at++) if (partsMatch(rest, parts.slice(at))) return true;
    return false;
  }
  const [first, ...others] = parts;
  if (first === undefined) return false;
  // A star stands for some part, never for none.
  const fits = head.literal || first === "" ? head.text === first : starMatch(head.text, first);
  return fits && partsMatch(rest, others);
}

const literals = (path: string): Part[] =>
  path
    .split("/")
    .filter((part) => part !== "")
    .map((text) => ({ text, literal: true }));

/** Does the absolute path fit? A pattern starts at `/`, `~`, anywhere (a leading double star), else at the workdir. */
export function pathGlob(pattern: string, path: string, places: Places, fold: boolean): boolean | null {
  const change = fold ? foldText : (text: string) => text;
  let base: Part[] = [];
  let rest = pattern;
  if (pattern === "~" || pattern.startsWith("~/")) {
    if (places.home === null) return null;
    base = literals(change(places.home));
    rest = pattern.slice(1);
  } else if (!pattern.startsWith("/") && pattern.split("/")[0] !== "**") base = literals(change(places.workdir));
  const parts = [...base];
  for (const text of change(rest).split("/")) {
    if (text === "" || text === ".") continue;
    if (text === "..") parts.pop();
    else parts.push({ text, literal: false });
  }
  return partsMatch(
    parts,
    change(path)
      .split("/")
      .filter((part) => part !== ""),
  );
}

/** Names: `/` separates, nothing is anchored. */
export function nameGlob(pattern: string, text: string): boolean {
  return partsMatch(
    pattern.split("/").map((part) => ({ text: part, literal: false })),
    text.split("/"),
  );
}

/** Hosts: `*` is anything, dots too; names of hosts have no case, whatever the rule. */
export function hostGlob(pattern: string, host: string): boolean {
  return starMatch(foldText(pattern), foldText(host));
}
