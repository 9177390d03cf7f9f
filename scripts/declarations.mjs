// Declaration files reduced to what can be reached from the exports of an entry. Read as text, token by token: the files are
// those that the TypeScript compiler writes, so they need no more than that. Where a declaration stands does not matter.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[\p{ID_Start}_$#][\p{ID_Continue}$]*|\d[\w.]*|=>|\s+|[\s\S]/gu;

const tokensOf = (text) => (text.match(TOKEN) ?? []).filter((token) => !isComment(token));
const isComment = (token) => token.startsWith("/*") || token.startsWith("//");
const isBlank = (token) => token.trim() === "";

/** At the top a statement ends with a semicolon, or with the brace that closes the body of an interface or a class. */
function statementsOf(text) {
  const statements = [];
  let depth = 0;
  let current = [];
  const end = () => {
    if (current.some((token) => !isBlank(token) && !isComment(token))) statements.push(current);
    current = [];
  };
  for (const token of text.match(TOKEN) ?? []) {
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

/** Constructors are left out: only this package creates instances of its classes. */
const CONSTRUCTOR = /(?:private )?constructor\(.*?\); /;

const oneLine = (tokens) =>
  tokens
    .filter((token) => !isComment(token))
    .join("")
    .replace(/\s+/g, " ")
    .trim();

const modules = new Map();

function moduleAt(file) {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const declared = new Map();
  const imported = new Map();
  const exported = new Map();
  const handedOn = [];
  for (const tokens of statementsOf(readFileSync(file, "utf8"))) {
    const text = oneLine(tokens);
    const [, isExported, name] = HEAD.exec(text) ?? [];
    const [, list, from] = FROM.exec(text) ?? [];
    const [, all] = ALL.exec(text) ?? [];
    if (name !== undefined) {
      declared.set(name, [
        ...(declared.get(name) ?? []),
        { text: text.replace(/^export /, "").replace(CONSTRUCTOR, ""), raw: tokens.join("") },
      ]);
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

function namesIn(list) {
  const names = list.split(",").map((one) => one.trim().replace(/^type /, ""));
  return names
    .filter((one) => one !== "")
    .map((one) => {
      const [name = "", as = name] = one.split(" as ");
      return { name, as };
    });
}

/** Of modules that are not ours the name itself is all there is. */
const fileNamed = (file, from) =>
  from.startsWith(".") ? resolve(dirname(file), from.replace(/\.ts$/, ".d.ts")) : from;

/** Where a name that a file uses is declared; null for what is declared nowhere, as what the language brings. */
function placeOf({ file, name }) {
  if (!file.endsWith(".d.ts")) return { file, name };
  const { declared, imported, exported, handedOn } = moduleAt(file);
  if (declared.has(name)) return { file, name };
  const elsewhere = imported.get(name) ?? exported.get(name);
  if (elsewhere !== undefined) return placeOf(elsewhere);
  const owner = handedOn.find((other) => exportsOf(other).has(name));
  return owner === undefined ? null : placeOf({ file: owner, name });
}

function exportsOf(file) {
  const { exported, handedOn } = moduleAt(file);
  return new Set([...exported.keys(), ...handedOn.flatMap((other) => [...exportsOf(other)])]);
}

const INLINE = /import\("([^"]+)"\)\.([\w$]+)/g;

function usesOf(file, texts) {
  const names = new Set(texts.flatMap(({ text }) => tokensOf(text)));
  const inline = texts.flatMap(({ text }) =>
    [...text.matchAll(INLINE)].map(([, from, name]) => ({ file: fileNamed(file, from), name })),
  );
  return [...[...names].map((name) => ({ file, name })), ...inline];
}

/** All declarations that the exports of an entry lead to, each once. */
function reachedFrom(entry) {
  const found = new Map();
  const waiting = [...exportsOf(entry)].map((name) => ({ file: entry, name }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const place = placeOf(next);
    if (place === null || found.has(keyOf(place))) continue;
    const texts = place.file.endsWith(".d.ts") ? moduleAt(place.file).declared.get(place.name) : [];
    found.set(keyOf(place), { ...place, texts });
    waiting.push(...usesOf(place.file, texts));
  }
  return found;
}

const keyOf = ({ file, name }) => `${file} ${name}`;

/** What the entry exports, and all that these declarations lead to; without comments, both in alphabetical order. */
export function publicTypesOf(entry) {
  const names = exportsOf(entry);
  const ours = [...reachedFrom(entry).values()].filter(({ texts }) => texts.length > 0);
  const shown = new Map(ours.map(({ name, texts }) => [texts.map(({ text }) => laidOut(text)).join("\n"), name]));
  const sorted = [...shown].map(([text, name]) => ({ name, text })).sort(byNameAndText);
  return {
    exported: sorted.filter(({ name }) => names.has(name)),
    behind: sorted.filter(({ name }) => !names.has(name)),
  };
}

function byNameAndText(one, other) {
  const [a, b] = one.name === other.name ? [one.text, other.text] : [one.name, other.name];
  return a < b ? -1 : 1;
}

/** Tables that a type is taken from count by the names in them: the texts in them are nobody's type. */
const LONGEST = 4000;

/** A member on each line. */
function laidOut(text) {
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

/** The same as one declaration file that needs no other of ours, with the comments. */
export function bundledTypesOf(entry) {
  const reached = [...reachedFrom(entry).values()].sort((one, other) => (keyNamed(one) < keyNamed(other) ? -1 : 1));
  const finalNames = namesFor(reached);
  const foreign = reached.filter(({ texts }) => texts.length === 0);
  const imports = foreign.map(({ file, name }) => `import type { ${name} } from "${file}";`);
  const ours = reached.filter(({ texts }) => texts.length > 0);
  const declarations = ours.flatMap(({ file, texts }) => texts.map(({ raw }) => rewritten(raw, file, finalNames)));
  const exported = [...exportsOf(entry)].sort().map((as) => {
    const name = finalNames.get(keyOf(placeOf({ file: entry, name: as })));
    return name === as ? as : `${name} as ${as}`;
  });
  return `${[...imports, ...declarations, `export { ${exported.join(", ")} };`].join("\n\n")}\n`;
}

const keyNamed = ({ file, name }) => `${name} ${file}`;

/** Declarations of one name in several files: all but the first are numbered. */
function namesFor(places) {
  const counts = new Map();
  const names = new Map();
  for (const place of places) {
    const count = (counts.get(place.name) ?? 0) + 1;
    counts.set(place.name, count);
    names.set(keyOf(place), count === 1 ? place.name : `${place.name}${count}`);
  }
  return names;
}

/** `as` in one of ours may be another name in the file; what only looks like one of its names is left as it is. */
function rewritten(raw, file, finalNames) {
  const plain = reduced(raw)
    .replace(/^((?:\/\*[\s\S]*?\*\/|\/\/[^\n]*|\s)*)export /, "$1")
    .replace(/(?:private )?constructor\([\s\S]*?\);/, "private constructor();")
    .replace(INLINE, (_, from, name) => finalNames.get(keyOf(placeOf({ file: fileNamed(file, from), name }))) ?? name);
  const tokens = plain.match(TOKEN) ?? [];
  const isMember = (at) => tokens[at - 1] === "." || /^\??:/.test(tokens.slice(at + 1, at + 3).join(""));
  return tokens
    .map((token, at) => {
      const place = /^[\p{ID_Start}_$]/u.test(token) && !isMember(at) ? placeOf({ file, name: token }) : null;
      return (place && finalNames.get(keyOf(place))) ?? token;
    })
    .join("");
}

/** Of a table, whose texts are nobody's type, the members of rows that types are made of. */
const READ_MEMBER = /^\s*readonly (?:message|help):/;

function reduced(raw) {
  if (raw.length <= LONGEST) return raw;
  let depth = 0;
  let kept = "";
  let member = "";
  for (const token of raw.match(TOKEN) ?? []) {
    if (token === "}") depth--;
    if (depth >= 2) member += token;
    else kept += token;
    if (depth === 2 && token === ";") {
      if (READ_MEMBER.test(member)) kept += member;
      member = "";
    }
    if (depth < 2) member = "";
    if (token === "{") depth++;
  }
  return kept;
}
