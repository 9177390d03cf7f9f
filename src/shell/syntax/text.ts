// A string as far as the reader knows it, with the calls that its bytes come from.

import type { GlobOptions } from "../../language/listing.ts";
import type { Flow, Word } from "./model.ts";
import { isOpenCause } from "./open-words.ts";

export interface TextSource {
  readonly call: number;
  readonly by: Flow["by"];
}

export interface Text {
  /** The whole text, or its best rendering when part of it is unknown. */
  readonly text: string;
  /** Null: all of it is known. */
  readonly why: string | null;
  /** As code: an unknown part is written as an unknown variable. */
  readonly template: string;
  /** What it certainly begins with. */
  readonly prefix: string;
  /** An element that may expand to several words, or none. */
  readonly splits: boolean;
  readonly from: readonly TextSource[];
  /** It begins with the starting folder, written `.`. */
  readonly isHere?: true;
  /** The value is one of the matching files: `for f in *.c`. */
  readonly glob?: string;
  /** The files are those on the disk, with these options of the shell; omitted: it is only what is known of a name. */
  readonly expands?: GlobOptions | undefined;
  /** Each line of it, or the text itself, is a name that matches one of these, as far as names are known. */
  readonly names?: readonly string[];
}

/** The variable that represents an unknown part when a text becomes code. */
export const HOLE = "_not_known_";

/** The same for a name that a program lists: it is part of a word, unless a file name contains shell text. */
export const NAME_HOLE = "_some_name_";

const nothing: readonly TextSource[] = [];

export function known(text: string, from: readonly TextSource[] = nothing): Text {
  return { text, why: null, template: text, prefix: text, splits: false, from };
}

export function unknown(text: string, why: string, from: readonly TextSource[] = nothing): Text {
  return { text, why, template: `\${${HOLE}}`, prefix: "", splits: false, from };
}

/** One of the names that a program lists. */
export const unknownName = (text: string, why: string, from: readonly TextSource[] = nothing): Text => ({
  ...unknown(text, why, from),
  template: `\${${NAME_HOLE}}`,
});

/** As code, only such names are unknown in it. */
export const lacksOnlyNames = ({ why, template }: Text): boolean => why !== null && !template.includes(HOLE);

/** A variable that the line sets to something unknown, unlike one that the line leaves open. */
export const unknownValue = (name: string, from: readonly TextSource[] = nothing): Text =>
  unknown(`$${name}`, `value of ${name}`, from);

export function concat(parts: readonly Text[]): Text {
  const texts = parts.some(({ isHere }) => isHere === true) ? parts.map(startOnly) : parts;
  const only = texts[0];
  if (texts.length === 1 && only !== undefined) return only;
  const hole = texts.findIndex((part) => part.why !== null);
  // Of several gaps, the most serious counts.
  const why = (texts.find((part) => part.why !== null && !isOpenCause(part.why)) ?? texts[hole])?.why ?? null;
  const join = (pick: (part: Text) => string): string => texts.map(pick).join("");
  const text = join((part) => part.text);
  const from = mergeSources(texts.map((part) => part.from));
  if (hole === -1)
    return texts.some(({ isHere }) => isHere === true) ? { ...known(text, from), isHere: true } : known(text, from);
  const prefix = join((part) => part.text).slice(0, sum(texts.slice(0, hole)) + (texts[hole]?.prefix.length ?? 0));
  return {
    text,
    why,
    template: join((part) => part.template),
    prefix,
    splits: texts.some((part) => part.splits),
    from,
  };
}

/** `.` means the starting folder only at the beginning of a text: `/x$PWD` is something else. */
function startOnly(part: Text, at: number, all: readonly Text[]): Text {
  const isFirst = all.slice(0, at).every(({ text, why }) => text === "" && why === null);
  return part.isHere !== true || isFirst
    ? part
    : unknown(`$PWD${part.text.slice(1)}`, "the starting folder", part.from);
}

function sum(texts: readonly Text[]): number {
  return texts.reduce((total, part) => total + part.text.length, 0);
}

export function mergeSources(lists: readonly (readonly TextSource[])[]): readonly TextSource[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length === 0) return nothing;
  if (filled.length === 1) return filled[0] ?? nothing;
  const seen = new Map<string, TextSource>();
  for (const list of filled) for (const source of list) seen.set(`${source.call} ${source.by}`, source);
  return [...seen.values()];
}

export function sameText(a: Text, b: Text): boolean {
  return a.why === null && b.why === null && a.text === b.text && a.from.length === b.from.length;
}

/** The same text, passed through something else: a variable, a here-document. */
export function by(text: Text, way: Flow["by"]): Text {
  if (text.from.length === 0) return text;
  return { ...text, from: text.from.map(({ call }) => ({ call, by: way })) };
}

export function toWord(text: Text): Word {
  if (text.why === null) return { kind: "literal", text: text.text };
  return {
    kind: "dynamic",
    text: text.text,
    why: text.why,
    ...(text.prefix !== "" && { prefix: text.prefix }),
    ...(text.splits && { splits: true as const }),
  };
}

/** The text after its first characters. */
export function cut(text: Text, from: number): Text {
  if (text.why === null) return known(text.text.slice(from), text.from);
  const prefix = text.prefix.slice(from);
  return { ...text, text: text.text.slice(from), template: text.template.slice(from), prefix };
}
