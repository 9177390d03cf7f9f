// Conditions about text: of a command line, a prompt, or what is written into files.

import type { PermissionTest, Subject } from "../../../hosts/shared/permissions/permission.ts";
import { dataText, listText, regexText, stringText } from "../policy-text.ts";
import type { Unsayable } from "../write-tests.ts";
import { exampleTexts, pathFor } from "./examples.ts";
import { allOf, anyOf, type Variant, variant } from "./variant.ts";

const words = { equals: "==", contains: "contains", starts: "starts with", ends: "ends with" } as const;

/** One test of a field. Expressions ignore case, as their authors are used to. */
export function testText(field: string, test: PermissionTest): string {
  if (test.kind === "regex") return `${field} matches ${regexText(fromPython(test.source), "i")}`;
  if (test.kind === "lacks") return `not (${field} contains ${stringText(test.text)})`;
  return `${field} ${words[test.kind]} ${stringText(test.text)}`;
}

/** Python's `$` also matches before a last line end, and its `.` is everything but `\\n`. */
const fromPython = (source: string): string =>
  source.replace(/\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|[$.]/g, (found) =>
    found === "$" ? "\\n?$" : found === "." ? "[^\\n]" : found,
  );

type Content = Extract<Subject, { readonly kind: "content" }>;

/** Each tool has its own fields, so each has its own part. */
export function contentVariants({ files, added, removed }: Content): readonly Variant[] | Unsayable {
  const inFiles = files.length === 0 ? [] : [`any writes matches ${listText(files)}`];
  const onField = (field: string, tests: readonly PermissionTest[]): readonly string[] =>
    tests.map((test) => testText(`(input.${field} ?? "")`, test));
  const write = removed.length > 0 ? [] : [allOf(['tool == "write"', ...inFiles, ...onField("content", added)])];
  const edit = allOf(['tool == "edit"', ...inFiles, ...onField("new", added), ...onField("old", removed)]);
  const patched = [...added, ...removed].filter(({ kind }) => kind === "regex" || kind === "contains");
  const patches =
    patched.length < added.length + removed.length
      ? []
      : ["write", "edit"].map((tool) => allOf([`tool == "${tool}"`, ...inFiles, ...onField("patch", patched)]));
  const path = files.length === 0 ? "a.txt" : pathFor(files);
  const differs = ["files that are written whole and patches are covered too, not only edits"];
  return [variant(anyOf([...write, edit, ...patches]), fires(path, added, removed), { ignores: ['"pwd"'], differs })];
}

function fires(path: string, added: readonly PermissionTest[], removed: readonly PermissionTest[]): readonly string[] {
  const text = (tests: readonly PermissionTest[]): string | null => {
    const [test] = tests;
    if (test === undefined) return "";
    if (tests.length > 1 || test.kind === "lacks") return null;
    if (test.kind !== "regex") return test.text;
    return exampleTexts(test.source)[0] ?? null;
  };
  const [one, other] = [text(added), text(removed)];
  if (one === null || other === null) return [];
  return [dataText({ tool: "edit", input: { path, old: other, new: one } })];
}
