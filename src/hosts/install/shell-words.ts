// Words of a command line: quotes them for the shells that agents use, and reads them back.

/** A literal word, or a path below the project folder. */
export type EntryWord = string | { readonly below: string };

const PLAIN = /^[A-Za-z0-9_./:@%+=,-]+$/;

/** For sh, bash, zsh and fish: inside single quotes nothing is special. */
function quote(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** For text inside double quotes, next to a variable. */
const quoteInside = (text: string): string => text.replace(/[\\"$`]/g, "\\$&");

/** For cmd and PowerShell; a path cannot contain what they would expand inside double quotes. */
const quoteWindows = (word: string): string => (/^[A-Za-z0-9_./:\\@+=,-]+$/.test(word) ? word : `"${word}"`);

/** One line for `sh -c`. `base` refers to the project folder, as text for double quotes; "." is the current folder. */
export function shellLine(words: readonly EntryWord[], base: string): string {
  return words
    .map((word) => {
      if (typeof word === "string") return quote(word);
      return base === "." ? quote(`./${word.below}`) : `"${base}/${quoteInside(word.below)}"`;
    })
    .join(" ");
}

export function windowsLine(words: readonly EntryWord[]): string {
  return words.map((word) => quoteWindows(typeof word === "string" ? word : word.below)).join(" ");
}

export type Variables = { readonly [name: string]: string };

const TOKEN = /\s+|'[^']*'|"(?:[^"\\]|\\.)*"|\\.|\$\{?\w+\}?|[^\s'"\\$]+|[\s\S]/gs;

/** The words of a line written by `shellLine`; any other line is split literally. */
export function readLine(line: string, variables: Variables): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (const [token] of line.matchAll(TOKEN)) {
    if (/^\s/.test(token)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + tokenText(token, variables);
  }
  if (word !== null) words.push(word);
  return words;
}

function tokenText(token: string, variables: Variables): string {
  if (token.length > 1 && token.startsWith("'")) return token.slice(1, -1);
  if (token.length > 1 && token.startsWith('"')) return expand(token.slice(1, -1), variables);
  return token.startsWith("\\") ? token.slice(1) : expand(token, variables);
}

/** Expands `$NAME` and `${NAME}` where known, and removes escapes. */
export function expand(text: string, variables: Variables): string {
  return text.replace(/\\([\\"$`])|\$(?:\{(\w+)\}|(\w+))/g, (all, escaped, braced, bare) => {
    if (escaped !== undefined) return escaped;
    const name = braced ?? bare;
    return Object.hasOwn(variables, name) ? (variables[name] ?? "") : all;
  });
}
