// Calls that read several files at once: policyc's `read` has one path, so the other files are added as globs.

import type { Json } from "../../language/contract.ts";
import type { Derived } from "./tool-table.ts";

/** Only what the call names counts: a place that is not a string makes the list incomplete, and an empty list says nothing. */
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

/** A path as a glob, relative to the folder of the call: a bare name would match files of that name at any depth. */
export function literalGlob(path: string): string {
  const literal = path.replace(/[*?[\]{}\\]/g, "\\$&");
  return /^(?:\.{0,2}\/|~|[A-Za-z]:)/.test(path) ? literal : `./${literal}`;
}
