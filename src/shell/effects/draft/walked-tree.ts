// Which operands of a call stand for everything below them, and which of that the program takes.

import { compileGlob, matchGlob } from "../../../language/glob.ts";
import type { TreeFilter } from "../../../language/listing.ts";
import type { OptionReading } from "../../programs/table/options.ts";
import type { Word, WordTree } from "../../syntax/model.ts";

/** How the call walks the folders among its operands; null: it takes what is named, and nothing below. */
export function walkedTree({ table, options }: OptionReading): WordTree | null {
  const own = table.operands?.tree;
  if (own === undefined && !options.some(({ row, on }) => on && row.tree === true)) return null;
  const filter = filterOf(options, own ?? {});
  if (filter === null) return null;
  return table.operands?.someOfTree === true ? { filter, isPerhaps: true } : { filter };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Null: nothing below the operands is taken. */
export function filterOf(options: OptionReading["options"], own: TreeFilter): TreeFilter | null {
  const filter: Mutable<TreeFilter> = { ...own };
  const left: string[] = [...(own.exclude ?? [])];
  const only: string[] = [];
  const kept: string[] = [];
  let isAny = false;
  for (const { row, value, on } of options) {
    if (!on || row.walk === undefined) continue;
    const pattern = value === null || value.kind === "dynamic" ? null : value.text;
    switch (row.walk) {
      case "flat":
        return null;
      case "follow":
        filter.follows = true;
        break;
      case "hidden":
        delete filter.skipsHidden;
        break;
      case "ignored":
        delete filter.gitignore;
        break;
      case "unrestricted":
        delete filter.skipsHidden;
        delete filter.gitignore;
        break;
      case "depth":
        if (pattern !== null && /^\d{1,4}$/.test(pattern)) filter.depth = Number(pattern);
        break;
      case "exclude":
        if (pattern !== null) left.push(pattern);
        break;
      case "keep":
        kept.push(pattern ?? "*");
        break;
      case "include":
        if (pattern === null) isAny = true;
        else only.push(pattern);
        break;
      case "glob":
        if (pattern === null) isAny = true;
        else if (pattern.startsWith("!")) left.push(pattern.slice(1));
        else only.push(pattern);
        break;
    }
  }
  const certain = left.filter((pattern) => ![...only, ...kept].some((name) => mayBeKept(name, pattern)));
  if (certain.length > 0) filter.exclude = certain;
  else delete filter.exclude;
  if (only.length > 0 && !isAny) filter.include = only;
  return filter;
}

/** `--exclude='*' --include=.env`: which of two options counts is a matter of their order and of the program. */
function mayBeKept(name: string, left: string): boolean {
  const [last = ""] = /[^/]*\/*$/.exec(left.replace(/\/+$/, "")) ?? [];
  return /^\**$/.test(name) || matchGlob(compileGlob(last, "name"), name.replace(/[*?]/g, ""));
}

/** The word as a tree; a name that the line leaves open stays one. */
export const withTree = (word: Word, tree: WordTree | null): Word =>
  tree === null || word.kind === "dynamic" ? word : { ...word, tree };
