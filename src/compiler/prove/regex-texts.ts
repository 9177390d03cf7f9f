// Texts that a regex matches, built from its syntax. Every returned text has been tested against the regex.

import type { Ranges } from "../../language/linear-syntax.ts";
import { type RegexNode, type RegexSequence, readRegex } from "../ir/regex-syntax.ts";

const LONGEST = 4096;
const VARIANTS = 14;

/** A few texts that match, the plainest first; none when the regex is not understood. */
export function regexTexts(source: string, flags: string): readonly string[] {
  let regex: RegExp;
  let ways: readonly RegexSequence[];
  try {
    regex = new RegExp(source, flags.replace(/[gy]/g, ""));
    ways = readRegex(source, flags);
  } catch {
    return [];
  }
  const found = new Set<string>();
  for (let variant = 0; variant < VARIANTS; variant++) {
    const text = written(ways, { variant, groups: new Map() });
    for (const around of text.length > LONGEST ? [] : [text, `${text}x`, ` ${text} `, `x${text}`, `\n${text}\n`])
      if (regex.test(around)) {
        found.add(around);
        break;
      }
  }
  return [...found];
}

interface Writing {
  readonly variant: number;
  readonly groups: Map<number, string>;
}

function written(ways: readonly RegexSequence[], writing: Writing): string {
  const way = ways[writing.variant % Math.max(1, ways.length)] ?? [];
  let text = "";
  for (const node of way) {
    text += nodeText(node, writing);
    if (text.length > LONGEST) break;
  }
  return text;
}

function nodeText(node: RegexNode, writing: Writing): string {
  switch (node.kind) {
    case "nothing":
      return "";
    case "chars":
      return charOf(node, writing.variant);
    case "back":
      return writing.groups.get(node.number) ?? "";
    case "group": {
      const text = written(node.ways, writing);
      if (node.number !== null) writing.groups.set(node.number, text);
      return text;
    }
    case "repeat": {
      const count = [Math.max(node.min, 1), node.min, node.min + 2, node.min + 20][writing.variant % 4] ?? node.min;
      const times = Math.min(count, node.max, LONGEST);
      let text = "";
      for (let i = 0; i < times && text.length <= LONGEST; i++) text += nodeText(node.item, writing);
      return text;
    }
  }
}

const LIKED = [...'axA01-_./ :=@"'].map((char) => char.codePointAt(0) ?? 0);

function charOf({ ranges, negated }: RegexNode & { readonly kind: "chars" }, variant: number): string {
  const fits = (code: number): boolean => holds(ranges, code) !== negated;
  const liked = variant % 2 === 0 ? LIKED : [...LIKED.slice(2), ...LIKED.slice(0, 2)];
  let code = liked.find(fits);
  for (let one = 0x21; code === undefined && one < 0x3000; one++) if (fits(one)) code = one;
  return String.fromCodePoint(code ?? ranges[0] ?? 0x78);
}

function holds(ranges: Ranges, code: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (code >= (ranges[i] ?? 0) && code <= (ranges[i + 1] ?? 0)) return true;
  return false;
}
