// Repeats a run whenever a file that it read changes, until interrupted. It watches folders, not files: an editor that saves
// by renaming creates a new file, and a new policy belongs to the next run.

import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Exit, exit, type Io } from "./io.ts";

interface Watched {
  readonly exit: Exit;
  /** Relative to the working folder. */
  readonly files: readonly string[];
}

/** Quiet time before a change counts: several files saved together are one change. */
const QUIET_MS = 100;

/** Stops when the process ends, or through `signal`. */
export async function watchRuns(io: Io, run: () => Promise<Watched>, signal?: AbortSignal): Promise<Exit> {
  let last: Exit = exit.clean;
  const seen = new Set<string>();
  while (!signal?.aborted) {
    const start = Date.now();
    const { exit: code, files } = await run();
    last = code;
    const places = files.map((file) => resolve(io.cwd, file));
    const folders = [...new Set(places.map((place) => dirname(place)))];
    const changed = nextChange(folders.length > 0 ? folders : [io.cwd], signal);
    io.stderr.write("watching for changes; press Ctrl-C to stop\n");
    if (changesSince(start, places).filter((change) => !seen.has(change) && seen.add(change)).length > 0) changed.end();
    await changed.ended;
    io.stderr.write("\n");
  }
  return last;
}

/** Files saved during the run, before they were watched; a date in the future counts once. */
function changesSince(start: number, places: readonly string[]): readonly string[] {
  return places.flatMap((place) => {
    const time = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Math.floor(time) > start ? [`${place} ${time}`] : [];
  });
}

interface NextChange {
  readonly ended: Promise<void>;
  readonly end: () => void;
}

function nextChange(folders: readonly string[], signal?: AbortSignal): NextChange {
  const watchers: FSWatcher[] = [];
  let quiet: NodeJS.Timeout | undefined;
  let done = (): void => {};
  const ended = new Promise<void>((resolved) => {
    done = resolved;
  });
  const end = (): void => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(quiet);
    signal?.removeEventListener("abort", end);
    done();
  };
  const note = (_: unknown, name: string | null): void => {
    if (name !== null && !name.endsWith(".policy")) return;
    clearTimeout(quiet);
    quiet = setTimeout(end, QUIET_MS);
  };
  signal?.addEventListener("abort", end);
  for (const folder of folders) {
    try {
      watchers.push(watch(folder, note));
    } catch {
      // A pack outside of the project, or a deleted folder: it will not change.
    }
  }
  return { ended, end };
}
