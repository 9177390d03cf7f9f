// Does every command that fits one pattern of `runs` fit another? Each test of the wider one must be a test of the narrower.

import type { Choice, Pattern } from "../../shell/match/pattern.ts";

export function isNarrower(narrow: Pattern, wide: Pattern): boolean {
  return narrow.choices.every((one) => wide.choices.some((other) => isNarrowerChoice(one, other)));
}

function isNarrowerChoice(narrow: Choice, wide: Choice): boolean {
  if (!same(narrow.program, wide.program) || narrow.hasTable !== wide.hasTable) return false;
  // Help and dry runs fit only a pattern that names them.
  if ((narrow.namesHelp && !wide.namesHelp) || (narrow.namesDryRun && !wide.namesDryRun)) return false;
  const flags = new Set(narrow.flags.map((flag) => JSON.stringify(flag)));
  if (!wide.flags.every((flag) => flags.has(JSON.stringify(flag)))) return false;
  if (wide.operands.length > 0)
    return same(narrow.path, wide.path) && same(narrow.operands, wide.operands) && narrow.fold === wide.fold;
  // Without a table, subcommands are words that may be followed by others.
  return same(narrow.path.slice(0, wide.path.length), wide.path);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
