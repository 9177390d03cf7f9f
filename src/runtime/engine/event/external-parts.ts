// Parts of what runs but is not on the line, as conditions name them: `x.kind`, `x.fresh`, `x.followed`.

import { FALSE, TRUE, type Truth, UNKNOWN } from "../../../language/truth.ts";
import { errorValue, type Maybe, unknownValue } from "../../../language/value.ts";
import type { External } from "../../../shell/syntax/model.ts";
import { commandOf, commandPaths, newContents } from "./command.ts";
import type { Context } from "./context.ts";
import { freshFile, freshScript, isBuiltHere, isDownloaded } from "./fresh-files.ts";

export function externalPart(c: Context, external: External, part: string): Maybe<string | boolean> {
  switch (part) {
    case "kind":
      return external.kind;
    case "name":
      return external.name;
    case "fresh":
      return asValue(isFresh(c, external));
    case "followed":
      return external.followed === true && !isDownloaded(c, commandOf(c), external);
    case "inspected":
      return isInspected(c, external);
    default:
      return errorValue;
  }
}

const asValue = (truth: Truth): Maybe<boolean> => (truth === UNKNOWN ? unknownValue : truth === TRUE);

function isFresh(c: Context, external: External): Truth {
  const command = commandOf(c);
  return command === null ? UNKNOWN : freshScript(c, command, external, newContents(c, commandPaths(c, "writes")));
}

/** How many files of another language are read for one script. */
const MOST_SOURCES = 16;

/** Every file that it consists of, and that this session may have written, was read and shows nothing. */
function isInspected(c: Context, external: External): boolean {
  const command = commandOf(c);
  if (isDownloaded(c, command, external)) return false;
  const { sources } = external;
  return sources === undefined ? isBuiltHere(c, command, external) : areQuiet(c, sources);
}

/** A file that is compiled, with the files of this session that it loads. Relative to where the command starts. */
export const isQuietFile = (c: Context, path: string): boolean => areQuiet(c, [path], true);

function areQuiet(c: Context, sources: readonly string[], isUnseen = false): boolean {
  const queue = [...sources];
  const seen = new Set(queue);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const text = seen.size > MOST_SOURCES ? undefined : c.fileText(next);
    if (typeof text !== "string" || c.around.shell?.isQuiet(text, isUnseen) !== true) return false;
    for (const name of c.around.shell.imports(text)) {
      const path = beside(next, name);
      if (seen.has(path) || freshFile(c, path) === FALSE) continue;
      // A name of a file that is not there is a module from elsewhere.
      if (c.fileText(path) === null) continue;
      seen.add(path);
      queue.push(path);
    }
  }
  return true;
}

function beside(file: string, name: string): string {
  const at = file.lastIndexOf("/");
  return at === -1 || name.startsWith("/") ? name : `${file.slice(0, at)}/${name}`;
}
