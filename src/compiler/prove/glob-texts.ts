// Texts that a glob fits: its wildcards filled in with plain names.

import type { IrGlob } from "../ir/ir.ts";

const FILLINGS = ["x", "a1", "some-name", ""] as const;

/** A few texts, the plainest first; the caller tests whether one fits. */
export function globTexts({ pattern, kind }: IrGlob): readonly string[] {
  const texts = FILLINGS.map((word) => filled(pattern, word, kind));
  return [...new Set(texts)].filter((text) => text !== "");
}

function filled(pattern: string, word: string, kind: IrGlob["kind"]): string {
  if (kind === "host") return segment(pattern, word === "" ? "h" : word);
  const parts = pattern.split("/").map((part) => (part === "**" ? part : segment(part, word)));
  const bare = parts.flatMap((part, at) => {
    if (part !== "**") return [part];
    // `**` may stand for no part at all, but not for a whole name at the end.
    if (at === parts.length - 1) return [word === "" ? "x" : word];
    return word === "a1" ? ["deep", "er"] : word === "some-name" ? ["some"] : [];
  });
  const text = bare.join("/");
  return pattern.startsWith("/") && !text.startsWith("/") ? `/${text}` : text;
}

function segment(pattern: string, word: string): string {
  let text = "";
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? "";
    if (char === "*") text += pattern === "*" && word === "" ? "x" : word;
    else if (char === "?") text += "x";
    else if (char === "\\" && at + 1 < pattern.length) text += pattern[++at];
    else if (char === "[") {
      const end = pattern.indexOf("]", at + 2);
      if (end === -1) text += char;
      else {
        text += memberOf(pattern.slice(at + 1, end));
        at = end;
      }
    } else text += char;
  }
  return text;
}

/** A character of a class; for `[!a]` one that is unlikely to be named. */
function memberOf(members: string): string {
  if (!/^[!^]/.test(members)) return members.startsWith("\\") ? (members[1] ?? "x") : (members[0] ?? "x");
  const isMember = (char: string): boolean => {
    for (let i = 1; i < members.length; i++) {
      const [low = "", dash, high] = members.slice(i, i + 3);
      if (dash === "-" && high !== undefined ? char >= low && char <= high : char === low) return true;
    }
    return false;
  };
  return [..."zqx09_-A"].find((char) => !isMember(char)) ?? "~";
}
