// `grc rm -rf /`: a program without a table may run the command among its arguments. What that command does is only perhaps
// done, so a rule that it fits is unknown. Most such words are subcommands (`mycli rm NAME`, `task test`): they count only if
// they are followed by options of the known program, or by a path that names a place on the machine.

import { deeper, type Frame, type Output } from "../expand/reader.ts";
import { type OptionReading, readOptions } from "../programs/table/options.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Word } from "../syntax/model.ts";
import { invoke, type Running } from "./invoke.ts";
import { textOf } from "./wrappers.ts";

/** Wrappers have few arguments of their own. */
const MOST_WORDS = 12;

export function perhapsWrapped({ invocation, frame, name }: Running): Output | null {
  const { fields } = invocation;
  if (fields.length < 3) return null;
  const start = innerStart(
    fields.map(({ word }) => word),
    frame,
  );
  if (start === null) return null;
  const inner = fields.slice(start);
  const via = [...frame.via, name];
  const output = invoke(
    { ...invocation, fields: inner, redirects: [], lookup: "programs", text: textOf(inner) },
    { ...deeper(frame, { via, conditional: true }), uncalled: true },
  );
  return { ...output, text: null, status: "unknown" };
}

/** Where a known command begins; a wrapper or shell in front of it is part of it. */
function innerStart(words: readonly Word[], { reader }: Frame): number | null {
  let wrapper: number | null = null;
  for (let at = 1; at < words.length - 1 && at < MOST_WORDS; at++) {
    const program = words[at];
    if (program?.kind !== "literal" || program.text.startsWith("-")) continue;
    const table = tableOf({ program }, reader.environment.programs);
    // Behind `ssh` and `docker exec` nothing happens on this machine.
    if (table === undefined || table.wrapper?.elsewhere === true) continue;
    reader.budget.spend(2);
    const reading = readOptions({ args: words.slice(at + 1) }, table);
    // `shellcheck -s bash FILE`: the name of a language after an option.
    const isValue = words[at - 1]?.text.startsWith("-") === true && table.interpreter !== undefined;
    if (isValue && !reading.options.some(({ row }) => row.code !== undefined)) continue;
    if (isCommand(reading)) return wrapper ?? at;
    if (table.wrapper !== undefined) wrapper ??= at;
  }
  return null;
}

const isCommand = ({ options, unlisted, operands, help }: OptionReading): boolean =>
  !help &&
  (options.some(({ row }) => row.code !== undefined) ||
    (options.length > 0 && unlisted.length === 0 && operands.length > 0) ||
    operands.some(isPlace));

/** `/etc`, `~/x`, `of=/dev/sda`; subcommands of other programs rarely take these. */
const isPlace = ({ text }: Word): boolean => /^(?:[a-z]+=)?(?:\/(?!$)|\/$|~(?:\/|$))/.test(text);
