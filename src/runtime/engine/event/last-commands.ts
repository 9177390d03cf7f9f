// Command lines that were read a moment ago. Hosts ask about one call several times, before it, for its permission and
// after it, and what a text means depends on nothing but the text, the policy, and the files that it runs.

import type { ShellCommand } from "../../../shell/command.ts";
import type { ShellEngine } from "../../../shell/index.ts";
import type { ShellEnvironment } from "../../../shell/syntax/model.ts";

/** Cached lines survive the collection of young objects, and moving them costs more than parsing most lines again. */
const MOST_KEPT = 4;
/** A long text may have a large reading, and is seldom sent again. */
const LONGEST_KEPT = 4096;

/** An environment that notes what was asked of the disk during one reading. */
export interface NotingEnvironment extends ShellEnvironment {
  readonly isRunning: boolean;
  /** The files that were asked for, with their texts. */
  readonly asked: ReadonlyMap<string, string | null | undefined> | null;
  /** Something else was asked, whose answer is not worth comparing later. */
  readonly isPassing: boolean;
}

export type ReadText = (text: string, environment: NotingEnvironment) => ShellCommand;

interface CachedCommand {
  readonly shell: ShellEnvironment["shell"];
  readonly isRunning: boolean;
  readonly text: string;
  readonly command: ShellCommand;
  readonly files: NotingEnvironment["asked"];
}

/** Reads as the engine does, always in the same home and with the same programs. */
export function lastCommands(engine: ShellEngine): ReadText {
  const cache: CachedCommand[] = [];
  let next = 0;
  return (text, environment) => {
    if (text.length > LONGEST_KEPT) return engine.read(text, environment);
    for (const one of cache)
      if (one.text === text && isSamePlace(one, environment) && isCurrent(one, environment)) return one.command;
    const command = engine.read(text, environment);
    if (environment.isPassing) return command;
    // The oldest makes room.
    const { shell, isRunning, asked } = environment;
    cache[next] = { shell, isRunning, text, command, files: asked };
    next = (next + 1) % MOST_KEPT;
    return command;
  };
}

const isSamePlace = (one: CachedCommand, { shell, isRunning }: NotingEnvironment): boolean =>
  one.shell === shell && one.isRunning === isRunning;

/** Files change between calls: each is asked for again. */
function isCurrent({ files }: CachedCommand, environment: NotingEnvironment): boolean {
  if (files !== null) for (const [path, text] of files) if (environment.files?.(path) !== text) return false;
  return true;
}
