// `only runs`: a command line that is fully understood and does nothing beyond the patterns.
// Stricter than `runs`, because it approves: what a pattern does not name must be harmless according to the tables.

import { FALSE, TRUE, type Truth, UNKNOWN } from "../../language/truth.ts";
import { injections } from "../embedded/injection.ts";
import { gitSettings } from "../programs/git/settings.ts";
import type { UserPrograms } from "../programs/index.ts";
import { type GivenOption, readOptions } from "../programs/table/options.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Call, Reading, Redirect, Word } from "../syntax/model.ts";
import { fits, matchPattern } from "./match-pattern.ts";
import { type Choice, isRow, type Pattern } from "./pattern.ts";

export function onlyRuns(
  reading: Reading,
  calls: readonly Call[],
  patterns: readonly Pattern[],
  extra?: UserPrograms,
): Truth {
  if (reading.unreadable.length > 0) return UNKNOWN;
  if (reading.external.length > 0 || calls.length === 0) return FALSE;
  let result: Truth = TRUE;
  for (const call of calls) {
    const one = isPlainCall(call) ? fitsOne(call, patterns, extra) : FALSE;
    if (one === FALSE) return FALSE;
    if (one !== TRUE) result = UNKNOWN;
  }
  return result;
}

const isPlainCall = (call: Call): boolean =>
  !call.elevated && !call.redirects.some(isFile) && injections(call).length === 0;

function isFile({ op, target }: Redirect): boolean {
  if (op === "dup" || op === "<<" || op === "<<<") return false;
  return target.kind !== "literal" || target.text !== "/dev/null";
}

function fitsOne(call: Call, patterns: readonly Pattern[], extra: UserPrograms | undefined): Truth {
  let best: Truth = FALSE;
  for (const pattern of patterns) {
    for (const choice of pattern.choices) {
      const one = matchPattern({ text: pattern.text, choices: [choice] }, call, extra);
      if (one === FALSE || !saysNoMore(call, choice, extra)) continue;
      if (one === TRUE && call.args.every(isSettled)) return TRUE;
      best = UNKNOWN;
    }
  }
  return best;
}

/** A known word that cannot turn out to be an option: `*` may match a file named `--output=x`. */
const isSettled = (word: Word): boolean =>
  word.kind === "literal" || (word.kind === "glob" && !/^[*?[]/.test(word.text));

/** Nothing that the pattern leaves open runs code, changes the folder or touches files. */
function saysNoMore(call: Call, choice: Choice, extra: UserPrograms | undefined): boolean {
  const table = tableOf(call, extra);
  if (table === undefined || !choice.hasTable)
    return call.args.every((word) => isNamed(word, choice) || choice.flags.some(({ flag }) => flag === word.text));
  const reading = readOptions(call, table);
  const isFlagNamed = ({ row }: GivenOption): boolean => choice.flags.some((test) => !test.absent && isRow(row, test));
  if (reading.options.some((option) => option.on && !isHarmless(option) && !isFlagNamed(option))) return false;
  if (reading.unlisted.some((flag) => !choice.flags.some((test) => test.flag === flag && !test.absent))) return false;
  if (gitSettings(call, reading).length > 0 && !choice.flags.some(({ flag }) => flag === "-c")) return false;
  return choice.operands.length === 0 || reading.operands.every((word) => isNamed(word, choice));
}

/** An option that only changes how something is displayed or found. */
const isHarmless = ({ row }: GivenOption): boolean =>
  row.code === undefined &&
  row.cwd !== true &&
  row.acts !== true &&
  (row.is ?? []).length === 0 &&
  (row.makes ?? []).length === 0;

/** One of the pattern's operands that does not escape what its star matches: `src/*` is not `src/../../etc`. */
function isNamed(word: Word, choice: Choice): boolean {
  return choice.operands.some(
    (pieces) =>
      fits(pieces, choice.fold ? word.text.toLowerCase() : word.text) &&
      (pieces.length === 1 || !word.text.split("/").includes("..")),
  );
}
