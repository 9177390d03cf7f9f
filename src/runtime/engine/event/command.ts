// The command line of a shell call as conditions see it: what runs, what flows, and the parts of single calls.
// It is read at most once per event, when a condition first asks. A call of any other tool runs nothing.

import { effectBits } from "../../../language/effect-kinds.ts";
import { show, shown } from "../../../language/message.ts";
import { and, FALSE, not, or, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../../language/truth.ts";
import { isSentinel, type ListView, unknownValue } from "../../../language/value.ts";
import type { ShellCommand } from "../../../shell/command.ts";
import type { EffectList } from "../../../shell/effects/effects.ts";
import type { FlowFrom, FlowTo } from "../../../shell/flows/flows.ts";
import type { PatternSet } from "../../../shell/match/pattern-set.ts";
import type { Call, External, ShellEnvironment, Word } from "../../../shell/syntax/model.ts";
import { withOtherNames } from "../paths/other-names.ts";
import { matchesPath, pathGlobs } from "../paths/path-globs.ts";
import { type PathValue, pathOf } from "../paths/paths.ts";
import { openFiles, secretFiles } from "../paths/secret-files.ts";
import { someMember } from "../paths/some-member.ts";
import { keepMember } from "../paths/tree-members.ts";
import type { Listed } from "../program.ts";
import { CallEnvironment } from "./call-environment.ts";
import { elementOf, type PathView } from "./command-element.ts";
import type { Context } from "./context.ts";
import type { Environment } from "./environment.ts";
import { FoundList, noteMember } from "./found-list.ts";
import { loadsFreshDownload } from "./fresh-files.ts";
import { typedLines } from "./typed-lines.ts";
import { lackOf } from "./unread-command.ts";

/** Shells whose text the reader understands. */
const readable: readonly string[] = ["bash", "sh", "zsh"] satisfies readonly ShellEnvironment["shell"][];
const isReadable = (shell: string): shell is ShellEnvironment["shell"] => readable.includes(shell);
/** Other shells run as a program that is given the text. */
const foreignFlag: { readonly [shell: string]: string } = { powershell: "-Command", pwsh: "-Command", cmd: "/c" };

/** Null: the call is not a shell command, or no rule of this policy reads commands. */
export function commandOf(c: Context): ShellCommand | null {
  if (c.tool !== "bash") return null;
  c.isAskedOf = true;
  const known = c.command;
  if (known !== undefined) return known;
  const command = readOf(c);
  c.command = command;
  return command;
}

function readOf(c: Context): ShellCommand | null {
  const { shell: engine, readText } = c.around;
  if (engine === undefined || readText === undefined) return null;
  const text = c.input.command;
  const shell = c.input.shell ?? "bash";
  const isKnown = typeof shell === "string" && isReadable(shell);
  const environment = new CallEnvironment(c, isKnown ? shell : "bash");
  if (typeof text !== "string") return engine.unread("the command line is unknown", environment);
  if (environment.isRunning && !isWholeByItself(text, (line) => readText(line, environment)))
    return engine.unread(
      "what is typed into a running shell must be whole lines that can each be read by themselves",
      environment,
    );
  if (isKnown) return readText(text.replace(/\r\n?/g, environment.isRunning ? "\n" : "$&"), environment);
  if (typeof shell !== "string") return engine.unread("the shell is unknown", environment);
  const flag = Object.hasOwn(foreignFlag, shell) ? foreignFlag[shell] : undefined;
  if (flag === undefined) return engine.unread(`the shell ${shown(shell)}`, environment);
  return readText(`${shell} ${flag} '${text.replaceAll("'", "'\\''")}'`, environment);
}

const isWholeByItself = (text: string, read: (line: string) => ShellCommand): boolean =>
  typedLines(text)?.every((line) => read(line).reading.unreadable.length === 0) === true;

// What runs

/** Patterns of `runs`, read when the first command needs them. */
export interface CommandPatterns {
  readonly texts: Listed;
  set: PatternSet | null;
}

export const commandPatterns = (texts: Listed): CommandPatterns => ({ texts, set: null });

function patternsOf(of: CommandPatterns, { shell, programs }: Environment): PatternSet | null {
  of.set ??= shell?.patterns(of.texts(), programs) ?? null;
  return of.set;
}

export function runs(c: Context, of: CommandPatterns): Truth {
  const command = commandOf(c);
  const set = command === null ? null : patternsOf(of, c.around);
  if (command === null || set === null) return FALSE;
  const { truth, call } = command.runs(set);
  if (call !== null) c.matched = call;
  if (truth === UNKNOWN || truth === UNLIKELY) lackCommand(c, command);
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

const secretGlobs = pathGlobs(() => secretFiles);
const openGlobs = pathGlobs(() => openFiles);

export function flows(c: Context, from: FlowFrom, to: FlowTo): Truth {
  const command = commandOf(c);
  if (command === null) return FALSE;
  const isSecret = (word: Word): Truth => {
    const path = elementOf(c, command, word, "reads");
    if (path === unknownValue) return UNKNOWN;
    const fits = (one: PathValue): Truth =>
      and(matchesPath(c, one, secretGlobs, true), not(matchesPath(c, one, openGlobs, true)));
    const own = fits(path);
    if (own === TRUE || path.extent === undefined) return own;
    return or(
      own,
      someMember(path.extent, fits, (found) => noteMember(c, path, found)),
    );
  };
  const onLine = command.flows(from, to, isSecret);
  const found =
    from === "download" && to === "interpreter" && onLine !== TRUE
      ? or(onLine, loadsFreshDownload(c, command))
      : onLine;
  if (found === UNKNOWN || found === UNLIKELY) lackCommand(c, command);
  return found;
}

/** Names what is unknown about the command, for the reason and `unclear`. */
function lackCommand(c: Context, command: ShellCommand): void {
  c.lacks(lackOf(c.matched, command));
}

// Lists

export function calls(c: Context): ListView<Call> {
  const command = commandOf(c);
  if (command === null) return noCalls;
  const complete = isWhole(c, command);
  c.calls ??= new CallList(c, command.calls, complete);
  return c.calls;
}

class CallList implements ListView<Call> {
  readonly items: readonly Call[];
  readonly complete: boolean;
  private readonly c: Context;

  constructor(c: Context, items: readonly Call[], complete: boolean) {
    this.c = c;
    this.items = items;
    this.complete = complete;
  }

  onHit(call: Call): void {
    this.c.matched = call;
  }
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

const nothing: ListView<never> = { items: [], maybe: [], complete: true };

/** What the whole command reads, writes, deletes or uploads. */
export function commandPaths(c: Context, view: PathView): ListView<PathValue> {
  const command = commandOf(c);
  if (command === null) return { items: [], complete: false };
  if (!command.does(effectBits[view])) return nothing;
  const found = new FoundList<PathValue>(c, command, command.reading.unreadable.length === 0);
  for (const call of command.reading.calls) addPaths(c, found, command.effects(call)[view], call, view);
  return found.closed();
}

/** What the command writes, except files of which only rights, owners or times change: `chmod +x run.sh` makes no new script. */
export function newContents(c: Context, writes: ListView<PathValue>): ListView<PathValue> {
  const command = commandOf(c);
  if (command === null || !command.reading.calls.some((call) => command.keepsContent(call))) return writes;
  const found = new FoundList<PathValue>(c, command, command.reading.unreadable.length === 0);
  for (const call of command.reading.calls)
    if (!command.keepsContent(call)) addPaths(c, found, command.effects(call).writes, call, "writes");
  return found.closed();
}

export function commandHosts(c: Context): ListView<string> {
  const command = commandOf(c);
  if (command === null) return { items: [], complete: false };
  if (!command.does(effectBits.hosts)) return nothing;
  const found = new FoundList<string>(c, command, command.reading.unreadable.length === 0);
  for (const call of command.reading.calls) {
    const { hosts } = command.effects(call);
    for (const host of hosts.items) found.add(host, call, false);
    for (const host of hosts.maybe) found.add(host, call, true);
    found.limit(hosts, call);
  }
  return found.closed();
}

/** Statements given to database clients count too. */
export function commandKinds(c: Context): ListView<string> {
  const command = commandOf(c);
  if (command === null) return { items: [], complete: false };
  if (!command.does(effectBits.kinds)) return nothing;
  const found = new FoundList<string>(c, command, command.reading.unreadable.length === 0);
  for (const call of command.calls) {
    const kinds = command.kinds(call);
    for (const kind of kinds.items) found.add(kind, call, false);
    for (const kind of kinds.maybe) found.add(kind, call, true);
    found.limit(kinds, call);
  }
  return found.closed();
}

function addPaths(c: Context, found: FoundList<PathValue>, list: EffectList<Word>, call: Call, view: PathView): void {
  for (const word of list.items) addWord(c, found, word, call, view, false);
  for (const word of list.maybe) addWord(c, found, word, call, view, true);
  found.limit(list, call);
}

function addWord(
  c: Context,
  found: FoundList<PathValue>,
  word: Word,
  call: Call,
  view: PathView,
  isMaybe: boolean,
): void {
  const element = elementOf(c, found.command, word, view);
  if (element === unknownValue) return;
  const path = view === "writes" ? withOtherNames(c, element) : element;
  found.add(path, call, isMaybe);
  if (path.extent !== undefined) found.hasExtents = true;
  const whole = view === "deletes" || view === "writes" ? wholeFolder(word) : null;
  const parent = whole === null ? unknownValue : pathOf(c, whole.folder);
  if (typeof parent === "object") found.add(parent, call, isMaybe || whole?.hasExceptions === true);
}

const everything =
  /^(.*\/)?(?:(!\([^()/]*\))|\?*\*[*?]*|\?{3,}|\.\*|\.\[!?[^\]]*\]\*|\.\?\?\*|\*\.\*|\{[*.,[\]!?]*\})\/*$/;

/** All that is in a folder goes: as good as the folder itself. `!(README.md)`: perhaps so, but for a few names. */
function wholeFolder(word: Word): { readonly folder: string; readonly hasExceptions: boolean } | null {
  if (word.kind !== "glob") return null;
  const found = everything.exec(word.text);
  if (found === null) return null;
  const folder = (found[1] ?? ".").replace(/(?<=.)\/+$/, "");
  return /[*?[\\]/.test(folder) ? null : { folder, hasExceptions: found[2] !== undefined };
}

/** The call and its input. */
export const callText = ({ text, stdin }: Call): string =>
  stdin.from === "text" ? `${text}\n${stdin.text.text}` : text;

/** Rule after rule asks for them. */
export function pathsOfCall(c: Context, call: Call, command: ShellCommand, view: PathView): ListView<PathValue> {
  // The effects of the only command of a line are those of the line.
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
  const found = new FoundList<PathValue>(c, command, true);
  addPaths(c, found, command.effects(call)[view], call, view);
  const { items, maybe, complete, isUnlikely, hasExtents } = found;
  const onHit = (item: PathValue, member?: PathValue): void => noteMember(c, item, member);
  const onMiss = (member: PathValue): void => keepMember(c, member);
  return { items, maybe, complete, isUnlikely, hasExtents, onHit, onMiss };
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
