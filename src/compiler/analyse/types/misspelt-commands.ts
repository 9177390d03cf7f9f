// Programs and subcommands that look misspelt: the tables do not list them, and one slip of the pen away is one that they do.
// A program or subcommand that nothing resembles may exist, so nothing is said about it.

import type { Choice, Pattern } from "../../../shell/match/pattern.ts";
import { programTable, type UserPrograms } from "../../../shell/programs/index.ts";
import type { ProgramTable } from "../../../shell/programs/table/program-table.ts";
import { tableNames } from "../../../shell/programs/tables.ts";
import { oneSlipFrom } from "../../diagnostics/suggest.ts";

export interface Misspelt {
  readonly found: string;
  readonly meant: string;
  /** `program`, or the program whose subcommand it is. */
  readonly what: string;
}

/** The first word of the pattern that looks misspelt, or null. */
export function misspeltIn({ choices }: Pattern, programs: UserPrograms): Misspelt | null {
  for (const choice of choices) {
    const found = choice.hasTable ? misspeltSubcommand(choice, programs) : misspeltProgram(choice, programs);
    if (found !== null) return found;
  }
  return null;
}

const plainWord = (pieces: readonly string[] | undefined): string => (pieces?.length === 1 ? (pieces[0] ?? "") : "");

function misspeltProgram({ program }: Choice, programs: UserPrograms): Misspelt | null {
  const found = plainWord(program);
  const meant = oneSlipFrom(found, [...Object.keys(programs), ...tableNames()]);
  return meant === null ? null : { found, meant, what: "program" };
}

function misspeltSubcommand({ program, path, operands }: Choice, programs: UserPrograms): Misspelt | null {
  let table: ProgramTable | undefined = programTable(plainWord(program), programs);
  for (const name of path) table = table?.subcommands?.[name];
  const found = plainWord(operands[0]);
  const meant = oneSlipFrom(found, Object.keys(table?.subcommands ?? {}));
  return meant === null ? null : { found, meant, what: `subcommand of \`${[...program, ...path].join(" ")}\`` };
}
