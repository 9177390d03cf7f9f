// A word of a command line as an element of a view: the file that it names, what a pattern expands to, or a whole tree.

import { unknownValue } from "../../../language/value.ts";
import type { ShellCommand } from "../../../shell/command.ts";
import type { Word } from "../../../shell/syntax/model.ts";
import { expansionOf } from "../paths/expansion.ts";
import { treeOf } from "../paths/extent.ts";
import { globOf, type PathValue, pathOf } from "../paths/paths.ts";
import type { Context } from "./context.ts";
import { unpackedBy } from "./unpacked-by.ts";

export type PathView = "reads" | "writes" | "deletes" | "uploads";

/** The path of a word in a view, with what it stands for. */
export function elementOf(
  c: Context,
  command: ShellCommand,
  word: Word,
  view: PathView,
): PathValue | typeof unknownValue {
  const path = pathOfWord(c, word);
  if (path === unknownValue) return path;
  const isFaint = view === "reads";
  const { tree } = word;
  const expanded = tree?.from ?? word;
  const options = expanded.kind === "glob" ? expanded.expands : undefined;
  if (tree === undefined) return options === undefined ? path : expansionOf(c, path, { options, isFaint });
  if (tree.archive !== undefined) return unpackedBy(c, path, tree, command, (one) => pathOfWord(c, one));
  const { filter, from, without, when, isPerhaps = false } = tree;
  const source = from === undefined ? path : pathOfWord(c, from);
  const folder = when === undefined ? path : pathOfWord(c, when.folder);
  const other = without === undefined ? path : pathOfWord(c, without);
  if (source === unknownValue || folder === unknownValue || other === unknownValue) return path;
  return treeOf(c, path, {
    filter,
    isFaint,
    isSent: view === "uploads",
    isPerhaps,
    ...(from === undefined ? {} : { from: source }),
    ...(without === undefined ? {} : { without: other }),
    ...(when === undefined ? {} : { when: { folder, exists: when.exists } }),
    ...(options === undefined ? {} : { options }),
  });
}

export function pathOfWord(c: Context, word: Word): PathValue | typeof unknownValue {
  if (word.kind === "dynamic") return unknownValue;
  const path = word.kind === "glob" ? globOf(c, word.text) : pathOf(c, word.text);
  return typeof path === "object" ? path : unknownValue;
}
