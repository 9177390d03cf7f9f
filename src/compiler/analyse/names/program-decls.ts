// `program` declarations of all files: what they add to the shipped tables of programs. They add, and never redefine.

import { programTable, type UserPrograms } from "../../../shell/programs/index.ts";
import { findLong, rowsOf } from "../../../shell/programs/table/options.ts";
import type { ProgramTable } from "../../../shell/programs/table/program-table.ts";
import type { Detail, Session } from "../../diagnostics/session.ts";
import type { ProgramDecl, Span, StringLit } from "../../ir/ast.ts";
import type { LoadedFile } from "../files/load-files.ts";

interface Flag {
  readonly takesValue: boolean;
  readonly span: Span;
}

interface Draft {
  wrapper: boolean;
  readonly flags: Map<string, Flag>;
}

/** Base names only: a program is the same program in every folder. */
const programName = /^[A-Za-z0-9][\w.+-]*$/;
const flagName = /^(?:-[A-Za-z0-9?@#][\w.-]*|--[A-Za-z0-9][\w.-]*)$/;

/** Declared programs by name; two declarations of one program are read as one. */
export function declaredPrograms(files: readonly LoadedFile[], session: Session): UserPrograms {
  const drafts = new Map<string, Draft>();
  for (const { ast } of files)
    for (const decl of ast.decls) if (decl.kind === "ProgramDecl") addProgram(decl, drafts, session);
  const sorted = [...drafts].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([name, { wrapper, flags }]) => [
      name,
      { wrapper, flags: [...flags].map(([flag, { takesValue }]) => ({ flag, takesValue })) },
    ]),
  );
}

function addProgram(decl: ProgramDecl, drafts: Map<string, Draft>, session: Session): void {
  const name = decl.name.value;
  const refuse = (span: Span, why: string, detail: Detail = {}): void =>
    session.report("P262", span, { name, why }, detail);
  if (!programName.test(name)) {
    const base = name.slice(name.lastIndexOf("/") + 1);
    const help = programName.test(base) ? { help: `write \`program "${base}"\`` } : {};
    refuse(
      decl.name.span,
      "the name of a program is one word without a folder that begins with a letter or digit",
      help,
    );
    return;
  }
  const table = programTable(name);
  const draft = drafts.get(name) ?? { wrapper: false, flags: new Map<string, Flag>() };
  drafts.set(name, draft);
  if (decl.wrapper && table !== undefined)
    refuse(
      decl.name.span,
      table.wrapper === undefined
        ? "the built-in tables list it as a program that runs no other"
        : "the built-in tables already list it as a wrapper",
      { help: "remove `wrapper`" },
    );
  else draft.wrapper ||= decl.wrapper;
  for (const { flag, takesValue } of decl.flags) addFlag(flag, takesValue, table, draft, refuse);
}

type Refuse = (span: Span, why: string, detail?: Detail) => void;

function addFlag(
  flag: StringLit,
  takesValue: boolean,
  table: ProgramTable | undefined,
  draft: Draft,
  refuse: Refuse,
): void {
  const { value: text, span } = flag;
  if (!flagName.test(text)) {
    const bare = text.replace(/=.*$/, "");
    const help = flagName.test(bare) ? `write \`flag "${bare}" takes value\`` : 'write it like `flag "--env"`';
    refuse(span, `\`${text}\` is not a flag`, { help });
    return;
  }
  const known = table === undefined ? null : shippedAs(text, table);
  if (known !== null) {
    refuse(span, `the built-in tables already list \`${known}\``, { help: "remove the flag" });
    return;
  }
  const first = draft.flags.get(text);
  if (first !== undefined && first.takesValue !== takesValue)
    refuse(span, `\`${text}\` is declared both with a value and without`, {
      help: "keep one of the two",
      notes: [{ span: first.span, text: "first declared here" }],
    });
  else if (first === undefined) draft.flags.set(text, { takesValue, span });
}

/** The flag that the shipped table reads in this text: itself, an abbreviation, a negation, or a bundle of letters. */
function shippedAs(text: string, table: ProgramTable): string | null {
  const rows = rowsOf(table, []);
  if (rows.find(text) !== undefined) return text;
  if (text.startsWith("--")) return findLong(text, rows)?.row.flags.at(-1) ?? null;
  if (table.style === "words") return rows.find(`-${text}`) === undefined ? null : `-${text}`;
  const letter = [...text.slice(1)].find((one) => rows.find(`-${one}`) !== undefined);
  return letter === undefined ? null : `-${letter}`;
}
