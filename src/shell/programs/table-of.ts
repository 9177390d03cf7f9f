// The table of a call's program.

import type { Call, Word } from "../syntax/model.ts";
import { programTable, type UserPrograms } from "./index.ts";
import { programName } from "./table/program-name.ts";
import type { ProgramTable } from "./table/program-table.ts";

/** The last program: its table is needed many times before that of the next. */
interface LastTable {
  readonly word: Word | null;
  readonly extra: UserPrograms | undefined;
  readonly table: ProgramTable | undefined;
}

let last: LastTable = { word: null, extra: undefined, table: undefined };

export function tableOf(call: Pick<Call, "program">, extra?: UserPrograms): ProgramTable | undefined {
  if (last.word !== call.program || last.extra !== extra) {
    const name = programName(call);
    last = { word: call.program, extra, table: name === null ? undefined : programTable(name, extra) };
  }
  return last.table;
}
