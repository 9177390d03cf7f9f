// The programs that policyc knows in command lines, from the tables of the shell.

import type { ProgramTable } from "../../../src/shell/programs/table/program-table.ts";
import { namedTables } from "../../../src/shell/programs/tables.ts";
import { code, codes, page, prose, table } from "./markdown.ts";

const tables: readonly ProgramTable[] = [...new Set(namedTables.values())].sort((a, b) => (a.name < b.name ? -1 : 1));

const subcommandsOf = (program: ProgramTable): readonly ProgramTable[] => Object.values(program.subcommands ?? {});

const optionsOf = (program: ProgramTable): number =>
  program.options.length +
  (program.globals?.length ?? 0) +
  subcommandsOf(program).reduce((sum, sub) => sum + optionsOf(sub), 0);

function behaviour(program: ProgramTable): string {
  const says = [
    program.wrapper === undefined ? "" : "runs another command",
    program.interpreter === undefined ? "" : "runs code",
    program.external === undefined ? "" : `runs a ${program.external}`,
  ];
  return says.filter((text) => text !== "").join(", ");
}

export const programPages = (): readonly (readonly [string, string])[] => [
  [
    "docs/reference/programs.md",
    page([
      "# Programs",
      `policyc knows ${tables.length} programs by ${namedTables.size} names: their options and subcommands, what they read, write, delete, upload and contact, and whether they run other commands or code. Any other program is read literally; see [Shell commands](../language/shell.md#what-runs) for how to describe your own.`,
      table(
        ["Program", "Also called", "What it is", "Subcommands", "Options", ""],
        tables.map((program) => [
          code(program.name),
          codes(program.aliases ?? []),
          prose(program.doc),
          String(subcommandsOf(program).length || ""),
          String(optionsOf(program) || ""),
          behaviour(program),
        ]),
      ),
    ]),
  ],
];
