// Command lines that were read a moment ago. Hosts ask about one call several times, before it, for its permission and
// after it, and what a text means depends on nothing but the text, the policy, and the files that it runs.

import type { ShellCommand } from "../../../shell/command.ts";
import type { ShellEngine } from "../../../shell/index.ts";
import type { ShellEnvironment } from "../../../shell/syntax/model.ts";

/** Cached lines survive the collection of young objects, and moving them costs more than parsing most lines again. */
const MOST_KEPT = 4;
/** A long text may have a large reading, and is seldom sent again. */
const LONGEST_KEPT = 4096;

export type ReadText = (text: string, environment: ShellEnvironment) => ShellCommand;

interface CachedCommand {
  readonly shell: ShellEnvironment["shell"];
  readonly text: string;
  readonly command: ShellCommand;
  /** The files that were asked for, with their texts. */
  readonly files: ReadonlyMap<string, string | null | undefined> | null;
}

/** Reads as the engine does, always in the same home and with the same programs. */
export function lastCommands(engine: ShellEngine): ReadText {
  const cache: CachedCommand[] = [];
  let next = 0;
  return (text, environment) => {
    if (text.length > LONGEST_KEPT) return engine.read(text, environment);
    for (const one of cache)
      if (one.text === text && one.shell === environment.shell && isCurrent(one, environment)) return one.command;
    const asked: Asked = { files: null, isPassing: false };
    const command = engine.read(text, noting(environment, asked));
    if (asked.isPassing) return command;
    // The oldest makes room.
    cache[next] = { shell: environment.shell, text, command, files: asked.files };
    next = (next + 1) % MOST_KEPT;
    return command;
  };
}

/** What was asked of the disk during one reading. */
interface Asked {
  files: Map<string, string | null | undefined> | null;
  /** Answers that are not worth comparing later. */
  isPassing: boolean;
}

function noting(environment: ShellEnvironment, asked: Asked): ShellEnvironment {
  const { files, matches, isFresh } = environment;
  if (files === undefined || matches === undefined || isFresh === undefined) return environment;
  return {
    ...environment,
    files: (path) => {
      const found = files(path);
      asked.files ??= new Map();
      asked.files.set(path, found);
      return found;
    },
    matches: (pattern) => {
      asked.isPassing = true;
      return matches(pattern);
    },
    isFresh: (path) => {
      asked.isPassing = true;
      return isFresh(path);
    },
  };
}

/** Files change between calls: each is asked for again. */
function isCurrent({ files }: CachedCommand, environment: ShellEnvironment): boolean {
  for (const [path, text] of files ?? []) if (environment.files?.(path) !== text) return false;
  return true;
}
