// A word with quotes around literal text: its parts, in the parser's format, and its value.

import type { WordPart } from "./parse.ts";

export function quotedParts(word: string, start: number): WordPart[] {
  const parts: WordPart[] = [];
  for (let at = 0; at < word.length; ) {
    const mark = word[at];
    const isQuote = mark === "'" || mark === '"';
    const end = isQuote ? word.indexOf(mark, at + 1) + 1 : literalEnd(word, at);
    const [pos, text] = [start + at, word.slice(at, end)];
    if (!isQuote) parts.push(literal(pos, text));
    else if (mark === "'") parts.push({ type: "SingleQuoted", pos, end: start + end, value: text.slice(1, -1), text });
    else
      parts.push({ type: "DoubleQuoted", pos, end: start + end, text, parts: [literal(pos + 1, text.slice(1, -1))] });
    at = end;
  }
  return parts;
}

const literal = (pos: number, text: string): WordPart & { readonly type: "Literal" } => ({
  type: "Literal",
  pos,
  end: pos + text.length,
  value: text,
  text,
});

function literalEnd(word: string, from: number): number {
  let end = from;
  while (end < word.length && word[end] !== "'" && word[end] !== '"') end++;
  return end;
}

export function quotedValue(parts: readonly WordPart[]): string {
  let value = "";
  for (const part of parts)
    value += part.type === "SingleQuoted" || part.type === "Literal" ? part.value : part.text.slice(1, -1);
  return value;
}
