// A small reader of TextMate grammars: enough of the format for grammar/policy.tmLanguage.json, with JavaScript's regular
// expressions. Editors and the site use full implementations of it.

import { readFileSync } from "node:fs";

interface Captures {
  readonly [group: string]: { readonly name: string };
}

interface Pattern {
  readonly include?: string;
  readonly name?: string;
  readonly match?: string;
  readonly captures?: Captures;
  readonly begin?: string;
  readonly beginCaptures?: Captures;
  readonly end?: string;
  readonly endCaptures?: Captures;
  readonly contentName?: string;
  readonly patterns?: readonly Pattern[];
}

interface Grammar {
  readonly scopeName: string;
  readonly patterns: readonly Pattern[];
  readonly repository: { readonly [name: string]: Pattern };
}

const file = new URL("../../grammar/policy.tmLanguage.json", import.meta.url);
export const grammar: Grammar = JSON.parse(readFileSync(file, "utf8"));

const expressions = new Map<string, RegExp>();

function matchAt(source: string, line: string, at: number): RegExpExecArray | null {
  const known = expressions.get(source) ?? new RegExp(source, "dg");
  expressions.set(source, known);
  known.lastIndex = at;
  return known.exec(line);
}

const resolved = (patterns: readonly Pattern[]): readonly Pattern[] =>
  patterns.map((pattern) => {
    const found = pattern.include === undefined ? pattern : grammar.repository[pattern.include.slice(1)];
    if (found === undefined) throw new Error(`the grammar has no ${pattern.include}`);
    return found;
  });

/** The scope of every character of a text; "" where nothing matched. */
export function scopesOf(text: string): readonly string[] {
  const scopes: string[] = new Array(text.length).fill("");
  let start = 0;
  for (const line of text.split("\n")) {
    scopeLine(line, (from, to, scope) => scopes.fill(scope, start + from, start + to));
    start += line.length + 1;
  }
  return scopes;
}

type Paint = (from: number, to: number, scope: string) => void;

function paintMatch(
  found: RegExpExecArray,
  name: string | undefined,
  captures: Captures | undefined,
  paint: Paint,
): void {
  if (name !== undefined) paint(found.index, found.index + found[0].length, name);
  for (const [group, { name: scope }] of Object.entries(captures ?? {})) {
    const span = found.indices?.[Number(group)];
    if (span !== undefined) paint(span[0], span[1], scope);
  }
}

/** No construct of the language goes over the end of a line, so every line begins anew. */
function scopeLine(line: string, paint: Paint): void {
  let at = 0;
  let inside: Pattern | null = null;
  while (at < line.length) {
    const choices: readonly Pattern[] = resolved(inside?.patterns ?? (inside === null ? grammar.patterns : []));
    const found = choices
      .map((pattern) => ({ pattern, match: matchAt(pattern.match ?? pattern.begin ?? "", line, at) }))
      .reduce<{ pattern: Pattern; match: RegExpExecArray } | null>(
        (best, { pattern, match }) =>
          match !== null && (best === null || match.index < best.match.index) ? { pattern, match } : best,
        null,
      );
    const end: RegExpExecArray | null = inside === null ? null : matchAt(inside.end ?? "", line, at);
    const content = inside?.contentName ?? inside?.name;
    if (inside !== null && end !== null && (found === null || end.index <= found.match.index)) {
      if (content !== undefined) paint(at, end.index, content);
      paintMatch(end, inside.name, inside.endCaptures, paint);
      at = end.index + end[0].length;
      inside = null;
      continue;
    }
    if (found === null) return;
    const { pattern, match } = found;
    if (content !== undefined) paint(at, match.index, content);
    paintMatch(match, pattern.name, pattern.captures ?? pattern.beginCaptures, paint);
    at = match.index + match[0].length;
    if (pattern.begin !== undefined) inside = pattern;
  }
}
