// Declaration files reduced to what can be reached from the exports of an entry. Read as text, token by token: the files are
// those that the TypeScript compiler writes, so they need no more than that. Where a declaration stands does not matter.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

interface Declaration {
  readonly name: string;
  /** Without comments. */
  readonly text: string;
  /** Names that it uses, with the file in which they are to be looked up. */
  readonly uses: readonly Reference[];
}

interface Reference {
  readonly file: string;
  readonly name: string;
}

interface Module {
  readonly declared: ReadonlyMap<string, readonly string[]>;
  /** Names that come from other files, by their name here. */
  readonly imported: ReadonlyMap<string, Reference>;
  readonly exported: ReadonlyMap<string, Reference>;
  /** Files whose exports are exported here. */
  readonly handedOn: readonly string[];
}

const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[\p{ID_Start}_$#][\p{ID_Continue}$]*|\d[\w.]*|=>|\s+|[\s\S]/gu;

const tokensOf = (text: string): readonly string[] => (text.match(TOKEN) ?? []).filter((token) => !isComment(token));
const isComment = (token: string): boolean => token.startsWith("/*") || token.startsWith("//");
const isBlank = (token: string): boolean => token.trim() === "";

/** At the top a statement ends with a semicolon, or with the brace that closes the body of an interface or a class. */
function statementsOf(text: string): readonly (readonly string[])[] {
  const statements: string[][] = [];
  let depth = 0;
  let current: string[] = [];
  const end = (): void => {
    if (current.length > 0) statements.push(current);
    current = [];
  };
  for (const token of tokensOf(text)) {
    if (isBlank(token) && current.length === 0) continue;
    current.push(token);
    if ("({[".includes(token)) depth++;
    if (")}]".includes(token)) depth--;
    if (depth > 0) continue;
    const hasBody = token === "}" && current.some((word) => word === "interface" || word === "class");
    if (token === ";" || hasBody) end();
  }
  end();
  return statements;
}

const HEAD = /^(export )?(?:declare )?(?:abstract )?(?:interface|class|type|function|const|let|enum) ([\w$]+)/;
const ALL = /^export \* from "([^"]+)";$/;
const FROM = /^(?:import|export) (?:type )?\{([^}]*)\}(?: from "([^"]+)")?;$/;

/** What a class is made of is its own affair: nobody outside makes one. */
const CONSTRUCTOR = /(?:private )?constructor\(.*?\); /;

const oneLine = (tokens: readonly string[]): string => tokens.join("").replace(/\s+/g, " ").trim();

const modules = new Map<string, Module>();

function moduleAt(file: string): Module {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const declared = new Map<string, string[]>();
  const imported = new Map<string, Reference>();
  const exported = new Map<string, Reference>();
  const handedOn: string[] = [];
  for (const tokens of statementsOf(readFileSync(file, "utf8"))) {
    const text = oneLine(tokens);
    const [, isExported, name] = HEAD.exec(text) ?? [];
    const [, list, from] = FROM.exec(text) ?? [];
    const [, all] = ALL.exec(text) ?? [];
    if (name !== undefined) {
      declared.set(name, [...(declared.get(name) ?? []), text.replace(/^export /, "").replace(CONSTRUCTOR, "")]);
      if (isExported !== undefined) exported.set(name, { file, name });
    } else if (list !== undefined) {
      const target = from === undefined ? file : fileNamed(file, from);
      for (const { name: there, as } of namesIn(list))
        (text.startsWith("import") ? imported : exported).set(as, { file: target, name: there });
    } else if (all !== undefined) handedOn.push(fileNamed(file, all));
    else throw new Error(`${file}: this statement is not understood: ${text}`);
  }
  const module = { declared, imported, exported, handedOn };
  modules.set(file, module);
  return module;
}

function namesIn(list: string): readonly { readonly name: string; readonly as: string }[] {
  const names = list.split(",").map((one) => one.trim().replace(/^type /, ""));
  return names
    .filter((one) => one !== "")
    .map((one) => {
      const [name = "", as = name] = one.split(" as ");
      return { name, as };
    });
}

/** Of modules that are not ours the name itself is all there is. */
const fileNamed = (file: string, from: string): string =>
  from.startsWith(".") ? resolve(dirname(file), from.replace(/\.ts$/, ".d.ts")) : from;

function declarationOf({ file, name }: Reference): Declaration | null {
  if (!file.endsWith(".d.ts")) return null;
  const { declared, imported, exported, handedOn } = moduleAt(file);
  const texts = declared.get(name);
  if (texts !== undefined) return { name, text: texts.map(laidOut).join("\n"), uses: usesOf(file, texts) };
  const elsewhere = imported.get(name) ?? exported.get(name);
  if (elsewhere !== undefined) return declarationOf(elsewhere);
  const owner = handedOn.find((other) => exportsOf(other).has(name));
  return owner === undefined ? null : declarationOf({ file: owner, name });
}

function exportsOf(file: string): ReadonlySet<string> {
  const { exported, handedOn } = moduleAt(file);
  return new Set([...exported.keys(), ...handedOn.flatMap((other) => [...exportsOf(other)])]);
}

const INLINE = /import\("([^"]+)"\)\.([\w$]+)/g;

function usesOf(file: string, texts: readonly string[]): readonly Reference[] {
  const names = new Set(texts.flatMap((text) => tokensOf(text)));
  const inline = texts.flatMap((text) =>
    [...text.matchAll(INLINE)].map(([, from = "", name = ""]) => ({ file: fileNamed(file, from), name })),
  );
  return [...[...names].map((name) => ({ file, name })), ...inline];
}

export interface PublicTypes {
  /** What the entry exports, and all that these declarations lead to; both in alphabetical order. */
  readonly exported: readonly Shown[];
  readonly behind: readonly Shown[];
}

interface Shown {
  readonly name: string;
  readonly text: string;
}

export function publicTypesOf(entry: string): PublicTypes {
  const names = exportsOf(entry);
  const found = new Map<string, string>();
  const waiting: Reference[] = [...names].map((name) => ({ file: entry, name }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const declaration = declarationOf(next);
    if (declaration === null || found.has(declaration.text)) continue;
    found.set(declaration.text, declaration.name);
    waiting.push(...declaration.uses);
  }
  const shown = [...found].map(([text, name]) => ({ name, text })).sort(byNameAndText);
  return {
    exported: shown.filter(({ name }) => names.has(name)),
    behind: shown.filter(({ name }) => !names.has(name)),
  };
}

function byNameAndText(one: Shown, other: Shown): number {
  const [a, b] = one.name === other.name ? [one.text, other.text] : [one.name, other.name];
  return a < b ? -1 : 1;
}

/** Tables that a type is taken from count by the names in them: the texts in them are nobody's type. */
const LONGEST = 4000;

/** A member on each line. */
function laidOut(text: string): string {
  const isTable = text.length > LONGEST;
  let depth = 0;
  let written = "";
  for (const token of tokensOf(text)) {
    if (token === "}") depth--;
    if (!isTable || depth <= 1) written += token;
    if (token === "{") depth++;
    if (depth === 1 && (token === "{" || token === ";")) written += "\n";
  }
  return written.replace(/\n (?!\})/g, "\n  ").replace(/\n \}/g, "\n}");
}
