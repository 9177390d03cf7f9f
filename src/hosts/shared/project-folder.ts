// The project's folder where the host says it in the environment of its hooks and not, or not always, in the payload. Rules
// speak of paths in the project; where a payload has only the working folder, that follows every `cd`.

import type { HostEnvironment } from "./adapter.ts";

/** On any system. */
export const ABSOLUTE = /^(?:[/\\]|[A-Za-z]:[/\\])/;

/** The first of these variables that holds a folder counts. */
export function folderNamedBy(variables: readonly string[], environment: HostEnvironment): string | null {
  const folders = variables.map((name) => environment[name]);
  return folders.find((folder) => folder !== undefined && ABSOLUTE.test(folder)) ?? null;
}
