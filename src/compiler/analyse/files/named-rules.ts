// The rules of the bundle in order, each with its name: unique, and without those a `use` leaves out.

import type { Session } from "../../diagnostics/session.ts";
import type { Name, RuleDecl, Span } from "../../ir/ast.ts";
import { nearest } from "../names/nearest.ts";
import { contentId, ruleSpan } from "../names/rule-ids.ts";
import { type LoadedFile, SELF_FILE } from "./load-files.ts";

export interface NamedRule {
  readonly id: number;
  readonly name: string;
  readonly span: Span;
  readonly decl: RuleDecl;
  readonly file: LoadedFile;
}

export function nameRules(files: readonly LoadedFile[], session: Session): readonly NamedRule[] {
  const places = new Map<string, Span>();
  const rules: NamedRule[] = [];
  const unnamed: { readonly decl: RuleDecl; readonly file: LoadedFile; readonly at: number }[] = [];
  for (const file of files) {
    const left = leftOut(file, session);
    for (const decl of file.ast.decls) {
      if (decl.kind !== "RuleDecl" || (decl.name !== null && left.has(decl.name.text))) continue;
      const span = ruleSpan(decl, session.sources.get(file.file)?.text ?? "");
      const name = decl.name?.text ?? "";
      const first = places.get(name);
      if (decl.name === null) unnamed.push({ decl, file, at: rules.length });
      else if (first === undefined) places.set(name, span);
      else session.report("P217", span, { name }, { notes: [{ span: first, text: "first used here" }] });
      rules.push({ id: rules.length, name, span, decl, file });
    }
  }
  const copies = new Map<string, number>();
  // After all others, so that an id never takes a name an author has chosen.
  for (const { decl, file, at } of unnamed) {
    const base = contentId(decl, file.ast, session.sources.get(file.file)?.text ?? "");
    let copy = copies.get(base) ?? 1;
    let name = copy === 1 ? base : `${base}-${copy}`;
    while (places.has(name)) name = `${base}-${++copy}`;
    copies.set(base, copy + 1);
    const rule = rules[at];
    if (rule === undefined) continue;
    places.set(name, rule.span);
    rules[at] = { ...rule, name };
  }
  return rules;
}

/** Names after `without` in the `use` of this file. */
function leftOut(file: LoadedFile, session: Session): ReadonlySet<string> {
  const names = file.settings?.decl.withouts ?? [];
  const own = new Set(
    file.ast.decls.flatMap((decl) => (decl.kind === "RuleDecl" && decl.name !== null ? [decl.name.text] : [])),
  );
  const left = new Set<string>();
  for (const name of names) {
    if (file.file === SELF_FILE) session.report("P210", name.span, { name: name.text });
    else if (!own.has(name.text)) reportUnknown(name, file, own, session);
    else left.add(name.text);
  }
  return left;
}

function reportUnknown(name: Name, file: LoadedFile, own: ReadonlySet<string>, session: Session): void {
  const near = nearest(name.text, own, session);
  const help = near === null ? `its rules are ${[...own].slice(0, 20).join(", ")}` : `did you mean \`${near}\`?`;
  // No fix: a guess must not leave out another rule.
  session.report("P209", name.span, { name: name.text, file: file.file }, { help });
}
