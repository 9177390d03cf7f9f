// A command that unpacks: what it writes comes from an archive, which the line or the session may have made.

import { unknownValue } from "../../../language/value.ts";
import type { ShellCommand } from "../../../shell/command.ts";
import type { Word, WordTree } from "../../../shell/syntax/model.ts";
import type { PathValue } from "../paths/paths.ts";
import { unpackedIn } from "../paths/unpacked.ts";
import type { Context } from "./context.ts";
import { isLeftBySession } from "./fresh-files.ts";

export function unpackedBy(
  c: Context,
  folder: PathValue,
  { from, archive: names }: WordTree,
  command: ShellCommand | null,
  pathOf: (word: Word) => PathValue | typeof unknownValue,
): PathValue {
  const place = from === undefined ? unknownValue : pathOf(from);
  const archive = place === unknownValue ? null : place;
  const forms = archive?.forms.exact ?? [];
  const isArchive = (word: Word): boolean => {
    const path = pathOf(word);
    return path !== unknownValue && path.forms.exact.some((form) => forms.includes(form));
  };
  const calls = command?.calls ?? [];
  return unpackedIn(c, folder, {
    archive,
    strip: names?.strip ?? 0,
    // Unpacking what a pipe brings is ordinary work, wherever it comes from: rules about hosts look at that.
    isMade: () =>
      archive !== null && calls.some((call) => command?.effects(call).writes.items.some(isArchive) === true),
    isFresh: () => isLeftBySession(c, forms),
  });
}
