// Texts of which every match of a regex has one in it: cheap to look for, where the regex itself is not.

import { type RegexNode, type RegexSequence, readRegex } from "../ir/regex-syntax.ts";

/** More of them cost as much as the regex. */
const MOST = 24;
/** Shorter ones stand in most texts. */
const SHORTEST = 3;

/** Null when nothing is known, or a match need hold nothing in particular. */
export function regexLiterals(source: string, flags: string): readonly string[] | null {
  // Without regard to case, and with properties of characters, what is written is not what stands in the text.
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
  // What has a longer one in it has the shorter one as well.
  const needed = all.filter((text) => !all.some((other) => other !== text && text.includes(other)));
  return needed.length > MOST ? null : needed;
}

/** Of all the texts that a sequence must have in it, the choice that tells most. */
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
    // `\b` and `^` take no room, so what stands around them stands side by side.
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
