// What the files say about the whole bundle: `language`, `scope`, `target`.

import { targets as knownTargets } from "../../../hosts/index.ts";
import type { Scope } from "../../../language/contract.ts";
import type { Session } from "../../diagnostics/session.ts";
import type { Decl, Span } from "../../ir/ast.ts";
import { nearest } from "../names/nearest.ts";
import { suggestion } from "../names/rule-scope.ts";
import type { LoadedFile } from "./load-files.ts";

export interface Header {
  readonly scope: Scope;
  readonly targets: readonly string[];
}

const LANGUAGE = 1;
const scopes: readonly Scope[] = ["internal", "user", "repo"];
/** What agents call their layers of settings. */
const otherScopes: ReadonlyMap<string, Scope> = new Map([
  ...["project", "workspace", "repository", "local", "team"].map((word) => [word, "repo"] as const),
  ...["global", "personal", "home"].map((word) => [word, "user"] as const),
  ...["managed", "organization", "organisation", "company", "enterprise", "admin", "system"].map(
    (word) => [word, "internal"] as const,
  ),
]);
const OWN_RUNTIME = "policyc";

/** One scope and one set of targets for the bundle; options add to what the files say and never take away from it. */
export function headerOf(
  files: readonly LoadedFile[],
  options: { readonly scope?: Scope; readonly targets?: readonly string[] },
  session: Session,
): Header {
  let scope: { readonly scope: Scope; readonly span: Span | null } | null =
    options.scope === undefined ? null : { scope: options.scope, span: null };
  const targets = new Set<string>();
  for (const target of options.targets ?? []) addTarget(target, { file: target, start: 0, end: 0 }, targets, session);
  for (const { ast } of files) {
    checkOnce(ast.decls, session);
    for (const decl of ast.decls) {
      if (decl.kind === "LanguageDecl" && decl.version.value !== LANGUAGE) {
        session.report("P211", decl.version.span, { found: String(decl.version.value), known: String(LANGUAGE) });
      }
      if (decl.kind === "TargetDecl")
        for (const { text, span } of decl.targets) addTarget(text, span, targets, session);
      if (decl.kind === "ScopeDecl") scope = joinScope(decl.scope.text, decl.scope.span, scope, session);
    }
  }
  return { scope: scope?.scope ?? "user", targets: targets.size === 0 ? [OWN_RUNTIME] : [...targets].sort() };
}

function addTarget(target: string, span: Span, targets: Set<string>, session: Session): void {
  if (knownTargets.includes(target)) targets.add(target);
  else
    session.report(
      "P214",
      span,
      { name: target },
      suggestion(nearest(target, knownTargets, session), `the targets are ${knownTargets.join(", ")}`),
    );
}

type Stated = { readonly scope: Scope; readonly span: Span | null } | null;

function joinScope(word: string, span: Span, stated: Stated, session: Session): Stated {
  const scope = scopes.find((known) => known === word);
  if (scope === undefined) {
    session.report(
      "P212",
      span,
      { name: word },
      suggestion(
        otherScopes.get(word.toLowerCase()) ?? nearest(word, scopes, session),
        `the scopes are ${scopes.join(", ")}`,
      ),
    );
    return stated;
  }
  if (stated === null) return { scope, span };
  if (stated.scope !== scope) {
    const notes = stated.span === null ? [] : [{ span: stated.span, text: `\`${stated.scope}\` is given here` }];
    session.report("P213", span, { first: stated.scope, second: scope }, { notes });
  }
  return stated;
}

/** A file says each of these once. */
function checkOnce(decls: readonly Decl[], session: Session): void {
  const seen = new Map<string, Span>();
  for (const decl of decls) {
    if (decl.kind !== "LanguageDecl" && decl.kind !== "ScopeDecl") continue;
    const first = seen.get(decl.kind);
    const word = decl.kind === "LanguageDecl" ? "language" : "scope";
    if (first === undefined) seen.set(decl.kind, decl.span);
    else session.report("P219", decl.span, { word }, { notes: [{ span: first, text: "first given here" }] });
  }
}
