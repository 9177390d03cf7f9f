// Words of a command line: quoted for the shells that agents use, and read back from what was written.

/** A word as it stands, or a path below the project's folder. */
export type EntryWord = string | { readonly below: string };

const PLAIN = /^[A-Za-z0-9_./:@%+=,-]+$/;

/** For sh, bash, zsh and fish alike: nothing inside single quotes means anything. */
function quote(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Inside double quotes, beside a variable. */
const quoteInside = (text: string): string => text.replace(/[\\"$`]/g, "\\$&");

/** For cmd and PowerShell; what they would expand inside double quotes cannot stand in a path. */
const quoteWindows = (word: string): string => (/^[A-Za-z0-9_./:\\@+=,-]+$/.test(word) ? word : `"${word}"`);

/** One line for `sh -c`. `base` is what the project's folder is called there, as text for double quotes; "." for the current one. */
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

/** The words of a line that was written as above; what it was not is taken as it stands. */
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

/** `$NAME` and `${NAME}` where known, escapes removed. */
export function expand(text: string, variables: Variables): string {
  return text.replace(/\\([\\"$`])|\$(?:\{(\w+)\}|(\w+))/g, (all, escaped, braced, bare) => {
    if (escaped !== undefined) return escaped;
    const name = braced ?? bare;
    return Object.hasOwn(variables, name) ? (variables[name] ?? "") : all;
  });
}
