// The project folder, for hosts that pass it in the environment and not, or not always, in the payload. Rules refer to paths
// in the project; the working folder of a payload changes with every `cd`.

import type { HostEnvironment } from "./adapter.ts";

/** Absolute on any system. */
export const ABSOLUTE = /^(?:[/\\]|[A-Za-z]:[/\\])/;

/** The first of these variables that holds a folder wins. */
export function folderNamedBy(variables: readonly string[], environment: HostEnvironment): string | null {
  const folders = variables.map((name) => environment[name]);
  return folders.find((folder) => folder !== undefined && ABSOLUTE.test(folder)) ?? null;
}
