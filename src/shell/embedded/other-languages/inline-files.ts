// How code of other languages names files other than by a plain text: globs, the working folder, the quotes of Perl, and the
// first of the two names that a move is given. A scan of the text, never proof.

import type { Word } from "../../syntax/model.ts";

const globbing = /\br?i?glob\b|\bglobSync\b|\bDir\s*\[|\bfnmatch\b|\bfast-glob\b|\btinyglobby\b/;

/** Does the code list files by a pattern? */
export const listsByGlob = (code: string): boolean => globbing.test(code);

/** A text that is a pattern of files; null for any other. Libraries expand a pattern as a shell does. */
export function globOfCode(text: string): Word | null {
  if (!/[*?[]/.test(text) || /[\s<>|(){}\\^$+]/.test(text)) return null;
  return { kind: "glob", text, expands: {} };
}

/** Functions that return the folder in which the code runs. */
const workingFolder =
  /\b(?:process\.cwd|getcwd|Path\.cwd|Deno\.cwd|Dir\.pwd|Dir\.getwd|os\.Getwd)\b|(?<![\w.$])cwd\s*\(\s*\)/;

export const namesWorkingFolder = (code: string): boolean => workingFolder.test(code);

const perlQuotes = /(?<![\w$@%&.])qq?\s*(?:\{([^{}"'\n]*)\}|\(([^()"'\n]*)\)|\[([^[\]"'\n]*)\]|\/([^/"'\n]*)\/)/g;

/** `q{text}` of Perl as `"text"`. */
export const withPlainQuotes = (code: string): string =>
  code.replace(perlQuotes, (_, ...groups: readonly unknown[]) => {
    const text = groups.slice(0, 4).find((group) => typeof group === "string");
    return `"${String(text ?? "")}"`;
  });

const moves =
  /\b(?:move(?:Sync)?|mv|rename(?:Sync)?|os\.replace)\b[^"'`;\n]{0,80}["'`]([^"'`\n]{1,1024})["'`][^"'`;\n]{0,80},|\bPath\s*\(\s*["']([^"'\n]{1,1024})["']\s*\)(?:\.\w+\(\))?\.(?:rename|replace)\s*\(/g;

/** What is no longer under its old name afterwards. */
export const movedFiles = (code: string): readonly string[] =>
  [...code.matchAll(moves)].map(([, first, path]) => first ?? path ?? "");
