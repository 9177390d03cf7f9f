// Reports a glob without a folder in a rule that restricts or remembers: it fits at the project's root only, and files of
// that name are everywhere.

import type { Json } from "../../language/contract.ts";
import { compileGlob, matchGlob } from "../../language/glob.ts";
import { expandGlob } from "../analyse/types/glob-patterns.ts";
import type { Session } from "../diagnostics/session.ts";
import { byShape, type CondOf } from "../ir/by-shape.ts";
import type { IrCond, IrRule, IrValue } from "../ir/ir.ts";
import type { Model, WrittenGlob } from "../ir/model.ts";

/** Files of which a project has one, at its root. */
const onlyAtRoot: ReadonlySet<string> = new Set([
  ".gitlab-ci.yml",
  ".gitmodules",
  ".mailmap",
  ".mcp.json",
  ".pre-commit-config.yaml",
  ".travis.yml",
  "azure-pipelines.yml",
  "bitbucket-pipelines.yml",
  "changelog.md",
  "code_of_conduct.md",
  "codeowners",
  "contributing.md",
  "go.work",
  "gradlew",
  "jenkinsfile",
  "lerna.json",
  "license",
  "license.md",
  "mvnw",
  "netlify.toml",
  "nx.json",
  "pnpm-workspace.yaml",
  "readme",
  "readme.md",
  "renovate.json",
  "security.md",
  "settings.gradle",
  "turbo.json",
  "vercel.json",
]);

export function rootOnlyGlob(model: Model, session: Session): void {
  const ignored = new Map<number, readonly string[]>();
  for (const { rule, expects, event } of model.examples)
    if (expects === "ignores") ignored.set(rule, [...(ignored.get(rule) ?? []), ...pathsIn(event)]);
  for (const rule of model.ir.rules) {
    if (model.packFiles.has(rule.file) || loosens(rule)) continue;
    for (const test of wantedGlobs(rule)) {
      const globs = model.writtenGlobs.get(test) ?? [];
      for (const glob of globs) {
        if (!isBare(glob) || isMeant(glob, globs, ignored.get(rule.id) ?? [])) continue;
        const written = session.sources.get(glob.span.file)?.text.slice(glob.span.start, glob.span.end) ?? "";
        // The text of a parameter is written where it is set, perhaps in a joined text.
        const fix = written.startsWith('"') ? { fix: `"**/${written.slice(1)}` } : {};
        session.report("P463", glob.span, { glob: glob.text }, fix);
      }
    }
  }
}

const loosens = ({ effects }: IrRule): boolean => effects.some((chain) => chain.some(({ kind }) => kind === "allow"));

/** A name, perhaps with wildcards in it; `*` alone is every file of the root. */
const isBare = ({ text }: WrittenGlob): boolean =>
  !text.includes("/") && !text.startsWith("~") && /[^*?]/.test(text) && !onlyAtRoot.has(text.toLowerCase());

/** The rule says elsewhere that it knows the difference: a folder with the same name, or an example that it ignores. */
function isMeant({ text }: WrittenGlob, globs: readonly WrittenGlob[], ignored: readonly string[]): boolean {
  if (globs.some((other) => other.text !== text && other.text.endsWith(`/${text}`))) return true;
  const expanded = expandGlob(text);
  const names = "error" in expanded ? [] : expanded.globs.map((glob) => compileGlob(glob.toLowerCase(), "path"));
  return ignored.some((path) => names.some((name) => matchGlob(name, path.slice(path.lastIndexOf("/") + 1))));
}

/** Words with a folder in them, in lower case. */
function pathsIn(value: Json): readonly string[] {
  if (typeof value === "string")
    return value
      .toLowerCase()
      .split(/[\s"'=<>|;&()]+/)
      .filter((word) => /[^/.]\/[^/]/.test(word));
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

/** Tests of paths that a call touches, where the rule needs them to be true. */
function wantedGlobs(rule: IrRule): readonly CondOf<"glob">[] {
  const found: CondOf<"glob">[] = [];
  const touched = new Set<number>();
  const walk = (cond: IrCond, isTrue: boolean): void =>
    byShape<void>(cond, {
      constant: () => undefined,
      not: (item) => walk(item, !isTrue),
      connective: ({ items }) => {
        for (const item of items) walk(item, isTrue);
      },
      quantifier: ({ list, var: element, body }) => {
        if (list.op === "view" || (list.op === "part" && list.type === "list<path>")) touched.add(element);
        walk(body, isTrue);
      },
      test: (test) => {
        if (isTrue && test.op === "glob" && test.kind === "path" && isTouched(test.value, touched)) found.push(test);
      },
    });
  for (const { cond } of rule.conditions) walk(cond, true);
  return found;
}

const isTouched = (value: IrValue, elements: ReadonlySet<number>): boolean =>
  (value.op === "var" && elements.has(value.var)) || (value.op === "field" && value.name === "input.path");
