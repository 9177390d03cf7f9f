// Functions of make that change words one by one; a word may be a glob. Null: not computed here.

type WordFunction = (words: readonly string[], ...given: readonly string[]) => readonly string[];

const wordFunctions: { readonly [name: string]: { readonly given: number; readonly of: WordFunction } } = {
  wildcard: { given: 0, of: (words) => words },
  sort: { given: 0, of: (words) => [...new Set(words)].sort() },
  strip: { given: 0, of: (words) => words },
  notdir: { given: 0, of: (words) => words.map((word) => word.slice(word.lastIndexOf("/") + 1)) },
  dir: {
    given: 0,
    of: (words) => words.map((word) => (word.includes("/") ? word.slice(0, word.lastIndexOf("/") + 1) : "./")),
  },
  basename: { given: 0, of: (words) => words.map((word) => word.replace(/\.[^./]*$/, "")) },
  addprefix: { given: 1, of: (words, prefix = "") => words.map((word) => prefix + word) },
  addsuffix: { given: 1, of: (words, suffix = "") => words.map((word) => word + suffix) },
  subst: {
    given: 2,
    of: (words, from = "", to = "") => (from === "" ? words : words.map((word) => word.replaceAll(from, to))),
  },
  patsubst: { given: 2, of: (words, from = "", to = "") => words.map((word) => fitted(word, from, to)) },
};

export function makeFunction(name: string, args: readonly string[]): string | null {
  const row = Object.hasOwn(wordFunctions, name) ? wordFunctions[name] : undefined;
  if (row === undefined || args.length <= row.given) return null;
  const given = args.slice(0, row.given).map((one) => one.trim());
  const words = args
    .slice(row.given)
    .join(",")
    .split(/\s+/)
    .filter((word) => word !== "");
  return row.of(words, ...given).join(" ");
}

function fitted(word: string, from: string, to: string): string {
  const [start = "", end] = from.split("%");
  if (end === undefined) return word === from ? to : word;
  if (word.length < start.length + end.length || !word.startsWith(start) || !word.endsWith(end)) return word;
  return to.replace("%", () => word.slice(start.length, word.length - end.length));
}
