// What is known of the program of a recorded command, whether or not it has a table.

import type { Running } from "../interp/invoke.ts";
import type { ProgramTable } from "./table/program-table.ts";
import { tableOf } from "./table-of.ts";
import { derived } from "./tables.ts";

/** The row of the program itself, also when a subcommand is called. */
export function columnsOf({ call, name, reading, frame }: Running): Partial<ProgramTable> {
  if (reading === null) return (Object.hasOwn(derived.byName, name) ? derived.byName[name] : undefined) ?? nothing;
  return reading.path.length === 0
    ? reading.table
    : (tableOf(call, frame.reader.environment.programs) ?? reading.table);
}

const nothing: Partial<ProgramTable> = {};
