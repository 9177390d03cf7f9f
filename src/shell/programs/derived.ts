// Lookups by something other than a program's name, gathered from the rows of all programs. Plain JSON, because
// bundles include it as text.

import type { AnyProgramVariables } from "./any-program-variables.ts";
import type { CodeVariables, ProgramTable } from "./table/program-table.ts";

/** What is known of a program without a table. */
export type NamedColumns = Pick<ProgramTable, "prints" | "operandCode">;

export interface DerivedColumns {
  /** Variables that carry code, by what they hold. */
  readonly codeVariables: readonly AnyProgramVariables[];
  readonly registryVariables: readonly string[];
  readonly programOfImage: { readonly [image: string]: string };
  readonly programOfPackage: { readonly [name: string]: string };
  readonly byName: { readonly [name: string]: NamedColumns };
}

export function derivedFrom(
  tables: Iterable<ProgramTable>,
  knownByName: readonly ProgramTable[],
  anyProgram: readonly AnyProgramVariables[],
): DerivedColumns {
  const rows = [...new Set(tables), ...knownByName];
  const variables = [...anyProgram, ...rows.flatMap((row): readonly AnyProgramVariables[] => row.codeVariables ?? [])];
  return {
    codeVariables: merged(variables),
    registryVariables: [...new Set(rows.flatMap((row) => row.registryVariables ?? []))],
    programOfImage: programsBy(rows, ({ images }) => images),
    programOfPackage: programsBy(rows, ({ packages }) => packages),
    byName: Object.fromEntries(knownByName.flatMap(({ name, ...row }) => namedColumns(name, row))),
  };
}

/** One entry for all variables of the same kind that any program uses. */
function merged(variables: readonly AnyProgramVariables[]): readonly AnyProgramVariables[] {
  const byHolds = new Map<CodeVariables["holds"], string[]>();
  for (const { holds, names, of } of variables)
    if (of === undefined) byHolds.set(holds, [...(byHolds.get(holds) ?? []), ...names]);
  return [
    ...[...byHolds].map(([holds, names]) => ({ holds, names })),
    ...variables.filter(({ of }) => of !== undefined),
  ];
}

function namedColumns(name: string, { prints, operandCode }: NamedColumns): readonly [string, NamedColumns][] {
  if (prints !== undefined) return [[name, { prints }]];
  return operandCode === undefined ? [] : [[name, { operandCode }]];
}

function programsBy(
  rows: readonly ProgramTable[],
  names: (row: ProgramTable) => readonly string[] | undefined,
): { readonly [name: string]: string } {
  return Object.fromEntries(
    rows.flatMap((row) =>
      (names(row) ?? []).map((name) => [name.replace(/=.*$/, ""), /=(.+)$/.exec(name)?.[1] ?? row.name]),
    ),
  );
}
