// All tables, by every name of a program. Bundles include this file as text that is read row by row: see
// src/compiler/bundle/pack-tables.ts.

import { agents } from "./agents.ts";
import { anyProgramVariables } from "./any-program-variables.ts";
import { archives } from "./archives.ts";
import { cloud } from "./cloud.ts";
import { containers } from "./containers.ts";
import { databases } from "./databases.ts";
import { type DerivedColumns, derivedFrom } from "./derived.ts";
import { files } from "./files.ts";
import { git } from "./git/table.ts";
import { interpreters } from "./interpreters.ts";
import { knownByName } from "./known-by-name.ts";
import { network } from "./network.ts";
import { packages } from "./packages.ts";
import { plain } from "./plain.ts";
import { rare } from "./rare.ts";
import { readers } from "./readers.ts";
import { runners } from "./runners.ts";
import { system } from "./system.ts";
import type { ProgramTable } from "./table/program-table.ts";
import { wrappers } from "./wrappers.ts";

/** A name in two families belongs to the later one. */
const families: readonly (readonly ProgramTable[])[] = [
  rare,
  plain,
  agents,
  system,
  packages,
  cloud,
  containers,
  databases,
  network,
  archives,
  readers,
  files,
  git,
  interpreters,
  wrappers,
  runners,
];

/** Each table under its name and its aliases. */
export const namedTables: ReadonlyMap<string, ProgramTable> = new Map(
  families.flat().flatMap((table) => [table.name, ...(table.aliases ?? [])].map((name) => [name, table] as const)),
);

export const tableNamed = (name: string): ProgramTable | undefined => namedTables.get(name);

/** The name of that table. */
export const tableNameOf = (name: string): string | undefined => namedTables.get(name)?.name;

/** Every name and alias of a table. */
export const tableNames = (): readonly string[] => [...namedTables.keys()];

export const derived: DerivedColumns = derivedFrom(namedTables.values(), knownByName, anyProgramVariables);
