// The bundles that the resident process has opened, by the folder that a caller names: each is opened when it is first asked,
// looked at again at every question, and opened anew when a file of it is another one.

import { ResidentBundle } from "./resident-bundle.ts";

/** Throws a PolicyLoadError when there is no sound bundle there now. */
export type BundleOpener = (dir: string) => ResidentBundle;

export interface OpenBundles {
  readonly open: BundleOpener;
  readonly all: () => readonly ResidentBundle[];
}

/** Those that were not asked for the longest time go first. */
const MOST_OPEN = 64;

export function openBundles(reopened: (bundle: ResidentBundle) => void): OpenBundles {
  const opened = new Map<string, ResidentBundle>();
  const open: BundleOpener = (dir) => {
    const known = opened.get(dir);
    if (known?.isCurrent()) return known;
    // What is no longer sound must not answer.
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
