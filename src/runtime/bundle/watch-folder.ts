// Reports when a bundle's folder may have changed. A build replaces the whole folder and a release moves a link, so the parent
// folder is watched too. Where the system cannot watch, the manifest is checked every two seconds. Nothing here keeps a
// process alive.

import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface Watch {
  close(): void;
}

export interface WatchOptions {
  /** Quiet time before a change counts, so that a copy in progress is not read at every file. */
  readonly debounceMs?: number;
  readonly pollMs?: number;
  /** False: only the manifest is polled. */
  readonly native?: boolean;
}

const DEBOUNCE_MS = 100;
const POLL_MS = 2000;

/** Calls `changed` after changes at or in a folder, which need not exist all the time. */
export function watchFolder(dir: string, changed: () => void, options: WatchOptions = {}): Watch {
  const folder = resolve(dir);
  const { debounceMs = DEBOUNCE_MS, pollMs = POLL_MS, native = true } = options;
  const watchers = new Map<string, FSWatcher>();
  let identity = identityOf(folder);
  let quiet: NodeJS.Timeout | null = null;
  let isClosed = false;

  const settle = (): void => {
    quiet = null;
    identity = identityOf(folder);
    if (native) attachAll();
    changed();
  };
  const note = (): void => {
    if (isClosed) return;
    if (quiet !== null) clearTimeout(quiet);
    quiet = setTimeout(settle, debounceMs);
    quiet.unref();
  };
  const attach = (place: string): void => {
    watchers.get(place)?.close();
    watchers.delete(place);
    try {
      const watcher = watch(place, { persistent: false }, note);
      watcher.on("error", () => watchers.delete(place));
      watchers.set(place, watcher);
    } catch {
      // Polling the manifest, below, still finds the change.
    }
  };
  // Repeated after every change, because the watched folder may have been moved away.
  const attachAll = (): void => {
    attach(dirname(folder));
    attach(folder);
  };
  if (native) attachAll();

  // Even with a working watcher: network and container file systems accept one and report nothing.
  const poll = setInterval(() => {
    if (identityOf(folder) !== identity) note();
  }, pollMs);
  poll.unref();

  return {
    close() {
      isClosed = true;
      clearInterval(poll);
      if (quiet !== null) clearTimeout(quiet);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

/** Changes whenever the manifest changes. */
function identityOf(folder: string): string {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(join(folder, "manifest.json"));
    return [dev, ino, size, mtimeMs, ctimeMs].join(" ");
  } catch {
    return "absent";
  }
}
