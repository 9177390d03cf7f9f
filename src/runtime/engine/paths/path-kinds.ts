// The words after `is`: what a path is, independent of its name.

import { FALSE, or, TRUE, type Truth, UNKNOWN } from "../../../language/truth.ts";
import type { Maybe } from "../../../language/value.ts";
import type { Context } from "../event/context.ts";
import { anyExpansion, globUnder } from "./glob-paths.ts";
import { ancestors, type Forms, type FormTest, isBelow, overForms, type PathValue, underPlaces } from "./paths.ts";
import { allBelow, mayBePlace } from "./rest.ts";
import { folderRoots, systemFolders } from "./system-folders.ts";

export const isRoot = (path: Maybe<PathValue>, c: Context, forms: Forms = "some"): Truth =>
  ofKind(c, path, "root", forms, root, null);

/** The same path is asked about by the index and by rule after rule. */
function ofKind<T>(
  c: Context,
  path: Maybe<PathValue>,
  kind: "root" | "home" | "system",
  forms: Forms,
  test: FormTest<T>,
  of: T,
): Truth {
  // A doubt has to be noted each time.
  const isSettled =
    typeof path === "object" &&
    forms === "some" &&
    path.forms.complete &&
    path.isGlob !== true &&
    path.rest === undefined;
  if (!isSettled) return overForms(c, path, true, forms, test, of);
  path.is ??= { root: null, home: null, system: null };
  path.is[kind] ??= overForms(c, path, true, forms, test, of);
  return path.is[kind];
}

const root: FormTest<null> = {
  fits: (_, form) => form === "/" || (form.length === 3 && /^[a-z]:\/$/.test(form)),
  fitsGlob: () => FALSE,
  fitsRest: () => FALSE,
};

/** Folders that homes are in. */
const homesAbove = /^\/(?:home|users)$/;
const someHome = /^\/(?:root|home\/[^/]+|users\/[^/]+)$/;

export const isHome = (c: Context, path: Maybe<PathValue>, forms: Forms = "some"): Truth =>
  ofKind(c, path, "home", forms, home, c.around.foldedHome);

const isHomeForm = (form: string, own: string | undefined): boolean => form === own || someHome.test(form);

const home: FormTest<string | undefined> = {
  fits: (_, form, own) => isHomeForm(form, own),
  fitsGlob(_, glob, own) {
    if (isHomeForm(anyExpansion(glob), own)) return TRUE;
    return own === undefined ? FALSE : globIs(glob, own);
  },
  fitsRest: (_, folder, own, folded, rest) =>
    (folder === "/" && rest.pattern === undefined) ||
    homesAbove.test(folder) ||
    (own !== undefined && mayBePlace(folder, own, rest, folded))
      ? UNKNOWN
      : FALSE,
};

/** Does the glob fit the folder itself: `/h*` fits `/home`, `/home/x*` does not. */
const globIs = (glob: string, folder: string): Truth =>
  glob.split("/").length === folder.split("/").length ? globUnder(glob, [folder]) : FALSE;

export const isSystem = (c: Context, path: Maybe<PathValue>, forms: Forms = "some"): Truth =>
  ofKind(c, path, "system", forms, system, null);

const system: FormTest<null> = {
  fits: (_, form) => isSystemForm(form),
  fitsGlob: (_, glob) => isSystemGlob(glob),
  fitsRest: (_, folder, __, folded, rest) => allBelow(folder, systemFolders, rest, folded),
};

function isSystemForm(form: string): boolean {
  const near = byLetter.get(form.charCodeAt(1));
  if (near === undefined) return false;
  for (const folder of near.roots) if (form === folder) return true;
  for (const folder of near.folders) if (isBelow(form, folder)) return true;
  return false;
}

/** The folders of the system by their second character, which is another one for most paths. */
const byLetter = new Map(
  [...folderRoots, ...systemFolders].map((folder) => {
    const letter = folder.charCodeAt(1);
    const isNear = (other: string): boolean => other.charCodeAt(1) === letter;
    return [letter, { roots: folderRoots.filter(isNear), folders: systemFolders.filter(isNear) }];
  }),
);

/** `/???/*`, `find / -name '*.conf'`: such files are in folders of the system too, as far as anybody knows. */
const fromRoot = (glob: string): Truth => (/^\/[*?]+\//.test(glob) ? UNKNOWN : FALSE);

const isSystemGlob = (glob: string): Truth =>
  folderRoots.includes(anyExpansion(glob))
    ? TRUE
    : folderRoots.reduce<Truth>(
        (found, folder) => or(found, globIs(glob, folder)),
        or(fromRoot(glob), globUnder(glob, systemFolders)),
      );

/** The whole project: its root or a folder above it. All its entries are added to a view as the root itself. */
export function isProject(c: Context, path: Maybe<PathValue>, forms: Forms = "some"): Truth {
  // `find . -mtime +30 -delete` starts there and takes some of it.
  if (typeof path === "object" && path.extent?.isPerhaps === true) return FALSE;
  return overForms(c, path, true, forms, project, c.foldedRoots());
}

const project: FormTest<readonly string[]> = {
  fits: (_, form, roots) => roots.some((root) => isBelow(root, form)),
  fitsGlob: (_, glob, roots) =>
    roots
      .flatMap(ancestors)
      .reduce<Truth>((found, folder) => (folder === "/" ? found : or(found, globIs(glob, folder))), FALSE),
  fitsRest: (_, folder, roots, folded, rest) =>
    roots.some((root) => mayBePlace(folder, root, rest, folded)) ? UNKNOWN : FALSE,
};

/** A file of policyc itself: bundle, state, trust store, log, socket, as passed at load. */
export function isPolicyc(c: Context, path: Maybe<PathValue>, forms: Forms = "some"): Truth {
  return overForms(c, path, true, forms, underPlaces, c.own);
}
