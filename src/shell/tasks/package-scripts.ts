// Scripts of package.json: each is a line of shell text, with one that runs before it and one after.

import { MOST_CODES, type TaskPlan } from "./task-plan.ts";

/** The scripts by name; null when the text is not a package. */
export function packageScripts(text: string): ReadonlyMap<string, string> | null {
  let found: unknown;
  try {
    // Editors of some systems begin a file with a mark.
    found = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return null;
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) return null;
  const { scripts = {} } = found as { scripts?: unknown };
  if (typeof scripts !== "object" || scripts === null || Array.isArray(scripts)) return null;
  const named = new Map<string, string>();
  for (const [name, code] of Object.entries(scripts)) if (typeof code === "string") named.set(name, code);
  return named;
}

/** What `npm install` runs of the package itself. */
export const installing: readonly string[] = [
  "preinstall",
  "install",
  "postinstall",
  "prepublish",
  "preprepare",
  "prepare",
  "postprepare",
];

/** The texts of some scripts; `main`: the one that gets the arguments of the line. */
export function packagePlan(
  scripts: ReadonlyMap<string, string>,
  names: readonly string[],
  main: string | null,
): TaskPlan {
  const codes = names.flatMap((name) => {
    const code = scripts.get(name);
    return code === undefined ? [] : [name === main ? `${code} "$@"` : code];
  });
  return { codes: codes.slice(0, MOST_CODES), isOpen: codes.length > MOST_CODES };
}
