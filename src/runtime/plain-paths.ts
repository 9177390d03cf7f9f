// Paths as hook processes put them together. `node:path` does the same, but its functions are compiled when they are first
// called, and most paths of a hook are plain already.

import { resolve } from "node:path";

/** A file or folder in a folder. */
export const inFolder = (folder: string, name: string): string => `${folder}/${name}`;

/** What `resolve` gives. */
export const resolved = (path: string): string => (isPlain(path) ? path : resolve(path));

/** Absolute, and nothing in it that could be left out. */
function isPlain(path: string): boolean {
  return path.charCodeAt(0) === SLASH && !path.includes("//") && !path.includes("/.") && !path.endsWith("/");
}

const SLASH = 0x2f;
