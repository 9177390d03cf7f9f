// Words of a pattern that the tables do not list. One slip of the pen away from a listed one, a word looks misspelt;
// a program that nothing resembles may well exist, so that is only worth a hint.

import type { Choice, Pattern } from "../../../shell/match/pattern.ts";
import { programTable, type UserPrograms } from "../../../shell/programs/index.ts";
import type { OptionRow, ProgramTable } from "../../../shell/programs/table/program-table.ts";
import { tableNames } from "../../../shell/programs/tables.ts";
import { oneSlipFrom } from "../../diagnostics/suggest.ts";

export interface Misspelt {
  readonly found: string;
  readonly meant: string;
  /** `program`, or whose subcommand or option it is. */
  readonly what: string;
}

/** The first word of the pattern that looks misspelt, or null. */
export function misspeltIn({ choices }: Pattern, programs: UserPrograms): Misspelt | null {
  for (const choice of choices) {
    const found = choice.hasTable ? misspeltArgument(choice, programs) : misspeltProgram(choice, programs);
    if (found !== null) return found;
  }
  return null;
}

/** The first program that no table and no declaration of the policy describes, or null. A path names a file, not a program. */
export function unknownProgramIn({ choices }: Pattern): string | null {
  const unknown = choices.filter(({ hasTable }) => !hasTable).map(({ program }) => plainWord(program));
  return unknown.find((name) => name !== "" && !name.includes("/")) ?? null;
}

const plainWord = (pieces: readonly string[] | undefined): string => (pieces?.length === 1 ? (pieces[0] ?? "") : "");

function misspeltProgram({ program }: Choice, programs: UserPrograms): Misspelt | null {
  const found = plainWord(program);
  const meant = oneSlipFrom(found, [...Object.keys(programs), ...tableNames()]);
  return meant === null ? null : { found, meant, what: "program" };
}

function misspeltArgument(choice: Choice, programs: UserPrograms): Misspelt | null {
  const { program, path, operands } = choice;
  const whole = [...program, ...path].join(" ");
  let table: ProgramTable | undefined = programTable(plainWord(program), programs);
  const rows: OptionRow[] = [];
  for (const name of path) {
    rows.push(...(table?.globals ?? []), ...(table?.options ?? []));
    table = table?.subcommands?.[name];
  }
  rows.push(...(table?.globals ?? []), ...(table?.options ?? []));
  const found = plainWord(operands[0]);
  const meant = oneSlipFrom(found, Object.keys(table?.subcommands ?? {}));
  if (meant !== null) return { found, meant, what: `subcommand of \`${whole}\`` };
  return misspeltOption(choice, whole, rows);
}

/** An option that a table without all options does not list. Only long ones: letters have too many neighbours. */
function misspeltOption({ flags }: Choice, whole: string, rows: readonly OptionRow[]): Misspelt | null {
  const listed = rows.flatMap((row) => row.flags);
  for (const { row, flag } of flags) {
    const [, dashes = "", name = ""] = /^(--?)([a-z][a-z-]{3,})$/.exec(flag) ?? [];
    if (row !== null || name === "") continue;
    const alike = listed
      .filter((one) => one.startsWith(dashes) && one.length > 5)
      .map((one) => one.slice(dashes.length));
    const meant = oneSlipFrom(
      name,
      alike.filter((one) => !isPlural(name, one)),
    );
    if (meant !== null) return { found: flag, meant: dashes + meant, what: `option of \`${whole}\`` };
  }
  return null;
}

/** `--tag` and `--tags` are often two options. */
const isPlural = (one: string, other: string): boolean => one === `${other}s` || other === `${one}s`;
