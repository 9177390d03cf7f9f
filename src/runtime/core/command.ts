// The command line of a shell call as conditions see it: what runs, what flows, and the parts of single calls.
// It is read at most once per event, when a condition first asks. A call of any other tool runs nothing.

import type { Context } from "./context.ts";
import { freshScript, loadsFreshDownload } from "./fresh-files.ts";
import { show, shown } from "./message.ts";
import { matchesPath, pathGlobs } from "./path-globs.ts";
import { globOf, type PathValue, pathOf } from "./paths.ts";
import { openFiles, secretFiles } from "./secret-files.ts";
import type { ShellCommand } from "./shell/command.ts";
import type { EffectList } from "./shell/effects.ts";
import type { FlowFrom, FlowTo } from "./shell/flows.ts";
import type { Call, External, Surround, Word } from "./shell/model.ts";
import type { PatternSet } from "./shell/pattern-set.ts";
import type { Surroundings } from "./surroundings.ts";
import { and, FAINT, FALSE, not, or, TRUE, type Truth, UNKNOWN } from "./truth.ts";
import { errorValue, isSentinel, type ListView, type Maybe, unknownValue } from "./value.ts";

/** Shells whose text the reader understands. */
const readable: readonly string[] = ["bash", "sh", "zsh"] satisfies readonly Surround["shell"][];
const isReadable = (shell: string): shell is Surround["shell"] => readable.includes(shell);
/** Other shells run as a program that is given the text. */
const foreignFlag: { readonly [shell: string]: string } = { powershell: "-Command", pwsh: "-Command", cmd: "/c" };

/** Null: the call is no shell command, or no rule of this policy looks at one. */
export function commandOf(c: Context): ShellCommand | null {
  if (c.tool !== "bash") return null;
  const known = c.command;
  if (known !== undefined) return known;
  const command = readOf(c);
  c.command = command;
  return command;
}

function readOf(c: Context): ShellCommand | null {
  const { shell: engine, readText, programs, home } = c.around;
  if (engine === undefined || readText === undefined) return null;
  const text = c.input.command;
  const shell = c.input.shell ?? "bash";
  // A home that is not known is still somebody's.
  const surroundOf = (shell: Surround["shell"]): Surround => ({ home: home ?? "/home/?", shell, programs });
  if (typeof text === "string" && typeof shell === "string" && isReadable(shell))
    return readText(text, surroundOf(shell));
  const surround = surroundOf("bash");
  if (typeof text !== "string") return engine.unread("the command line is not known", surround);
  if (typeof shell !== "string") return engine.unread("the shell is not known", surround);
  const flag = Object.hasOwn(foreignFlag, shell) ? foreignFlag[shell] : undefined;
  if (flag === undefined) return engine.unread(`the shell ${shown(shell)}`, surround);
  return readText(`${shell} ${flag} '${text.replaceAll("'", "'\\''")}'`, surround);
}

// What runs

/** Patterns of `runs`, read when the first command needs them. */
export interface CommandPatterns {
  readonly texts: readonly string[];
  set: PatternSet | null;
}

export const commandPatterns = (texts: readonly string[]): CommandPatterns => ({ texts, set: null });

function patternsOf(of: CommandPatterns, { shell, programs }: Surroundings): PatternSet | null {
  of.set ??= shell?.patterns(of.texts, programs) ?? null;
  return of.set;
}

export function runs(c: Context, of: CommandPatterns): Truth {
  const command = commandOf(c);
  const set = command === null ? null : patternsOf(of, c.around);
  if (command === null || set === null) return FALSE;
  const { truth, call } = command.runs(set);
  if (call !== null) c.matched = call;
  if (truth === UNKNOWN || truth === FAINT) lackCommand(c, command);
  return truth;
}

export function onlyRuns(c: Context, of: CommandPatterns): Truth {
  const command = commandOf(c);
  const set = command === null ? null : patternsOf(of, c.around);
  if (command === null || set === null) return FALSE;
  const found = command.only(set);
  if (found === UNKNOWN) lackCommand(c, command);
  return found;
}

const secretGlobs = pathGlobs(secretFiles);
const openGlobs = pathGlobs(openFiles);

export function flows(c: Context, from: FlowFrom, to: FlowTo): Truth {
  const command = commandOf(c);
  if (command === null) return FALSE;
  const isSecret = (word: Word): Truth => {
    const path = pathOfWord(c, word);
    if (path === unknownValue) return UNKNOWN;
    return and(matchesPath(c, path, secretGlobs, true), not(matchesPath(c, path, openGlobs, true)));
  };
  const onLine = command.flows(from, to, isSecret);
  const found =
    from === "download" && to === "interpreter" && onLine !== TRUE
      ? or(onLine, loadsFreshDownload(c, command))
      : onLine;
  if (found === UNKNOWN || found === FAINT) lackCommand(c, command);
  return found;
}

/** Names what could not be known of the command, for the reason and `unclear`. */
function lackCommand(c: Context, command: ShellCommand): void {
  c.lacks(lackOf(c.matched, command));
}

function lackOf(matched: Call | null, { reading, calls }: ShellCommand): string {
  const [why] = reading.unreadable;
  if (why !== undefined) return `the command cannot be read: ${why}`;
  const open = (matched === null ? calls : [matched]).find(hasOpenWord);
  // Of a program that nobody knows, what it was given says most: `acme-run git push --force`.
  const told = open ?? matched ?? (calls.length === 1 ? calls[0] : undefined);
  return told === undefined ? "what the command does" : `what ${show(told.text)} does`;
}

const hasOpenWord = ({ program, args }: Call): boolean => [program, ...args].some(({ kind }) => kind === "dynamic");

// Lists

export function calls(c: Context): ListView<Call> {
  const command = commandOf(c);
  if (command === null) return noCalls;
  const complete = isWhole(c, command);
  c.calls ??= {
    items: command.calls,
    complete,
    onHit: (call) => {
      c.matched = call;
    },
  };
  return c.calls;
}

const noCalls: ListView<never> = { items: [], complete: true };

export function externals(c: Context): ListView<External> {
  const command = commandOf(c);
  if (command === null) return { items: [], complete: true };
  const onHit = (external: External): void => {
    c.matched = command.calls.find(({ id }) => id === external.call) ?? null;
  };
  return { items: command.reading.external, complete: isWhole(c, command), onHit };
}

function isWhole(c: Context, command: ShellCommand): boolean {
  if (command.reading.unreadable.length === 0) return true;
  lackCommand(c, command);
  return false;
}

// Views

export type PathView = "reads" | "writes" | "deletes" | "uploads";

const nothing: ListView<never> = { items: [], maybe: [], complete: true };

/** What the whole command reads, writes, deletes or uploads. */
export function commandPaths(c: Context, view: PathView): ListView<PathValue> {
  const command = commandOf(c);
  if (command === null) return { items: [], complete: false };
  if (!command.does(view)) return nothing;
  const found = nothingFound<PathValue>(command.reading.unreadable.length === 0);
  for (const call of command.reading.calls) addPaths(c, found, command.effects(call)[view], call, view);
  return listOf(c, command, found);
}

export function commandHosts(c: Context): ListView<string> {
  const command = commandOf(c);
  if (command === null) return { items: [], complete: false };
  if (!command.does("hosts")) return nothing;
  const found = nothingFound<string>(command.reading.unreadable.length === 0);
  for (const call of command.reading.calls) {
    const { items, maybe, complete, isFaint } = command.effects(call).hosts;
    for (const host of items) addItem(found, host, call, false);
    for (const host of maybe) addItem(found, host, call, true);
    found.complete &&= complete;
    found.isFaint &&= complete || isFaint;
  }
  return listOf(c, command, found);
}

interface Found<V> {
  readonly items: V[];
  readonly maybe: V[];
  complete: boolean;
  /** Whatever it lacks is only faintly meant. */
  isFaint: boolean;
  /** Which call each item comes from, and each that is only maybe there. */
  readonly by: Call[];
  readonly maybeBy: Call[];
}

const nothingFound = <V>(complete: boolean): Found<V> => ({
  items: [],
  maybe: [],
  complete,
  isFaint: complete,
  by: [],
  maybeBy: [],
});

function listOf<V>(c: Context, command: ShellCommand, found: Found<V>): ListView<V> {
  let by: ReadonlyMap<V, Call> | undefined;
  const onHit = (item: V): void => {
    by ??= callsOf(found);
    c.matched = by.get(item) ?? null;
  };
  const { items, maybe, complete, isFaint } = found;
  if (complete) return { items, maybe, complete, onHit };
  return { items, maybe, complete, isFaint, onHit, why: lackOf(null, command) };
}

/** The same path may come from several calls: the first of them is shown, and rather one from which it surely comes. */
function callsOf<V>({ items, by, maybe, maybeBy }: Found<V>): ReadonlyMap<V, Call> {
  const found = new Map<V, Call>();
  const add = (item: V, call: Call | undefined): void => {
    if (call !== undefined && !found.has(item)) found.set(item, call);
  };
  for (const [at, item] of items.entries()) add(item, by[at]);
  for (const [at, item] of maybe.entries()) add(item, maybeBy[at]);
  return found;
}

function addItem<V>(found: Found<V>, item: V, call: Call, isMaybe: boolean): void {
  const isSure = !isMaybe && call.uncalled !== true;
  (isSure ? found.items : found.maybe).push(item);
  (isSure ? found.by : found.maybeBy).push(call);
}

function addPaths(c: Context, found: Found<PathValue>, list: EffectList<Word>, call: Call, view: PathView): void {
  for (const word of list.items) {
    const path = pathOfWord(c, word);
    if (path === unknownValue) continue;
    addItem(found, path, call, false);
    addParent(c, found, word, call, view, false);
  }
  for (const word of list.maybe) {
    const path = pathOfWord(c, word);
    if (path === unknownValue) continue;
    addItem(found, path, call, true);
    addParent(c, found, word, call, view, true);
  }
  found.complete &&= list.complete;
  found.isFaint &&= list.complete || list.isFaint;
}

/** All that is in a folder goes: as good as the folder itself. */
function addParent(
  c: Context,
  found: Found<PathValue>,
  word: Word,
  call: Call,
  view: PathView,
  isMaybe: boolean,
): void {
  const folder = view === "deletes" || view === "writes" ? wholeFolder(word) : null;
  const parent = folder === null ? unknownValue : pathOf(c, folder);
  if (typeof parent === "object") addItem(found, parent, call, isMaybe);
}

const everything = /^(.*\/)?(?:\?*\*[*?]*|\?{3,}|\.\*|\.\[!?[^\]]*\]\*|\.\?\?\*|\*\.\*|\{[*.,[\]!?]*\})\/*$/;

function wholeFolder(word: Word): string | null {
  if (word.kind !== "glob") return null;
  const found = everything.exec(word.text);
  if (found === null) return null;
  const folder = (found[1] ?? ".").replace(/(?<=.)\/+$/, "");
  return /[*?[\\]/.test(folder) ? null : folder;
}

export function pathOfWord(c: Context, word: Word): PathValue | typeof unknownValue {
  if (word.kind === "dynamic") return unknownValue;
  const path = word.kind === "glob" ? globOf(c, word.text) : pathOf(c, word.text);
  return typeof path === "object" ? path : unknownValue;
}

/** What the call is, and what it is fed. */
export const callText = ({ text, stdin }: Call): string =>
  stdin.from === "text" ? `${text}\n${stdin.text.text}` : text;

/** Rule after rule asks for them. */
export function pathsOfCall(c: Context, call: Call, command: ShellCommand, view: PathView): ListView<PathValue> {
  // What the only command of a line does is what the line does.
  const ofLine = command.calls.length === 1 ? c.views[view] : undefined;
  if (ofLine?.complete === true) return ofLine;
  let views = c.ofCalls.get(call);
  if (views === undefined) {
    views = {};
    c.ofCalls.set(call, views);
  }
  views[view] ??= derivePaths(c, call, command, view);
  return views[view];
}

function derivePaths(c: Context, call: Call, command: ShellCommand, view: PathView): ListView<PathValue> {
  const found = nothingFound<PathValue>(true);
  addPaths(c, found, command.effects(call)[view], call, view);
  const { items, maybe, complete, isFaint } = found;
  return { items, maybe, complete, isFaint };
}

/** `x.kind`, `x.name`, `x.fresh`. */
export function externalPart(c: Context, external: External, part: string): Maybe<string | boolean> {
  if (part === "kind") return external.kind;
  if (part === "name") return external.name;
  if (part !== "fresh") return errorValue;
  const command = commandOf(c);
  const fresh = command === null ? UNKNOWN : freshScript(c, command, external, commandPaths(c, "writes"));
  return fresh === UNKNOWN ? unknownValue : fresh === TRUE;
}

/** The command that matched and what led to it, where the line says more than that: for messages. */
export function matchedText(c: Context): string | null {
  const call = c.matched;
  const command = c.command ?? null;
  if (call === null || command === null || isSentinel(c.input.command)) return null;
  if (call.via.length === 0 && command.reading.calls.length === 1) return null;
  const name = c.around.shell?.title(call, c.around.programs) ?? call.program.text;
  const chain =
    call.via.length === 0 ? "" : ` (${[...call.via, name].map((link) => show(link).slice(1, -1)).join(" -> ")})`;
  return `${show(call.text)}${chain}`;
}
