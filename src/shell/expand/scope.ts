// The state of a shell while it runs: variables, functions, aliases, folder, files written on the line.
// Layered, so that a branch or subshell costs nothing until it changes something.

import type { Redirect, Word } from "../syntax/model.ts";
import { isOpenCause } from "../syntax/open-words.ts";
import type { SyntaxNode } from "../syntax/parse.ts";
import { mergeSources, sameText, type Text, unknown, unknownValue } from "../syntax/text.ts";

export interface Variable {
  readonly kind: "variable";
  readonly name: string;
  /** One element, or those of an array; null when it was unset. */
  readonly items: readonly Text[] | null;
  readonly isArray: boolean;
  readonly isExported: boolean;
  /** The keys of the items, if they are not 0, 1, 2 and so on. */
  readonly keys?: readonly string[];
  /** The other variable that it refers to. */
  readonly ref?: string;
}

export interface FunctionBody {
  readonly node: SyntaxNode;
  readonly source: string;
}

export interface Callable {
  readonly kind: "function";
  readonly bodies: readonly FunctionBody[];
  /** Whether the name certainly means the function. */
  readonly isCertain: boolean;
  readonly isExported: boolean;
}

export interface Alias {
  readonly kind: "alias";
  readonly texts: readonly Text[];
}

export interface Folder {
  readonly kind: "folder";
  /** Null: where the whole command runs. */
  readonly word: Word | null;
  /** Other folders it may be. */
  readonly others: readonly (Word | null)[];
  /** The folders it is if the last `cd` failed: dropped behind `&&`, taken behind `||`. */
  readonly failed: readonly (Word | null)[];
}

/** A file, or a descriptor, that the line itself fills. */
export interface WrittenFile {
  readonly kind: "file";
  /** Null: unknown. */
  readonly text: Text | null;
  readonly writers: readonly number[];
  /** Calls that read what is written to it: `>(cmd)`. */
  readonly readers: readonly number[];
  /** Whether the file certainly contains this text by then. */
  readonly isCertain: boolean;
  /** How the bytes get there. */
  readonly by: "file" | "descriptor" | "substitution";
  /** Written in a branch: what follows in the branch finds this text, and what follows the branch finds `outside`. */
  readonly branch?: { readonly scope: ShellScope; readonly outside: WrittenFile };
}

/** What `exec` opened a descriptor of the shell for; null: closed. */
export interface Opened {
  readonly kind: "open";
  readonly redirect: Redirect | null;
}

export interface Names {
  readonly kind: "names";
  readonly names: readonly string[];
}

export type ScopeEntry = Variable | Callable | Alias | Folder | WrittenFile | Opened | Names;

export interface ShellScope {
  /** Null until something is stored. */
  entries: Map<string, ScopeEntry> | null;
  readonly parent: ShellScope | null;
  /** A separate process: only exported names are visible from here. */
  readonly isProcess: boolean;
  /** After `exit`, `return`, `break`: certainly or possibly nothing more happens here. */
  gone: "no" | "maybe" | "yes";
  /** What ended it, and so where execution continues. */
  goneBy: number;
  /** Whether execution continues after some jump: then what comes in between may not have happened. Nothing continues after `exit`. */
  lands: boolean;
}

/** Where execution continues after a jump: the next round, after the loop, after the function, nowhere. */
export const jumps = { continue: 1, break: 2, return: 3, exit: 4 } as const;

export function childOf(parent: ShellScope | null): ShellScope {
  return {
    entries: null,
    parent,
    isProcess: false,
    gone: parent?.gone ?? "no",
    goneBy: parent?.goneBy ?? 0,
    lands: parent?.lands ?? false,
  };
}

export function processOf(parent: ShellScope): ShellScope {
  return { entries: null, parent, isProcess: true, gone: "no", goneBy: 0, lands: false };
}

export function look(scope: ShellScope, key: string): ScopeEntry | undefined {
  let crossed = false;
  for (let at: ShellScope | null = scope; at !== null; at = at.parent) {
    const found = at.entries?.get(key);
    if (found !== undefined) return !crossed || isInherited(found) ? found : undefined;
    crossed ||= at.isProcess;
  }
  return undefined;
}

function isInherited(entry: ScopeEntry): boolean {
  if (entry.kind === "variable") return entry.isExported;
  if (entry.kind === "function") return entry.isExported;
  return entry.kind !== "alias";
}

/** The entry of a name in this layer. */
export function own(scope: ShellScope, key: string): ScopeEntry | undefined {
  return scope.entries?.get(key);
}

/** Is it this scope, or one that began in it? */
export function isWithin(scope: ShellScope, outer: ShellScope): boolean {
  for (let at: ShellScope | null = scope; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}

/** Sets the entry in this layer, or removes it when none is passed. */
export function setOwn(scope: ShellScope, key: string, entry: ScopeEntry | undefined): void {
  if (entry === undefined) scope.entries?.delete(key);
  else if (scope.entries === null) scope.entries = new Map([[key, entry]]);
  else scope.entries.set(key, entry);
}

/** The name keeps its current meaning, or has this one. */
export function settleEither(scope: ShellScope, key: string, entry: ScopeEntry | undefined): void {
  setOwn(scope, key, either(look(scope, key), entry));
}

/** Whether nothing is stored: most lines define nothing. */
export function isBare(scope: ShellScope): boolean {
  for (let at: ShellScope | null = scope; at !== null; at = at.parent) if (at.entries !== null) return false;
  return true;
}

/** Marks that what follows does not happen here, or may not. A jump after a certain jump is never reached. */
export function jump(scope: ShellScope, by: number, surely: boolean): void {
  if (scope.gone === "yes") return;
  scope.goneBy = Math.max(scope.goneBy, by);
  if (by !== jumps.exit) scope.lands = true;
  scope.gone = surely ? "yes" : "maybe";
}

/** Whether execution continues in the scope, for `land`. */
export function stateOf({ gone, goneBy, lands }: ShellScope): Pick<ShellScope, "gone" | "goneBy" | "lands"> {
  return { gone, goneBy, lands };
}

/** Continues where a jump leads to, as it was before the loop or function. */
export function land(scope: ShellScope, upTo: number, before: Pick<ShellScope, "gone" | "goneBy" | "lands">): void {
  if (scope.goneBy > upTo) return;
  scope.gone = before.gone;
  scope.goneBy = before.goneBy;
  scope.lands = before.lands;
}

export function put(scope: ShellScope, key: string, entry: ScopeEntry): void {
  if (scope.gone === "yes") return;
  const next = scope.gone === "no" || !scope.lands ? entry : either(entry, look(scope, key));
  setOwn(scope, key, next);
}

/** Merges what a branch that may not have run changed into the scope it branched from. */
export function mergeMaybe(into: ShellScope, branches: readonly ShellScope[]): void {
  merge(into, [...branches, childOf(into)]);
}

/** Exactly one of these branches ran. */
export function merge(into: ShellScope, branches: readonly ShellScope[]): void {
  const first = branches[0];
  if (first === undefined) return;
  const live = branches.filter((branch) => branch.gone !== "yes");
  const keys = new Set(branches.flatMap((branch) => keysUpTo(branch, into)));
  // After `exit` nothing of a branch is visible; after `return` and similar jumps it is, where execution continues.
  const seen = branches.filter((branch) => branch.gone !== "yes" || branch.lands);
  for (const key of keys) {
    const ends = (seen.length === 0 ? branches : seen).map((branch) => look(branch, key));
    const joined = ends.reduce((a, b) => either(a, b));
    if (joined !== undefined) put(into, key, joined);
  }
  if (into.gone === "yes") return;
  if (branches.some((branch) => branch.gone !== into.gone)) into.gone = live.length === 0 ? "yes" : "maybe";
  into.goneBy = Math.max(into.goneBy, ...branches.map((branch) => branch.goneBy));
  into.lands ||= branches.some((branch) => branch.lands);
}

/** The keys that layers between a branch and its origin changed. */
export function keysUpTo(branch: ShellScope, origin: ShellScope): readonly string[] {
  const keys: string[] = [];
  for (let at: ShellScope | null = branch; at !== null && at !== origin; at = at.parent)
    if (at.entries !== null) keys.push(...at.entries.keys());
  return keys;
}

/** Everything a loop body changes may have any value when it runs again. */
export function blur(scope: ShellScope, keys: readonly string[]): void {
  for (const key of keys) {
    const entry = look(scope, key);
    if (entry?.kind === "variable") {
      const from = mergeSources((entry.items ?? []).map((text) => text.from));
      const any = { ...oneOf(entry.name, entry.items ?? [], from), splits: entry.isArray };
      const { keys: _, ...rest } = entry;
      put(scope, key, { ...rest, items: [any] });
    } else if (entry?.kind === "folder") {
      put(scope, key, folderAt({ kind: "dynamic", text: ".", why: "a folder that changes in a loop" }));
    } else if (entry?.kind === "file") put(scope, key, { ...entry, text: null });
    else if (entry?.kind === "function") put(scope, key, { ...entry, isCertain: false });
  }
}

function either(a: ScopeEntry, b: ScopeEntry): ScopeEntry;
function either(a: ScopeEntry, b: ScopeEntry | undefined): ScopeEntry;
function either(a: ScopeEntry | undefined, b: ScopeEntry | undefined): ScopeEntry | undefined;
function either(a: ScopeEntry | undefined, b: ScopeEntry | undefined): ScopeEntry | undefined {
  if (a === b) return a;
  const some = a ?? b;
  if (some === undefined) return undefined;
  switch (some.kind) {
    case "variable":
      return eitherVariable(some.name, asKind(a, "variable"), asKind(b, "variable"));
    case "function": {
      const both = [asKind(a, "function"), asKind(b, "function")];
      const bodies = [...new Set(both.flatMap((one) => one?.bodies ?? []))].slice(0, 4);
      const isExported = both.some((one) => one?.isExported ?? false);
      return { kind: "function", bodies, isCertain: both.every((one) => one?.isCertain ?? false), isExported };
    }
    case "alias": {
      const texts = [asKind(a, "alias"), asKind(b, "alias")].flatMap((one) => one?.texts ?? []);
      return { kind: "alias", texts: [...new Set(texts)].slice(0, 4) };
    }
    case "folder": {
      // The folder that some `cd` led to comes first.
      const [left, right] = [asKind(a, "folder") ?? start, asKind(b, "folder") ?? start];
      const [one, two] = left.word === null ? [right, left] : [left, right];
      return folderAt(one.word, [...one.others, ...one.failed, two.word, ...two.others, ...two.failed]);
    }
    case "file": {
      const both = [asKind(a, "file"), asKind(b, "file")];
      const join = (pick: (one: WrittenFile) => readonly number[]): readonly number[] => [
        ...new Set(both.flatMap((one) => (one === undefined ? [] : pick(one)))),
      ];
      return {
        kind: "file",
        text: null,
        isCertain: false,
        writers: join((one) => one.writers),
        readers: join((one) => one.readers),
        by: some.by,
      };
    }
    case "names": {
      const names = [asKind(a, "names"), asKind(b, "names")].flatMap((one) => one?.names ?? []);
      return { kind: "names", names: [...new Set(names)] };
    }
    case "open":
      return { kind: "open", redirect: asKind(a, "open")?.redirect ?? asKind(b, "open")?.redirect ?? null };
    default: {
      const never: never = some;
      return never;
    }
  }
}

function asKind<K extends ScopeEntry["kind"]>(
  entry: ScopeEntry | undefined,
  kind: K,
): Extract<ScopeEntry, { kind: K }> | undefined {
  return entry?.kind === kind ? (entry as Extract<ScopeEntry, { kind: K }>) : undefined;
}

/** One of several values: an open name if all of them are, and plainly unknown if the line determines one of them. */
function oneOf(name: string, values: readonly Text[], from: Text["from"]): Text {
  return values.every(({ why }) => isOpenCause(why))
    ? unknown(`$${name}`, `variable ${name}`, from)
    : unknownValue(name, from);
}

function eitherVariable(name: string, a: Variable | undefined, b: Variable | undefined): Variable {
  const items = [a?.items ?? null, b?.items ?? null];
  const [left, right] = items;
  const same =
    a !== undefined &&
    b !== undefined &&
    a.keys?.join("\0") === b.keys?.join("\0") &&
    (left === right ||
      (left?.length === right?.length &&
        (left ?? []).every((text, i) => {
          const other = right?.[i];
          return other !== undefined && sameText(text, other);
        })));
  const isExported = (a?.isExported ?? false) || (b?.isExported ?? false);
  const isArray = (a?.isArray ?? false) || (b?.isArray ?? false);
  if (same) return { ...a, isArray, isExported };
  const from = mergeSources(items.flatMap((list) => (list ?? []).map((text) => text.from)));
  return {
    kind: "variable",
    name,
    items: [
      {
        ...oneOf(
          name,
          items.flatMap((list) => list ?? []),
          from,
        ),
        splits: isArray,
      },
    ],
    isArray,
    isExported,
  };
}

// Variables

/** Names that any environment exports, so that an assignment alone reaches programs. */
const always = new Set(["PATH", "HOME", "PAGER", "EDITOR", "VISUAL", "SHELL", "LANG", "TERM", "USER", "TMPDIR", "PWD"]);

export function variable(scope: ShellScope, name: string): Variable | undefined {
  let found = asKind(look(scope, `$${name}`), "variable");
  for (let i = 0; i < LONGEST_WAY && found?.ref !== undefined && found.ref !== ""; i++)
    found = asKind(look(scope, `$${found.ref}`), "variable");
  return found;
}

/** How many references to references are followed. */
const LONGEST_WAY = 4;

/** `declare -n name=other`: from now on one refers to the other; "" until the other is named. */
export function refer(scope: ShellScope, name: string, other: string): void {
  put(scope, `$${name}`, { kind: "variable", name, items: null, isArray: false, isExported: false, ref: other });
}

/** The variable that a name refers to. */
function referred(scope: ShellScope, name: string): string {
  let found = name;
  for (let i = 0; i < LONGEST_WAY; i++) {
    const other = asKind(look(scope, `$${found}`), "variable")?.ref;
    if (other === undefined || other === "") break;
    found = other;
  }
  return found;
}

export function assign(
  scope: ShellScope,
  given: string,
  items: readonly Text[] | null,
  more: { isArray?: boolean; isExported?: boolean; keys?: readonly string[] } = {},
): void {
  const name = referred(scope, given);
  const before = variable(scope, name);
  if (before !== undefined && variable(scope, readonlyMark(name)) !== undefined) return;
  const target = before?.ref === "" ? items?.[0] : undefined;
  if (target?.why === null && /^[A-Za-z_]\w*$/.test(target.text) && target.text !== name) {
    refer(scope, name, target.text);
    return;
  }
  const isExported = more.isExported ?? isExportedBefore(scope, name);
  const { keys } = more;
  put(scope, `$${name}`, {
    kind: "variable",
    name,
    items,
    isArray: more.isArray ?? false,
    isExported,
    ...(keys !== undefined && { keys }),
  });
  if (isExported) noteExport(scope, name);
}

/** This key records that `readonly` fixed a variable: later assignments fail, and the value stays. */
export const readonlyMark = (name: string): string => `-r ${name}`;

/** This key records that `declare -i` made a variable a number. */
export const integerMark = (name: string): string => `-i ${name}`;

/** This key records whether `set -a` is in force: variables assigned from then on are exported. */
export const ALLEXPORT = "set -a";

const exportsAll = (scope: ShellScope, name: string): boolean =>
  variable(scope, ALLEXPORT)?.items?.[0]?.text === "on" && /^[A-Za-z_]\w*$/.test(name);

/** Is the variable exported by the line, by the process that started the shell, or by `set -a`? */
export const isExportedBefore = (scope: ShellScope, name: string): boolean =>
  variable(scope, name)?.isExported ?? (always.has(name) || exportsAll(scope, name));

/** The exported names: programs receive these. */
function noteExport(scope: ShellScope, name: string): void {
  const names = exportedNames(scope);
  if (!names.includes(name)) setOwn(scope, "exports", { kind: "names", names: [...names, name] });
}

const noNames: readonly string[] = [];

export function exportedNames(scope: ShellScope): readonly string[] {
  return asKind(look(scope, "exports"), "names")?.names ?? noNames;
}

export function callable(scope: ShellScope, name: string): Callable | undefined {
  const found = asKind(look(scope, `f ${name}`), "function");
  return found === undefined || found.bodies.length === 0 ? undefined : found;
}

export function alias(scope: ShellScope, name: string): Alias | undefined {
  return asKind(look(scope, `a ${name}`), "alias");
}

export function folder(scope: ShellScope): Word | null {
  return folderEntry(scope).word;
}

const start: Folder = { kind: "folder", word: null, others: [], failed: [] };

export function folderEntry(scope: ShellScope): Folder {
  return asKind(look(scope, "cwd"), "folder") ?? start;
}

/** How many folders are tracked separately; more become one unknown folder. */
const MOST_FOLDERS = 4;

function isSameFolder(a: Word | null, b: Word | null): boolean {
  if (a?.kind === "dynamic" && b?.kind === "dynamic") return a.why === b.why;
  return a?.kind === b?.kind && a?.text === b?.text;
}

export function folderAt(
  word: Word | null,
  others: readonly (Word | null)[] = [],
  failed: readonly (Word | null)[] = [],
): Folder {
  if (others.length === 0 && failed.length === 0) return { kind: "folder", word, others, failed };
  const seen: (Word | null)[] = [word];
  const fresh = (list: readonly (Word | null)[]): readonly (Word | null)[] =>
    list.filter((one) => {
      if (seen.some((two) => isSameFolder(one, two))) return false;
      seen.push(one);
      return true;
    });
  const [rest, ifFailed] = [fresh(others), fresh(failed)];
  if (seen.length <= MOST_FOLDERS) return { kind: "folder", word, others: rest, failed: ifFailed };
  return { kind: "folder", word, others: [{ kind: "dynamic", text: ".", why: "one of several folders" }], failed: [] };
}

/** The file that `exec` opened a descriptor of the shell for. */
export function opened(scope: ShellScope, fd: number): Redirect | null {
  return asKind(look(scope, `fd ${fd}`), "open")?.redirect ?? null;
}

export function descriptorAt(scope: ShellScope, path: string): WrittenFile | undefined {
  return asKind(look(scope, `file ${path}`), "file");
}
