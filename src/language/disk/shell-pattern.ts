// Patterns of one file name as bash matches them, with character classes and, where the option is on, `@(a|b)` and the like.
// Works with sets of positions, so time is bounded by the lengths of pattern and name, whatever is nested.

export interface PatternOptions {
  readonly extglob?: boolean;
  readonly nocase?: boolean;
}

/** A pattern of one name. */
export interface NamePattern {
  /** It begins with a dot that is written, and so reaches hidden names. */
  readonly takesDot: boolean;
  matches(name: string): boolean;
}

type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "class"; readonly isNegated: boolean; readonly items: readonly ClassItem[] }
  | { readonly kind: "group"; readonly operator: string; readonly choices: readonly (readonly Node[])[] };

/** A range of characters, or a named class. */
type ClassItem = readonly [from: string, to: string] | RegExp;

/** Longer patterns name no file; nesting beyond this is no one's. */
const LONGEST = 4096;
const DEEPEST = 32;

const named: { readonly [name: string]: RegExp } = {
  alpha: /^\p{L}$/u,
  digit: /^[0-9]$/,
  alnum: /^[\p{L}\p{N}]$/u,
  upper: /^\p{Lu}$/u,
  lower: /^\p{Ll}$/u,
  space: /^\s$/,
  blank: /^[ \t]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  xdigit: /^[0-9A-Fa-f]$/,
  word: /^[\p{L}\p{N}_]$/u,
  cntrl: /^\p{Cc}$/u,
  print: /^\P{Cc}$/u,
  graph: /^[^\s\p{Cc}]$/u,
  ascii: /^\p{ASCII}$/u,
};

/** Null for a pattern that cannot be read within the limits. */
export function namePattern(text: string, options: PatternOptions): NamePattern | null {
  if (text.length > LONGEST) return null;
  const folded = options.nocase === true ? text.toLowerCase() : text;
  const read = readNodes([...folded], 0, options.extglob === true, 0);
  if (read === null) return null;
  const { nodes } = read;
  return {
    takesDot: beginsWithDot(nodes),
    matches(name) {
      const characters = [...(options.nocase === true ? name.toLowerCase() : name)];
      return endsOf(nodes, new Set([0]), characters).has(characters.length);
    },
  };
}

const beginsWithDot = ([first]: readonly Node[]): boolean =>
  first?.kind === "text" ? first.text === "." : first?.kind === "group" && first.choices.some(beginsWithDot);

interface Read {
  readonly nodes: readonly Node[];
  readonly end: number;
}

/** Up to the end, or in a group up to `|` or `)`. */
function readNodes(from: readonly string[], start: number, extglob: boolean, depth: number): Read | null {
  if (depth > DEEPEST) return null;
  const nodes: Node[] = [];
  let at = start;
  while (at < from.length) {
    const one = from[at] ?? "";
    if (depth > 0 && (one === "|" || one === ")")) break;
    if (extglob && "?*+@!".includes(one) && from[at + 1] === "(") {
      const group = readGroup(from, at, depth);
      if (group === null) return null;
      if (group !== "text") {
        nodes.push(group.node);
        at = group.end;
        continue;
      }
    }
    if (one === "*") nodes.push({ kind: "star" });
    else if (one === "?") nodes.push({ kind: "any" });
    else if (one === "[") {
      const found = readClass(from, at + 1);
      nodes.push(found === null ? { kind: "text", text: "[" } : found.node);
      at = found === null ? at : found.end - 1;
    } else if (one === "\\" && at + 1 < from.length) nodes.push({ kind: "text", text: from[++at] ?? "" });
    else nodes.push({ kind: "text", text: one });
    at++;
  }
  return { nodes, end: at };
}

/** `text`: it is never closed, and stands for itself. */
function readGroup(
  from: readonly string[],
  start: number,
  depth: number,
): { readonly node: Node; readonly end: number } | "text" | null {
  const choices: (readonly Node[])[] = [];
  let at = start + 2;
  for (;;) {
    const read = readNodes(from, at, true, depth + 1);
    if (read === null) return null;
    choices.push(read.nodes);
    if (read.end >= from.length) return "text";
    at = read.end + 1;
    if (from[read.end] === ")") break;
  }
  return { node: { kind: "group", operator: from[start] ?? "", choices }, end: at };
}

/** After the bracket; null when it is never closed. */
function readClass(from: readonly string[], start: number): { readonly node: Node; readonly end: number } | null {
  const isNegated = from[start] === "!" || from[start] === "^";
  const first = isNegated ? start + 1 : start;
  const items: ClassItem[] = [];
  let at = first;
  for (; at < from.length && (from[at] !== "]" || at === first); at++) {
    if (from[at] === "[" && from[at + 1] === ":") {
      const close = from.indexOf(":", at + 2);
      const pattern = close === -1 ? undefined : named[from.slice(at + 2, close).join("")];
      if (pattern !== undefined && from[close + 1] === "]") {
        items.push(pattern);
        at = close + 1;
        continue;
      }
    }
    if (from[at] === "\\" && at + 1 < from.length) at++;
    const low = from[at] ?? "";
    let high = low;
    if (from[at + 1] === "-" && at + 2 < from.length && from[at + 2] !== "]") {
      at += from[at + 2] === "\\" && at + 3 < from.length ? 3 : 2;
      high = from[at] ?? low;
    }
    items.push([low, high]);
  }
  return at < from.length ? { node: { kind: "class", isNegated, items }, end: at + 1 } : null;
}

/** Every position where the nodes can end that begin at one of these. */
function endsOf(nodes: readonly Node[], starts: ReadonlySet<number>, name: readonly string[]): ReadonlySet<number> {
  let positions = starts;
  for (const node of nodes) {
    if (positions.size === 0) break;
    positions = afterNode(node, positions, name);
  }
  return positions;
}

function afterNode(node: Node, starts: ReadonlySet<number>, name: readonly string[]): ReadonlySet<number> {
  if (node.kind === "group") return afterGroup(node, starts, name);
  if (node.kind === "star") return from(Math.min(...starts), name);
  const ends = new Set<number>();
  for (const start of starts) {
    const one = name[start];
    if (one !== undefined && fits(node, one)) ends.add(start + 1);
  }
  return ends;
}

function from(start: number, name: readonly string[]): ReadonlySet<number> {
  const ends = new Set<number>();
  for (let at = start; at <= name.length; at++) ends.add(at);
  return ends;
}

function fits(node: Exclude<Node, { kind: "group" | "star" }>, one: string): boolean {
  if (node.kind === "any") return true;
  if (node.kind === "text") return node.text === one;
  const isIn = node.items.some((item) => (item instanceof RegExp ? item.test(one) : one >= item[0] && one <= item[1]));
  return isIn !== node.isNegated;
}

function afterGroup(
  { operator, choices }: Extract<Node, { kind: "group" }>,
  starts: ReadonlySet<number>,
  name: readonly string[],
): ReadonlySet<number> {
  const once = (positions: ReadonlySet<number>): Set<number> => {
    const ends = new Set<number>();
    for (const nodes of choices) for (const end of endsOf(nodes, positions, name)) ends.add(end);
    return ends;
  };
  if (operator === "@") return once(starts);
  if (operator === "?") return new Set([...starts, ...once(starts)]);
  if (operator === "!") {
    const ends = new Set<number>();
    for (const start of starts) {
      const taken = once(new Set([start]));
      for (let at = start; at <= name.length; at++) if (!taken.has(at)) ends.add(at);
    }
    return ends;
  }
  // `*` and `+`: again from every new position.
  const ends = new Set<number>(operator === "*" ? starts : []);
  const seen = new Set(starts);
  let next: ReadonlySet<number> = starts;
  while (next.size > 0) {
    const found = once(next);
    for (const end of found) ends.add(end);
    next = new Set([...found].filter((end) => !seen.has(end)));
    for (const end of next) seen.add(end);
  }
  return ends;
}
