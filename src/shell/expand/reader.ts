// What all parts of the walk share: the findings so far, the budget, and the frame of a command.

import { type Budget, LimitReached, limits } from "../syntax/limits.ts";
import type { Call, External, Flow, Link, Redirect, ShellEnvironment, StandardInput, Word } from "../syntax/model.ts";
import { type ParsedScript, type ParsedText, parseShell, type SyntaxNode } from "../syntax/parse.ts";
import { known, type Text } from "../syntax/text.ts";
import type { Locals } from "./locals.ts";
import type { ShellScope, WrittenFile } from "./scope.ts";

/** Where standard input comes from, and what is known of it. */
export interface Feed {
  readonly input: StandardInput;
  /** Null: unknown. */
  readonly text: Text | null;
  readonly calls: readonly number[];
  readonly by: Flow["by"];
}

export const inherited: Feed = { input: { from: "inherit" }, text: null, calls: [], by: "pipe" };

/** The output of a command: the text when it is known, and the calls that print it. */
export interface Output {
  readonly text: Text | null;
  readonly calls: readonly number[];
  /** `likely`: assumed to succeed, but what follows `||` may run. */
  readonly status: "success" | "likely" | "failure" | "unknown";
}

/** Prints nothing and succeeds. */
export const silent: Output = { text: known(""), calls: [], status: "success" };

/** Fields that most lines never need are null until first use. */
export interface Reader {
  readonly environment: ShellEnvironment;
  readonly budget: Budget;
  calls: readonly Call[];
  external: readonly External[];
  links: readonly Link[];
  flows: Map<string, Flow> | null;
  unreadable: Set<string> | null;
  /** Functions, aliases and values that are being walked, or are finished. */
  active: Set<unknown> | null;
  /** Function bodies by node, and the bodies that were called. */
  defined: Map<SyntaxNode, DefinedFunction> | null;
  called: Set<SyntaxNode> | null;
  /** Aliases that `git config` made, by name. */
  gitAliases: Map<string, readonly Word[]> | null;
  /** The locals of the innermost function; null outside of functions. */
  locals: Locals | null;
  /** Files that the line writes, by path; a file that a subshell writes is visible everywhere. */
  files: Map<string, WrittenFile> | null;
  /** Whether the line fills any file or descriptor: most lines do not, and then every lookup is skipped. */
  fills: boolean;
  /** Shells that wait for code on standard input, by call: they run what is written to them later. */
  waiting: Map<number, (text: Text, calls: readonly number[]) => void> | null;
  /** Calls whose files are recorded lazily, on the first lookup of a file. */
  writing: (() => void)[] | null;
  /** Whether anything on the line can use the output of a command: a pipe, a substitution, a redirection. */
  hears: boolean;
  /** Whether `exec` opened descriptors of the shell. */
  opens: boolean;
  /** Calls whose output becomes a word: `$(call)`. */
  captured: Set<number> | null;
  /** Numbers for `/dev/fd/N` of process substitutions. */
  descriptors: number;
  /** Texts of files that were asked for, by path. */
  disk: Map<string, string | null | undefined> | null;
  /** How often the text of a file was read as part of the line. */
  follows: number;
}

export interface DefinedFunction {
  readonly name: string;
  readonly source: string;
  readonly file: FollowedFile | null;
}

/** A file whose text is being read as part of the line. */
export interface FollowedFile {
  readonly path: string;
  /** The file that led to it. */
  readonly outer: FollowedFile | null;
  /** It runs something that its text leaves open. */
  isOpen: boolean;
  /** Code of another language than shell. */
  readonly isForeign: boolean;
  /** This session may have written it: what it leaves open counts as on the line. */
  readonly isFresh: boolean;
}

export const activeIn = (reader: Reader): Set<unknown> => {
  reader.active ??= new Set();
  return reader.active;
};

export const definedIn = (reader: Reader): NonNullable<Reader["defined"]> => {
  reader.defined ??= new Map();
  return reader.defined;
};

/** Records why the text as a whole cannot be trusted. */
export function refuse(reader: Reader, why: string): void {
  reader.unreadable ??= new Set();
  reader.unreadable.add(why);
}

export interface Frame {
  readonly reader: Reader;
  readonly scope: ShellScope;
  /** The shell that reads the text: `zsh -c` has its own rules. */
  readonly shell: string;
  /** What positions in nodes refer to. */
  readonly source: string;
  readonly via: readonly string[];
  readonly elevated: boolean;
  readonly conditional: boolean;
  /** Inside a function that nothing calls, or behind a program that perhaps runs its arguments. */
  readonly uncalled: boolean;
  readonly feed: Feed;
  /** Redirections of the enclosing groups. */
  readonly redirects: readonly Redirect[];
  readonly depth: number;
  /** The file that the text comes from; null: the line itself. */
  readonly file: FollowedFile | null;
}

/** One level deeper; the only way the walk gets deeper. */
export function deeper(frame: Frame, change: Partial<Frame>): Frame {
  if (frame.depth >= limits.depth) throw new LimitReached(`limit: deeper than ${limits.depth}`);
  return {
    reader: frame.reader,
    scope: change.scope ?? frame.scope,
    shell: change.shell ?? frame.shell,
    source: change.source ?? frame.source,
    via: change.via ?? frame.via,
    elevated: change.elevated ?? frame.elevated,
    conditional: change.conditional ?? frame.conditional,
    uncalled: frame.uncalled,
    feed: change.feed ?? frame.feed,
    redirects: change.redirects ?? frame.redirects,
    depth: frame.depth + 1,
    file: change.file ?? frame.file,
  };
}

export function addFlow(reader: Reader, flow: Flow): void {
  if (flow.from === flow.to) return;
  reader.budget.spend(1);
  reader.flows ??= new Map();
  reader.flows.set(`${flow.from} ${flow.to} ${flow.by} ${flow.into}`, flow);
}

/** Passes output to the calls that read it; a shell among them runs it: `echo ls > >(bash)`. */
export function handOver(reader: Reader, { readers, by }: WrittenFile, { text, calls }: Omit<Output, "status">): void {
  for (const id of readers) {
    for (const from of calls) addFlow(reader, { from, to: id, by, into: "stdin" });
    const run = reader.waiting?.get(id);
    if (run === undefined || text === null) continue;
    // What it runs may print to the pipe that it reads.
    reader.waiting?.delete(id);
    run(text, calls);
    reader.waiting?.set(id, run);
  }
}

/** Text that becomes code during the walk: the initial scan of the line did not cover it. */
export function parseNested(text: string, reader: Reader): ParsedText {
  reader.hears = true;
  return parseShell(text);
}

/** Records the parse errors of a nested script. */
export function noteErrors(reader: Reader, script: ParsedScript): void {
  const first = script.errors?.[0];
  if (first !== undefined) refuse(reader, `syntax: ${first.message}`);
}
