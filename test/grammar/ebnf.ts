// Writes the grammar as EBNF from Chevrotain's serialized productions, each under its example line from parser.ts.

import type { ISerializedGast, TokenType } from "chevrotain";
import { keywords, RefName } from "../../grammar/tokens.ts";

interface Part extends ISerializedGast {
  readonly name?: string;
  readonly label?: string;
  readonly separator?: Part;
  readonly definition?: Part[];
}

const WIDTH = 110;
const isOpen = new Set(["Word", "RefName", "Identifier", "String", "Regex", "Int", "Decimal", "Duration"]);

/** The example lines above the productions of parser.ts, by production. */
export function examplesOf(parserText: string): ReadonlyMap<string, string> {
  const found = parserText.matchAll(/^ {2}\/\/ (.+)\n {2}readonly (\w+) = this\.RULE\("(\w+)"/gm);
  return new Map([...found].map(([, example = "", , name = ""]) => [name, example]));
}

/** All productions, then the two families of words. */
export function toEbnf(productions: readonly ISerializedGast[], examples: ReadonlyMap<string, string>): string {
  const rules = productions.map((production) => {
    const { name = "", definition = [] } = production as Part;
    return `(* ${examples.get(name) ?? ""} *)\n${lay(name, alternatives(definition))}`;
  });
  const words = [...keywords].sort(([a], [b]) => (a < b ? -1 : 1));
  const quoted = (type: (token: TokenType) => boolean): string[] =>
    words.filter(([, token]) => type(token)).map(([text]) => `"${text}"`);
  const isRef = (token: TokenType): boolean => token.CATEGORIES?.includes(RefName) ?? false;
  return [
    ...rules,
    `(* words that may name a value *)\n${lay("RefName", ["Identifier", ...quoted(isRef)])}`,
    `(* any word *)\n${lay("Word", ["RefName", ...quoted((token) => !isRef(token))])}`,
  ].join("\n\n");
}

/** One line when it fits, else wrapped between alternatives or parts. */
function lay(name: string, options: readonly string[]): string {
  const line = `${name} = ${options.join(" | ")} ;`;
  if (line.length <= WIDTH) return line;
  const pieces =
    options.length > 1
      ? options.map((option, index) => (index === 0 ? option : `| ${option}`))
      : split(options[0] ?? "");
  const lines = [`${name} =`];
  let current = " ";
  for (const piece of pieces) {
    if (current.length + piece.length + 1 > WIDTH && current.trim() !== "") {
      lines.push(current);
      current = " ";
    }
    current += ` ${piece}`;
  }
  return `${[...lines, current].join("\n")} ;`;
}

/** The top-level parts of a sequence. */
function split(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let current = "";
  for (const word of text.split(" ")) {
    if (/^[([{]$/.test(word)) depth++;
    if (/^[)\]}]$/.test(word)) depth--;
    current = current === "" ? word : `${current} ${word}`;
    if (depth > 0) continue;
    pieces.push(current);
    current = "";
  }
  return pieces;
}

function alternatives(parts: readonly Part[]): string[] {
  const only = parts.length === 1 ? parts[0] : undefined;
  return only?.type === "Alternation" ? (only.definition ?? []).map(write) : [sequence(parts)];
}

function sequence(parts: readonly Part[]): string {
  return parts.map(write).join(" ");
}

function write(part: Part): string {
  const inner = part.definition ?? [];
  switch (part.type) {
    case "Terminal":
      return isOpen.has(part.name ?? "") ? (part.name ?? "") : `"${part.label ?? part.name ?? ""}"`;
    case "NonTerminal":
      return part.name ?? "";
    case "Option":
      return `[ ${alternatives(inner).join(" | ")} ]`;
    case "Repetition":
      return `{ ${alternatives(inner).join(" | ")} }`;
    case "RepetitionMandatory":
      return `${sequence(inner)} { ${sequence(inner)} }`;
    case "RepetitionWithSeparator":
      return `[ ${sequence(inner)} { ${write(part.separator as Part)} ${sequence(inner)} } ]`;
    case "RepetitionMandatoryWithSeparator":
      return `${sequence(inner)} { ${write(part.separator as Part)} ${sequence(inner)} }`;
    case "Alternation":
      return `( ${inner.map(write).join(" | ")} )`;
    default:
      return sequence(inner);
  }
}
