// Calls that read several files at once, where our `read` has one path: the others stand beside it, as globs.

import type { Json } from "../../language/contract.ts";
import type { Derived } from "./tool-table.ts";

/** What is said counts: a place that is no text leaves the list open, and none at all says nothing of files. */
export function filesRead(places: readonly (Json | undefined)[]): Derived {
  const said = [...new Set(places)].filter((place) => place !== undefined && place !== null && place !== "");
  const [path, ...more] = said.filter((place) => typeof place === "string");
  if (path === undefined) return { tool: "other" };
  const isTold = said.every((place) => typeof place === "string");
  const files = more.map(literalGlob);
  return {
    fields: { path, ...(files.length === 0 ? {} : { files }) },
    ...(isTold ? {} : { unknown: ["input.files"] }),
  };
}

/** A path as a glob, from where the call runs: a bare name would stand for files of that name at any depth. */
export function literalGlob(path: string): string {
  const literal = path.replace(/[*?[\]{}\\]/g, "\\$&");
  return /^(?:\.{0,2}\/|~|[A-Za-z]:)/.test(path) ? literal : `./${literal}`;
}
