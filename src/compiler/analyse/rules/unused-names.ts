// What was declared and plays no part: constants and predicates that nothing reads.

import type { LoadedFile } from "../files/load-files.ts";
import type { BundleScope, FileNames } from "../names/bundle-scope.ts";
import { constantNamed } from "../names/constants.ts";

/** Works out every constant, so that a mistake in one that nothing reads is found too. */
export function checkConstants(names: ReadonlyMap<LoadedFile, FileNames>, bundle: BundleScope): void {
  for (const [file, { byName }] of names) {
    for (const declared of byName.values()) {
      if (declared.home.file !== file.file || declared.kind === "def") continue;
      const wasUsed = bundle.usedNames.has(declared);
      constantNamed(declared, bundle);
      if (!wasUsed) bundle.usedNames.delete(declared);
    }
  }
}

/** A file that others use, or one without rules, keeps names for others; elsewhere an unread name is a slip. */
export function reportUnused(
  files: readonly LoadedFile[],
  names: ReadonlyMap<LoadedFile, FileNames>,
  bundle: BundleScope,
): void {
  const shared = new Set(files.flatMap((file) => file.uses.map(({ target }) => target)));
  for (const file of files) {
    if (shared.has(file) || !file.ast.decls.some((decl) => decl.kind === "RuleDecl")) continue;
    for (const declared of names.get(file)?.byName.values() ?? []) {
      const { name, home, kind } = declared;
      if (home.file !== file.file || kind === "param" || bundle.usedNames.has(declared)) continue;
      bundle.session.report("P259", name.span, { name: name.text });
    }
  }
  for (const file of files) reportUnusedParams(file, names, bundle);
}

/** Only its own file can read a parameter; a rule that was left out may have been the one that does. */
function reportUnusedParams(
  file: LoadedFile,
  names: ReadonlyMap<LoadedFile, FileNames>,
  { usedNames, session }: BundleScope,
): void {
  if ((file.isPack && !file.isEntry) || (file.settings?.decl.withouts.length ?? 0) > 0) return;
  if (!file.ast.decls.some((decl) => decl.kind === "RuleDecl")) return;
  for (const declared of names.get(file)?.byName.values() ?? []) {
    const { name, home, kind } = declared;
    if (home.file === file.file && kind === "param" && !usedNames.has(declared))
      session.report("P259", name.span, { name: name.text });
  }
}
