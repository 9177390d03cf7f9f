// The table of a program by the name it is called by, with what the `program` declarations of a policy add to it.

import { shapedTable, shapedWrapper } from "./table/program-shape.ts";
import { type OptionRow, opt, type ProgramTable } from "./table/program-table.ts";
import { tableNamed, tableNameOf } from "./tables.ts";

/** `program "acme-run" { wrapper, flag "-e" takes value }` of a policy, by name. */
export interface UserPrograms {
  readonly [name: string]: UserProgram;
}

export interface UserProgram {
  readonly wrapper: boolean;
  readonly flags: readonly { readonly flag: string; readonly takesValue: boolean }[];
}

/** `python3.12`, `ruby2.7`, `lua5.4`, `gcc-13`: the table of the program without its version. */
const versioned = /^([A-Za-z][A-Za-z+_-]*?)-?\d+(?:\.\d+)*$/;

/** The table of a program by its base name. A declaration of the policy extends the existing table. */
export function programTable(name: string, extra?: UserPrograms): ProgramTable | undefined {
  const known = tableNamed(name) ?? tableNamed(versioned.exec(name)?.[1] ?? name);
  if (extra === undefined || !isDeclared(extra, name)) return known;
  const added = extra[name];
  if (added === undefined) return known;
  const made = declared.get(extra) ?? new Map<string, ProgramTable>();
  declared.set(extra, made);
  const table = made.get(name) ?? withDeclaration(name, known, added);
  made.set(name, table);
  return table;
}

/** The name of the table that `programTable` would return, without building the table. */
export function tableName(name: string, extra: UserPrograms): string | undefined {
  const known = tableNameOf(name) ?? tableNameOf(versioned.exec(name)?.[1] ?? name);
  return known ?? (isDeclared(extra, name) ? name : undefined);
}

/** The last empty declaration object: most policies declare no programs. */
let nothingDeclared: UserPrograms | null = null;

function isDeclared(extra: UserPrograms, name: string): boolean {
  if (extra === nothingDeclared) return false;
  if (Object.keys(extra).length > 0) return Object.hasOwn(extra, name);
  nothingDeclared = extra;
  return false;
}

/** Tables with declarations, built once. */
const declared = new WeakMap<UserPrograms, Map<string, ProgramTable>>();

function withDeclaration(name: string, known: ProgramTable | undefined, added: UserProgram): ProgramTable {
  const rows: readonly OptionRow[] = added.flags.map(({ flag, takesValue }) =>
    opt(takesValue ? `${flag}=` : flag, "declared by the policy"),
  );
  const base: ProgramTable = known ?? { name, doc: "declared by the policy", options: [], partial: true };
  const options = [...rows, ...base.options];
  if (!added.wrapper) return shapedTable({ ...base, options });
  return shapedTable({
    ...base,
    options,
    style: "posix",
    wrapper: base.wrapper ?? shapedWrapper({ inner: "operands" }),
  });
}
