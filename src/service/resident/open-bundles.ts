// The bundles that the resident process has opened, by the folder that a caller names. Each is opened at its first call,
// checked at every call, and reopened when one of its files has changed.

import { ResidentBundle } from "./resident-bundle.ts";

/** Throws a PolicyLoadError when the folder has no valid bundle now. */
export type BundleOpener = (dir: string) => ResidentBundle;

export interface OpenBundles {
  readonly open: BundleOpener;
  readonly all: () => readonly ResidentBundle[];
}

/** Beyond this, the bundle that was opened first is dropped. */
const MOST_OPEN = 64;

export function openBundles(reopened: (bundle: ResidentBundle) => void): OpenBundles {
  const opened = new Map<string, ResidentBundle>();
  const open: BundleOpener = (dir) => {
    const known = opened.get(dir);
    if (known?.isCurrent()) return known;
    // A bundle that is no longer valid must not answer.
    opened.delete(dir);
    const bundle = ResidentBundle.open(dir);
    opened.set(dir, bundle);
    const [oldest] = opened.size > MOST_OPEN ? opened.keys() : [];
    if (oldest !== undefined) opened.delete(oldest);
    reopened(bundle);
    return bundle;
  };
  return { open, all: () => [...opened.values()] };
}
