// What a shell knows while it runs: variables, functions, aliases, folder, files written on the line.
// Layered, so that a branch or subshell costs nothing until it changes something.

import type { Word } from "./model.ts";
import type { SyntaxNode } from "./parse.ts";
import { mergeSources, sameText, type Text, unknown } from "./text.ts";

export interface Variable {
  readonly kind: "variable";
  readonly name: string;
  /** One element, or those of an array; null when it was unset. */
  readonly items: readonly Text[] | null;
  readonly isArray: boolean;
  readonly isExported: boolean;
}

export interface Body {
  readonly node: SyntaxNode;
  readonly source: string;
}

export interface Callable {
  readonly kind: "function";
  readonly bodies: readonly Body[];
  /** Whether the name surely means the function. */
  readonly isCertain: boolean;
  readonly isExported: boolean;
}

export interface Alias {
  readonly kind: "alias";
  readonly texts: readonly Text[];
}

export interface Folder {
  readonly kind: "folder";
  readonly word: Word | null;
}

/** A file, or a descriptor, that the line itself fills. */
export interface Written {
  readonly kind: "file";
  /** Null: not known. */
  readonly text: Text | null;
  readonly writers: readonly number[];
  /** Calls that read what is written to it: `>(cmd)`. */
  readonly readers: readonly number[];
  /** Whether the text surely is what the file holds by then. */
  readonly isCertain: boolean;
  /** How the bytes get there. */
  readonly by: "file" | "descriptor" | "substitution";
}

export type Entry = Variable | Callable | Alias | Folder | Written;

export interface Scope {
  readonly entries: Map<string, Entry>;
  readonly parent: Scope | null;
  /** A process of its own: only what is exported is seen from here. */
  readonly isProcess: boolean;
  /** After `exit`, `return`, `break`: surely or perhaps nothing more happens here. */
  gone: "no" | "maybe" | "yes";
  /** What ended it, and so where it goes on. */
  goneBy: number;
}

/** Where things go on after a jump: the next round, after the loop, after the function, nowhere. */
export const jumps = { continue: 1, break: 2, return: 3, exit: 4 } as const;

export function childOf(parent: Scope | null): Scope {
  return { entries: new Map(), parent, isProcess: false, gone: parent?.gone ?? "no", goneBy: parent?.goneBy ?? 0 };
}

export function processOf(parent: Scope): Scope {
  return { entries: new Map(), parent, isProcess: true, gone: "no", goneBy: 0 };
}

export function look(scope: Scope, key: string): Entry | undefined {
  let crossed = false;
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at.entries.get(key);
    if (found !== undefined) return !crossed || isInherited(found) ? found : undefined;
    crossed ||= at.isProcess;
  }
  return undefined;
}

function isInherited(entry: Entry): boolean {
  if (entry.kind === "variable") return entry.isExported || entry.name === "";
  if (entry.kind === "function") return entry.isExported;
  return entry.kind !== "alias";
}

/** Marks that what follows does not happen here, or may not. */
export function jump(scope: Scope, by: number, surely: boolean): void {
  scope.goneBy = Math.max(scope.goneBy, by);
  if (scope.gone !== "yes") scope.gone = surely ? "yes" : "maybe";
}

/** Goes on where a jump leads to: as it was before the loop or function. */
export function land(scope: Scope, upTo: number, before: Pick<Scope, "gone" | "goneBy">): void {
  if (scope.goneBy > upTo) return;
  scope.gone = before.gone;
  scope.goneBy = before.goneBy;
}

export function put(scope: Scope, key: string, entry: Entry): void {
  if (scope.gone === "yes") return;
  const next = scope.gone === "no" ? entry : either(look(scope, key), entry);
  scope.entries.set(key, next);
}

/** Brings what a branch that may not have run changed into the scope it branched from. */
export function mergeMaybe(into: Scope, branches: readonly Scope[]): void {
  merge(into, [...branches, childOf(into)]);
}

/** Of these branches exactly one ran. */
export function merge(into: Scope, branches: readonly Scope[]): void {
  const first = branches[0];
  if (first === undefined) return;
  const live = branches.filter((branch) => branch.gone !== "yes");
  const keys = new Set(branches.flatMap((branch) => keysUpTo(branch, into)));
  for (const key of keys) {
    const ends = (live.length === 0 ? branches : live).map((branch) => look(branch, key));
    const joined = ends.reduce((a, b) => either(a, b));
    if (joined !== undefined) put(into, key, joined);
  }
  if (into.gone === "yes") return;
  if (branches.some((branch) => branch.gone !== into.gone)) into.gone = live.length === 0 ? "yes" : "maybe";
  into.goneBy = Math.max(into.goneBy, ...branches.map((branch) => branch.goneBy));
}

/** The keys that layers between a branch and its origin changed. */
export function keysUpTo(branch: Scope, origin: Scope): readonly string[] {
  const keys: string[] = [];
  for (let at: Scope | null = branch; at !== null && at !== origin; at = at.parent) keys.push(...at.entries.keys());
  return keys;
}

/** Everything a loop body changes may have any value when it runs again. */
export function blur(scope: Scope, keys: readonly string[]): void {
  for (const key of keys) {
    const entry = look(scope, key);
    if (entry?.kind === "variable" && entry.name !== "") {
      const from = mergeSources((entry.items ?? []).map((text) => text.from));
      const lost = { ...unknown(`$${entry.name}`, `variable ${entry.name}`, from), splits: entry.isArray };
      put(scope, key, { ...entry, items: [lost] });
    } else if (entry?.kind === "folder") {
      put(scope, key, { kind: "folder", word: { kind: "dynamic", text: ".", why: "a folder that changes in a loop" } });
    } else if (entry?.kind === "file") put(scope, key, { ...entry, text: null });
    else if (entry?.kind === "function") put(scope, key, { ...entry, isCertain: false });
  }
}

function either(a: Entry, b: Entry): Entry;
function either(a: Entry | undefined, b: Entry): Entry;
function either(a: Entry | undefined, b: Entry | undefined): Entry | undefined;
function either(a: Entry | undefined, b: Entry | undefined): Entry | undefined {
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
      const words = [asKind(a, "folder")?.word ?? null, asKind(b, "folder")?.word ?? null];
      if (words[0] === words[1] || (words[0]?.kind === "literal" && words[0].text === words[1]?.text)) return some;
      return { kind: "folder", word: { kind: "dynamic", text: ".", why: "one of several folders" } };
    }
    case "file": {
      const both = [asKind(a, "file"), asKind(b, "file")];
      const join = (pick: (one: Written) => readonly number[]): readonly number[] => [
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
    default: {
      const never: never = some;
      return never;
    }
  }
}

function asKind<K extends Entry["kind"]>(entry: Entry | undefined, kind: K): Extract<Entry, { kind: K }> | undefined {
  return entry?.kind === kind ? (entry as Extract<Entry, { kind: K }>) : undefined;
}

function eitherVariable(name: string, a: Variable | undefined, b: Variable | undefined): Variable {
  const items = [a?.items ?? null, b?.items ?? null];
  const [left, right] = items;
  const same =
    a !== undefined &&
    b !== undefined &&
    (left === right ||
      (left?.length === right?.length &&
        (left ?? []).every((text, i) => {
          const other = right?.[i];
          return other !== undefined && sameText(text, other);
        })));
  const isExported = (a?.isExported ?? false) || (b?.isExported ?? false);
  const isArray = (a?.isArray ?? false) || (b?.isArray ?? false);
  if (same) return { kind: "variable", name, items: left ?? null, isArray, isExported };
  const from = mergeSources(items.flatMap((list) => (list ?? []).map((text) => text.from)));
  return {
    kind: "variable",
    name,
    items: [{ ...unknown(`$${name}`, `variable ${name}`, from), splits: isArray }],
    isArray,
    isExported,
  };
}

// Variables

/** Names that any environment exports, so that an assignment alone reaches programs. */
const always = new Set(["PATH", "HOME", "PAGER", "EDITOR", "VISUAL", "SHELL", "LANG", "TERM", "USER", "TMPDIR", "PWD"]);

export function variable(scope: Scope, name: string): Variable | undefined {
  return asKind(look(scope, `$${name}`), "variable");
}

export function assign(
  scope: Scope,
  name: string,
  items: readonly Text[] | null,
  more: { isArray?: boolean; isExported?: boolean } = {},
): void {
  const before = variable(scope, name);
  const isExported = more.isExported ?? before?.isExported ?? always.has(name);
  put(scope, `$${name}`, { kind: "variable", name, items, isArray: more.isArray ?? false, isExported });
  if (isExported) noteExport(scope, name);
}

/** The names that are exported, as a variable of its own: programs get these. */
function noteExport(scope: Scope, name: string): void {
  const names = exportedNames(scope);
  if (names.includes(name)) return;
  const list = [...names, name].map((text) => ({ ...unknown(text, "name"), why: null, template: text, prefix: text }));
  scope.entries.set("exports", { kind: "variable", name: "", items: list, isArray: true, isExported: false });
}

export function exportedNames(scope: Scope): readonly string[] {
  return (asKind(look(scope, "exports"), "variable")?.items ?? []).map(({ text }) => text);
}

export function callable(scope: Scope, name: string): Callable | undefined {
  const found = asKind(look(scope, `f ${name}`), "function");
  return found === undefined || found.bodies.length === 0 ? undefined : found;
}

export function alias(scope: Scope, name: string): Alias | undefined {
  return asKind(look(scope, `a ${name}`), "alias");
}

export function folder(scope: Scope): Word | null {
  return asKind(look(scope, "cwd"), "folder")?.word ?? null;
}

export function descriptorAt(scope: Scope, path: string): Written | undefined {
  return asKind(look(scope, `file ${path}`), "file");
}
