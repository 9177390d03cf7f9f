// All tables by the name a program is called by, and what `program` declarations of a policy add to them.

import { type OptionRow, opt, type ProgramTable } from "../program-table.ts";
import { archives } from "./archives.ts";
import { cloud } from "./cloud.ts";
import { containers } from "./containers.ts";
import { databases } from "./databases.ts";
import { files } from "./files.ts";
import { git } from "./git.ts";
import { interpreters } from "./interpreters.ts";
import { network } from "./network.ts";
import { packages } from "./packages.ts";
import { plain } from "./plain.ts";
import { rare } from "./rare.ts";
import { readers } from "./readers.ts";
import { system } from "./system.ts";
import { wrappers } from "./wrappers.ts";

/** `program "acme-run" { wrapper, flag "-e" takes value }` of a policy, by name. */
export interface UserPrograms {
  readonly [name: string]: UserProgram;
}

export interface UserProgram {
  readonly wrapper: boolean;
  readonly flags: readonly { readonly flag: string; readonly takesValue: boolean }[];
}

/** A name in two families goes to the later one. */
const families: readonly (readonly ProgramTable[])[] = [
  rare,
  plain,
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
];

const tables: ReadonlyMap<string, ProgramTable> = new Map(
  families.flat().flatMap((table) => [table.name, ...(table.aliases ?? [])].map((name) => [name, table] as const)),
);

/** `python3.12`, `ruby2.7`, `lua5.4`, `gcc-13`: the table of the program without its version. */
const versioned = /^([A-Za-z][A-Za-z+_-]*?)-?\d+(?:\.\d+)*$/;

/** The table of a program by its base name. A declaration of the policy adds to the table that is there. */
export function programTable(name: string, extra?: UserPrograms): ProgramTable | undefined {
  const known = tables.get(name) ?? tables.get(versioned.exec(name)?.[1] ?? name);
  if (extra === undefined || !Object.hasOwn(extra, name)) return known;
  const added = extra[name];
  if (added === undefined) return known;
  const rows: readonly OptionRow[] = added.flags.map(({ flag, takesValue }) =>
    opt(takesValue ? `${flag}=` : flag, "declared by the policy"),
  );
  const base: ProgramTable = known ?? { name, doc: "declared by the policy", options: [], partial: true };
  const options = [...rows, ...base.options];
  if (!added.wrapper) return { ...base, options };
  return { ...base, options, style: "posix", wrapper: base.wrapper ?? { inner: "operands" } };
}

/** The names every table goes by, for suggestions. */
export const programNames = (): Iterable<string> => tables.keys();
