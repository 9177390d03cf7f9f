// Names of `let`, `param` and `def` by file. A file sees its own, and those of files it uses by path; a pack shows its names to packs only.

import { commonFields, points, sharedNames, views } from "../../../language/schema.ts";
import type { Session } from "../../diagnostics/session.ts";
import type { Decl, DefDecl, Expr, LetDecl, Name, ParamDecl } from "../../ir/ast.ts";
import type { LoadedFile } from "../files/load-files.ts";
import { namesPack } from "../files/packs.ts";
import type { Declared, FileNames } from "../names/bundle-scope.ts";
import { nearest } from "../names/nearest.ts";
import { typeOf } from "../names/type-refs.ts";
import { functionNames } from "../types/functions.ts";

const reserved: ReadonlySet<string> = new Set([
  "input",
  "command",
  "call",
  "mcp",
  ...Object.keys(commonFields),
  ...Object.values(points).flatMap((point) => Object.keys(point.fields)),
  ...sharedNames,
  ...Object.keys(views),
  ...functionNames,
]);

/** The names each file can use, by file. */
export function collectNames(files: readonly LoadedFile[], session: Session): ReadonlyMap<LoadedFile, FileNames> {
  const own = new Map<LoadedFile, FileNames>();
  for (const file of files) own.set(file, { file: file.file, byName: new Map() });
  for (const file of files) declareAll(file, own, session);
  const all = new Map<LoadedFile, FileNames>();
  for (const file of files) {
    const names = own.get(file);
    if (names !== undefined) all.set(file, names);
  }
  // Only now, so that what a file merely uses is not handed on.
  const added = files.map((file) => importsOf(file, own, session));
  for (const [at, file] of files.entries()) {
    for (const [name, declared] of added[at] ?? []) all.get(file)?.byName.set(name, declared);
  }
  return all;
}

function declareAll(file: LoadedFile, own: ReadonlyMap<LoadedFile, FileNames>, session: Session): void {
  const home = own.get(file);
  if (home === undefined) return;
  const withs = withsOf(file, own);
  for (const decl of file.ast.decls) {
    const declared = declare(decl, home, withs, session);
    if (declared === null) continue;
    const { name } = declared;
    const first = home.byName.get(name.text);
    if (reserved.has(name.text))
      session.report("P216", name.span, { name: name.text, what: "a field, view or function" });
    else if (first === undefined) home.byName.set(name.text, declared);
    else
      session.report(
        "P215",
        name.span,
        { what: "name", name: name.text },
        { notes: [{ span: first.name.span, text: "first declared here" }] },
      );
  }
  checkWiths(file, withs, home, session);
}

interface With {
  readonly name: Name;
  readonly value: Expr;
  readonly home: FileNames;
}

/** What the `use` of this file sets. */
function withsOf(file: LoadedFile, own: ReadonlyMap<LoadedFile, FileNames>): ReadonlyMap<string, With> {
  const { settings } = file;
  const home = settings === null ? undefined : own.get(settings.from);
  if (settings === null || home === undefined) return new Map();
  return new Map(settings.decl.withs.map(({ name, value }) => [name.text, { name, value, home }]));
}

function checkWiths(file: LoadedFile, withs: ReadonlyMap<string, With>, home: FileNames, session: Session): void {
  const params = [...home.byName.values()].filter(({ kind }) => kind === "param").map(({ name }) => name.text);
  const seen = new Set<string>();
  for (const { name } of file.settings?.decl.withs ?? []) {
    if (seen.has(name.text)) session.report("P215", name.span, { what: "parameter", name: name.text });
    seen.add(name.text);
  }
  for (const { name } of withs.values()) {
    if (params.includes(name.text)) continue;
    const near = nearest(name.text, params, session);
    const help =
      near !== null
        ? `did you mean \`${near}\`?`
        : params.length > 0
          ? `its parameters are ${params.join(", ")}`
          : "it has no parameters";
    session.report(
      "P208",
      name.span,
      { name: name.text, file: file.file },
      near === null ? { help } : { help, fix: near },
    );
  }
}

function declare(decl: Decl, home: FileNames, withs: ReadonlyMap<string, With>, session: Session): Declared | null {
  switch (decl.kind) {
    case "LetDecl":
      return declareLet(decl, home);
    case "ParamDecl":
      return declareParam(decl, home, withs.get(decl.name.text), session);
    case "DefDecl":
      return declareDef(decl, home, session);
    default:
      return null;
  }
}

function declareLet(decl: LetDecl, home: FileNames): Declared {
  return {
    kind: "let",
    name: decl.name,
    home,
    value: decl.value,
    valueHome: home,
    type: null,
    def: null,
    isChanged: false,
  };
}

function declareParam(decl: ParamDecl, home: FileNames, given: With | undefined, session: Session): Declared {
  const type = typeOf(decl.type, session);
  const value = given?.value ?? decl.value;
  const valueHome = given?.home ?? home;
  return { kind: "param", name: decl.name, home, value, valueHome, type, def: null, isChanged: given !== undefined };
}

function declareDef(decl: DefDecl, home: FileNames, session: Session): Declared {
  const seen = new Set<string>();
  for (const { name } of decl.params) {
    if (seen.has(name.text)) session.report("P215", name.span, { what: "parameter", name: name.text });
    else if (reserved.has(name.text))
      session.report("P216", name.span, { name: name.text, what: "a field, view or function" });
    seen.add(name.text);
  }
  return { kind: "def", name: decl.name, home, value: null, valueHome: home, type: null, def: decl, isChanged: false };
}

/** Constants and predicates of the files used by path; only a pack sees those of another pack. */
function importsOf(
  file: LoadedFile,
  own: ReadonlyMap<LoadedFile, FileNames>,
  session: Session,
): ReadonlyMap<string, Declared> {
  const added = new Map<string, Declared>();
  const mine = own.get(file)?.byName;
  for (const { decl, target } of file.uses) {
    if (target.isPack && (!file.isPack || namesPack(decl.path.value))) continue;
    for (const [name, declared] of own.get(target)?.byName ?? []) {
      if (declared.kind === "param") continue;
      const first = mine?.get(name) ?? added.get(name);
      if (first === undefined) added.set(name, declared);
      else if (first !== declared) {
        const notes = [
          { span: first.name.span, text: "declared here" },
          { span: declared.name.span, text: "and here" },
        ];
        session.report("P215", decl.path.span, { what: "name", name }, { notes });
      }
    }
  }
  return added;
}
