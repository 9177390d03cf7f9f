// The filters of a search (`*.ts`, `{.env,.env.*}`, `src/**, !*.test.ts`) as paths with wildcards. Agents hand them to
// ripgrep, to editors or to glob libraries, which differ in detail: where they do, every reading counts.

import { literally } from "./paths.ts";

export interface FilteredFiles {
  /** Paths with wildcards, below the place or absolute. */
  readonly globs: readonly string[];
  /** Every file in the place may pass: filters only exclude files, or exclude none. */
  readonly isOpen: boolean;
  /** False: there is a filter that cannot be read, or there are too many. */
  readonly complete: boolean;
}

/** Each costs every rule about files a comparison. */
const MOST_GLOBS = 48;
/** Braces cost time by the square of this. */
const LONGEST = 1024;

/** The files below a place that pass the filters. */
export function filteredFiles(filters: readonly string[], place: string | undefined): FilteredFiles {
  const wanted = filters.flatMap(partsOf).filter((part) => !isLeftOut(part));
  const globs = new Set<string>();
  let isOpen = wanted.length === 0;
  let complete = true;
  for (const filter of wanted) {
    if (globs.size > MOST_GLOBS) break;
    const choices = isReadable(filter) ? withoutBraces(filter) : null;
    complete &&= choices !== null;
    for (const choice of choices ?? []) {
      if (everything.test(choice)) isOpen = true;
      else for (const glob of withDots(choice).flatMap((one) => placed(one, place))) globs.add(glob);
    }
  }
  return { globs: [...globs].slice(0, MOST_GLOBS), isOpen, complete: complete && globs.size <= MOST_GLOBS };
}

/** Several in one text, between blanks or commas; the whole text too, as not every agent takes it apart. */
function partsOf(filter: string): readonly string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const char of filter) {
    if (char === "{") depth++;
    else if (char === "}") depth--;
    if (depth <= 0 && /[\s,]/.test(char)) parts.push("");
    else parts.push((parts.pop() ?? "") + char);
  }
  return [...new Set([...parts, filter.trim()])].filter((part) => part !== "");
}

/** `!dist/**` takes files away. The same before a bracket or twice is more than that. */
const isLeftOut = (filter: string): boolean => /^!(?![!(])/.test(filter);

/** Patterns of patterns and classes by name are read by few, and mean something else to the others. */
const isReadable = (filter: string): boolean => filter.length <= LONGEST && !/[!?*+@]\(|\[\[[:.=]|^!/.test(filter);

/** A filter that every file passes. */
const everything = /^\/?(?:\*\*\/)*\*+(?:\.\*)?$/;

/** `*.{ts,env}` as `*.ts` and `*.env`; null when a brace is left open or there are too many. */
function withoutBraces(filter: string): readonly string[] | null {
  let open = [filter];
  const done: string[] = [];
  while (open.length > 0 && open.length + done.length <= MOST_GLOBS) {
    const next: string[] = [];
    for (const text of open) {
      // The innermost group first, so that its commas are its own.
      const group = /(?<!\\)\{((?:\\.|[^{}\\])*)\}/s.exec(text);
      if (group === null) done.push(text);
      else for (const choice of choicesOf(group[1] ?? "")) next.push(spliced(text, group, choice));
    }
    open = next;
  }
  return open.length > 0 || done.some((text) => /(?<!\\)[{}]/.test(text)) ? null : done;
}

/** `{1..9}` is a range in some shells, so any text is assumed for it. */
const choicesOf = (inner: string): readonly string[] =>
  inner.includes("..") ? ["*", inner] : inner.split(",").map((choice) => choice.trim());

const spliced = (text: string, { 0: { length }, index }: RegExpExecArray, by: string): string =>
  text.slice(0, index) + by + text.slice(index + length);

/** Here a star reaches names that begin with a dot, which that of a shell does not: `*.env` is `.env` too. */
function withDots(filter: string): readonly string[] {
  const at = filter.lastIndexOf("/") + 1;
  return [filter, ...dotted(filter.slice(at)).map((name) => filter.slice(0, at) + name)];
}

function dotted(name: string): readonly string[] {
  const rest = name.slice(1);
  if (name.startsWith("?")) return [`.${rest}`];
  if (!name.startsWith("*") || /^\**$/.test(rest)) return [];
  // A kind of files, not which of them: the name that is nothing but the ending is the one that is told.
  if (/^\.\w+$/.test(rest)) return [rest];
  return [`.*${rest}`, ...(rest.startsWith(".") ? [rest] : dotted(rest))];
}

const fromElsewhere = /^(?:[~/\\]|[A-Za-z]:[/\\])/;
/** `.env` and `.ssh/` are names, which may stand at any depth. */
const isName = (filter: string): boolean => !/\/(?!$)/.test(filter);

/**
 * Below the place; with a slash in it, a filter starts there or where the call runs. One that is written like a path from
 * elsewhere is taken for that as well.
 */
function placed(filter: string, place: string | undefined): readonly string[] {
  const bare = filter.replace(/^(?:\.?\/)+/, "");
  const below = (name: string): readonly string[] => startsOf(place).map((start) => start + name);
  if (isName(filter)) return below(`**/${bare}`);
  if (fromElsewhere.test(filter)) return [...below(bare), filter];
  return bare.startsWith("**/") ? below(bare) : [...below(bare), bare];
}

/** A backslash is part of a name, unless the host is a Windows one that did not say so. */
function startsOf(place: string | undefined): readonly string[] {
  if (place === undefined || place === "") return [""];
  const both = place.includes("\\") ? [place, place.replaceAll("\\", "/")] : [place];
  return both.map((one) => `${literally(one.replace(/(?<=.)\/+$/, ""))}/`);
}
