// Hard links: a file that is written may have other names, and a rule that protects one of them protects the file.

import { decodeListing, sameKey } from "../../../language/listing.ts";
import type { Context } from "../event/context.ts";
import { fold, type PathValue } from "./paths.ts";

/** The path with the other names of its file as further forms. */
export function withOtherNames(c: Context, path: PathValue): PathValue {
  const { exact, folded, complete } = path.forms;
  const place = exact.at(-1);
  if (path.isGlob === true || path.extent !== undefined || !complete || place === undefined) return path;
  const home = c.home === undefined ? [] : [c.home];
  const answer = c.otherNames(sameKey({ path: place, candidates: [...c.around.ownPaths, c.workdir, ...home] }));
  const names = (decodeListing(answer)?.entries ?? []).filter((name) => !exact.includes(name));
  if (names.length === 0) return path;
  return { ...path, forms: { exact: [...exact, ...names], folded: [...folded, ...names.map(fold)], complete } };
}
