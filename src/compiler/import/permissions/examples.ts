// Texts and paths on which an imported rule fires.

import { judgeRegex } from "../../analyse/types/regex-safety.ts";

/** A text that a simple expression matches; none when it is not simple. */
export function exampleTexts(source: string): readonly string[] {
  const { kind } = judgeRegex(source, "i");
  if (kind !== "safe" && kind !== "polynomial") return [];
  const text = source
    .replace(/^\^|\$$/g, "")
    .replace(/\(\?:/g, "(")
    .replace(/\(([^()|]*)\|[^()]*\)/g, "$1")
    .replace(/\(([^()]*)\)/g, "$1")
    .replace(/\\s[+*]?|\\b/g, (found) => (found.startsWith("\\s") ? " " : ""))
    .replace(/\.[*+]/g, " x ")
    .replace(/\[([^\]\\^-])[^\]]*\]/g, "$1")
    .replace(/\\([^\w\s])/g, "$1")
    .split("|")[0];
  return text !== undefined && text.trim() !== "" && new RegExp(source, "i").test(text) ? [text] : [];
}

/** A path that the first glob matches. */
export function pathFor(globs: readonly string[]): string {
  const path = (globs[0] ?? "x")
    .replace(/(?<!\\)\{([^,{}]*)[^{}]*\}/g, "$1")
    .replace(/\*\*\//g, "")
    .replace(/\*+/g, "x")
    .replace(/(?<!\\)\?/g, "x")
    .replace(/\[([^\]!^])[^\]]*\]/g, "$1")
    .replace(/\\(.)/g, "$1");
  return path === "" ? "x" : path;
}
