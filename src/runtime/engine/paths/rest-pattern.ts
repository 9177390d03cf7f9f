// What a pattern of the shell may expand to where nobody could look: compared with places and globs of rules as two patterns.

import { compileGlob, type Glob, type Segment } from "../../../language/glob.ts";
import { type PatternPart, partsMeet, segmentsMeet } from "../../../language/glob-meet.ts";
import type { GlobOptions } from "../../../language/listing.ts";
import { fold } from "./paths.ts";

/** A pattern from a folder on, exact and folded. */
export interface RestPattern {
  readonly exact: readonly PatternPart[];
  readonly folded: readonly PatternPart[];
  /** Its wildcards match a dot at the beginning of a name. */
  readonly takesHidden: boolean;
  /** Everything below an expansion counts as well. */
  readonly isTree: boolean;
}

/** `@(a|b)`, `!(a)`: as if it were a star. */
const group = /[?*+@!]\((?:[^()]|\([^()]*\))*\)/g;

export function restPattern(text: string, options: GlobOptions, isTree = false): RestPattern {
  const { globstar, dotglob, nocaseglob } = options;
  const plain = text.replace(group, "*");
  const pattern = globstar === true ? plain : plain.replace(/(?<=^|\/)\*\*(?=\/|$)/g, "*");
  const folded = partsOf(fold(pattern), isTree);
  return {
    exact: nocaseglob === true ? folded : partsOf(pattern, isTree),
    folded,
    takesHidden: dotglob === true || /[(|]\./.test(text),
    isTree,
  };
}

function partsOf(text: string, isTree: boolean): readonly PatternPart[] {
  const { parts } = compileGlob(text.replace(/\/+$/, ""), "path");
  const named = parts.filter((part) => part === null || part.text !== "");
  return isTree ? [...named, null] : named;
}

/** Where the names of a glob and of an expansion begin: one of them may have a way to go before the other begins. */
export interface Starts {
  readonly ofPattern: readonly string[];
  readonly ofGlob: readonly string[];
}

/** May an expansion match the glob? */
export function mayMatch(glob: Glob, { ofPattern, ofGlob }: Starts, pattern: RestPattern, folded: boolean): boolean {
  const from = [...ofPattern.map(nameOf), ...(folded ? pattern.folded : pattern.exact)];
  return meets(from, [...ofGlob.map(nameOf), ...glob.parts], pattern);
}

/** May an expansion be at the place? Below it too, where that counts. */
export function mayBeAt(
  place: string,
  folder: string,
  { pattern, folded, orBelow }: { readonly pattern: RestPattern; readonly folded: boolean; readonly orBelow: boolean },
): boolean {
  const from = [...namesOf(folder).map(nameOf), ...(folded ? pattern.folded : pattern.exact)];
  const to = namesOf(place).map(nameOf);
  return meets(from, orBelow ? [...to, null] : to, pattern);
}

const namesOf = (path: string): readonly string[] => path.split("/").filter((name) => name !== "");

const nameOf = (text: string): Segment => ({ text, items: [], nonEmpty: false });

function meets(from: readonly PatternPart[], to: readonly PatternPart[], pattern: RestPattern): boolean {
  const { takesHidden, isTree } = pattern;
  return partsMeet(
    from,
    to,
    (one, other) => (takesHidden || !isWildStart(one) || !isHidden(other)) && segmentsMeet(one, other),
    (name, at) => takesHidden || !isHidden(name) || (isTree && at === from.length - 1),
  );
}

const DOT = 0x2e;
const isHidden = ({ text, items }: Segment): boolean => (text === null ? items[0] === DOT : text.startsWith("."));
const isWildStart = ({ text, items }: Segment): boolean => text === null && typeof items[0] !== "number";
