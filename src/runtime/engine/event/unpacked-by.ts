// A command that unpacks: what it writes comes from an archive, which the line or the session may have made.

import type { ShellCommand } from "../../../shell/command.ts";
import type { Word, WordTree } from "../../../shell/syntax/model.ts";
import type { PathValue } from "../paths/paths.ts";
import { unpackedIn } from "../paths/unpacked.ts";
import type { Context } from "./context.ts";
import { isLeftBySession } from "./fresh-files.ts";

/** The path of a word; null when it is not known. */
export type PathOfWord = (word: Word) => PathValue | null;

export function unpackedBy(
  c: Context,
  folder: PathValue,
  { from, archive: names }: WordTree,
  { command, pathOf }: { readonly command: ShellCommand; readonly pathOf: PathOfWord },
): PathValue {
  const archive = from === undefined ? null : pathOf(from);
  const forms = archive?.forms.exact ?? [];
  const isArchive = (word: Word): boolean => pathOf(word)?.forms.exact.some((form) => forms.includes(form)) === true;
  return unpackedIn(c, folder, {
    archive,
    strip: names?.strip ?? 0,
    // Unpacking what a pipe brings is ordinary work, wherever it comes from: rules about hosts look at that.
    isMade: () => archive !== null && command.calls.some((call) => command.effects(call).writes.items.some(isArchive)),
    isFresh: () => isLeftBySession(c, forms),
  });
}
