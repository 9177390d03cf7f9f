// Literal texts, one of which is in every match of a regex: they are cheap to search for, unlike the regex.

import { type RegexNode, type RegexSequence, readRegex } from "../ir/regex-syntax.ts";

/** More of them cost as much as the regex. */
const MOST = 24;
/** Shorter ones occur in most texts. */
const SHORTEST = 3;

/** Null when nothing is known, or when a match need not contain any particular text. */
export function regexLiterals(source: string, flags: string): readonly string[] | null {
  // With the flag `i` or character properties, the matched text can differ from what the regex spells.
  if (/[iuvy]/.test(flags)) return null;
  try {
    const found = ofWays(readRegex(source, flags));
    return found === null || shortest(found) < SHORTEST ? null : found;
  } catch {
    return null;
  }
}

function ofWays(ways: readonly RegexSequence[]): readonly string[] | null {
  const found = ways.map(ofSequence);
  if (found.includes(null)) return null;
  const all = [...new Set(found.flatMap((texts) => texts ?? []))];
  // A text that contains the longer one contains the shorter one too.
  const needed = all.filter((text) => !all.some((other) => other !== text && text.includes(other)));
  return needed.length > MOST ? null : needed;
}

/** Of all the texts that a sequence must contain, the most selective choice. */
function ofSequence(nodes: RegexSequence): readonly string[] | null {
  const choices: (readonly string[])[] = [];
  let run = "";
  const close = (): void => {
    if (run !== "") choices.push([run]);
    run = "";
  };
  for (const node of nodes) {
    const char = charOf(node);
    if (char !== null) {
      run += char;
      continue;
    }
    // `\b` and `^` match no characters, so their neighbours are adjacent.
    if (node.kind === "nothing") continue;
    close();
    const inner = ofNode(node);
    if (inner !== null) choices.push(inner);
  }
  close();
  return choices.reduce<readonly string[] | null>(
    (best, one) => (best === null || tells(one, best) ? one : best),
    null,
  );
}

const shortest = (texts: readonly string[]): number => Math.min(...texts.map(({ length }) => length));

const tells = (one: readonly string[], other: readonly string[]): boolean =>
  shortest(one) > shortest(other) || (shortest(one) === shortest(other) && one.length < other.length);

function ofNode(node: RegexNode): readonly string[] | null {
  if (node.kind === "group") return ofWays(node.ways);
  return node.kind === "repeat" && node.min > 0 ? ofSequence([node.item]) : null;
}

/** The one character that the node stands for. */
function charOf(node: RegexNode): string | null {
  if (node.kind !== "chars" || node.negated || node.ranges.length !== 2) return null;
  const [low = 0, high = 0] = node.ranges;
  return low === high ? String.fromCodePoint(low) : null;
}
