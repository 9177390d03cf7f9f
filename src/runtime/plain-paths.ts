// Paths as hook processes put them together. `node:path` does the same, but its functions are compiled when they are first
// called, and most paths of a hook are plain already.

import { resolve, sep } from "node:path";

/** A file or folder in a folder. */
export const inFolder = (folder: string, name: string): string => `${folder}/${name}`;

/** What `resolve` gives. */
export const resolved = (path: string): string => (isPlain(path) ? path : resolve(path));

/** Absolute, and nothing in it that could be left out. */
function isPlain(path: string): boolean {
  return sep === "/" && path.startsWith("/") && !path.includes("//") && !path.includes("/.") && !path.endsWith("/");
}
