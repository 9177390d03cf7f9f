// What all rules of one compile share: names by file, tools, constants already worked out, and the tables of the IR.

import type { Point } from "../../../language/contract.ts";
import { commonFields, type Field, type Fields, namedFields } from "../../../language/schema.ts";
import type { Pattern, PatternError } from "../../../shell/match/pattern.ts";
import type { UserPrograms } from "../../../shell/programs/index.ts";
import type { Session } from "../../diagnostics/session.ts";
import type { DefDecl, Expr, Name, Span } from "../../ir/ast.ts";
import type { IrCond, IrGlob, IrRegex } from "../../ir/ir.ts";
import type { WrittenGlob } from "../../ir/model.ts";
import type { Constant, Type } from "./value-types.ts";

/** A `let`, `param` or `def`, and the file it stands in. */
export interface Declared {
  readonly kind: "let" | "param" | "def";
  readonly name: Name;
  readonly home: FileNames;
  /** The constant's expression, and the file its names are looked up in: that of the `with` for a parameter set there. */
  readonly value: Expr | null;
  readonly valueHome: FileNames;
  readonly type: Type | null;
  readonly def: DefDecl | null;
  /** A parameter that a `with` has set. */
  readonly isChanged: boolean;
}

/** The names a file can use: its own, and those of the files it uses by path. */
export interface FileNames {
  readonly file: string;
  readonly byName: Map<string, Declared>;
}

/** A constant, and whether a `with` had a part in it. */
export interface Worked {
  readonly constant: Constant;
  readonly isChanged: boolean;
}

export interface BundleScope {
  readonly session: Session;
  /** Shipped and declared. */
  readonly tools: ReadonlyMap<string, Fields>;
  readonly toolWords: ReadonlySet<string>;
  readonly worked: Map<Declared, Worked | null>;
  readonly usedNames: Set<Declared>;
  readonly regexes: Table<IrRegex>;
  readonly globs: Table<IrGlob>;
  /** Patterns of `runs`. */
  readonly patterns: Table<string>;
  /** What their texts mean, each read once however often a `def` with it is put in place. */
  readonly readPatterns: Map<string, Pattern | PatternError>;
  /** `program` declarations of all files. */
  readonly programs: UserPrograms;
  readonly fields: Map<string, ReadonlyMap<string, Field>>;
  /** Words of declarations that did not parse: their absence is no mistake of its own. */
  readonly lost: ReadonlySet<string>;
  /** Conditions made by putting `def`s in place, over the whole bundle. */
  readonly budget: { steps: number };
  /** Numbers of the globs of a constant, so that a long list named often is read once. */
  readonly globLists: Map<Constant, GlobList>;
  /** Where each condition stands: of a `def` put in place, its own text. */
  readonly places: Map<IrCond, Span>;
  /** The globs of each test as they are written. */
  readonly writtenGlobs: Map<IrCond, readonly WrittenGlob[]>;
}

type GlobList = { readonly [K in IrGlob["kind"]]?: readonly number[] };

/** Rows of the IR that rules name by number, each kept once. */
interface Table<R> {
  readonly rows: readonly R[];
  readonly add: (row: R) => number;
}

function newTable<R>(): Table<R> {
  const rows: R[] = [];
  const ids = new Map<string, number>();
  const add = (row: R): number => {
    const key = JSON.stringify(row);
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, rows.length);
    return rows.push(row) - 1;
  };
  return { rows, add };
}

export function newBundleScope(
  session: Session,
  tools: ReadonlyMap<string, Fields>,
  programs: UserPrograms,
  lost: ReadonlySet<string>,
): BundleScope {
  return {
    session,
    tools,
    toolWords: new Set(tools.keys()),
    worked: new Map(),
    usedNames: new Set(),
    regexes: newTable(),
    globs: newTable(),
    patterns: newTable(),
    readPatterns: new Map(),
    programs,
    fields: new Map(),
    lost,
    budget: { steps: 0 },
    globLists: new Map(),
    places: new Map(),
    writtenGlobs: new Map(),
  };
}

/** The fields that all of the points have with one type; optional where one of them may leave it out. */
export function fieldsAt(points: readonly Point[], bundle: BundleScope): ReadonlyMap<string, Field> {
  const key = points.join();
  const known = bundle.fields.get(key);
  if (known !== undefined) return known;
  const found = commonTo(points.map((point) => ({ ...commonFields, ...namedFields(point) })));
  bundle.fields.set(key, found);
  return found;
}

/** The fields that every table has, with one type. */
export function commonTo(tables: readonly Fields[]): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>();
  const [first, ...others] = tables;
  for (const [name, field] of Object.entries(first ?? {})) {
    const merged = others.reduce<Field | null>((field, table) => mergeField(field, table, name), field);
    if (merged !== null) found.set(name, merged);
  }
  return found;
}

function mergeField(field: Field | null, table: Fields, name: string): Field | null {
  const other = Object.hasOwn(table, name) ? table[name] : undefined;
  if (field === null || other === undefined || other.type !== field.type) return null;
  const { optional, mayBeUnknown, name: isName, set, ...rest } = field;
  return {
    ...rest,
    ...(optional || other.optional ? { optional: true } : {}),
    ...(mayBeUnknown || other.mayBeUnknown ? { mayBeUnknown: true } : {}),
    ...(isName && other.name ? { name: true } : {}),
    ...(set !== undefined && set === other.set ? { set } : {}),
  };
}
