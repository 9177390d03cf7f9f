// What all parts of the walk share: the findings so far, the budget, and the frame a command stands in.

import { type Budget, LimitReached, limits } from "./limits.ts";
import type { Call, External, Flow, Input, Redirect, Surround } from "./model.ts";
import type { ParsedScript, SyntaxNode } from "./parse.ts";
import type { Entry, Scope, Written } from "./scope.ts";
import { known, type Text } from "./text.ts";

/** Where standard input comes from, and what is known of it. */
export interface Feed {
  readonly input: Input;
  /** Null: not known. */
  readonly text: Text | null;
  readonly calls: readonly number[];
  readonly by: Flow["by"];
}

export const inherited: Feed = { input: { from: "inherit" }, text: null, calls: [], by: "pipe" };

/** What a command prints: the text when it is known, and the calls that print. */
export interface Output {
  readonly text: Text | null;
  readonly calls: readonly number[];
  /** `likely`: taken to succeed, but what stands after `||` may run. */
  readonly status: "success" | "likely" | "failure" | "unknown";
}

/** Prints nothing and succeeds. */
export const silent: Output = { text: known(""), calls: [], status: "success" };

export interface Reader {
  readonly surround: Surround;
  readonly budget: Budget;
  readonly calls: Call[];
  readonly external: External[];
  readonly flows: Map<string, Flow>;
  readonly unreadable: Set<string>;
  /** Functions and aliases that are being walked. */
  readonly active: Set<unknown>;
  /** Function bodies by node, and those that were called. */
  readonly defined: Map<SyntaxNode, { readonly name: string; readonly source: string }>;
  readonly called: Set<SyntaxNode>;
  /** What `local` hides until the function ends. */
  readonly locals: Map<string, Entry | undefined>;
  /** Files the line writes, by path: what a subshell writes is there for all. */
  readonly files: Map<string, Written>;
  /** Whether the line fills any file or descriptor: most do not, and nothing has to be looked up then. */
  fills: boolean;
  /** Numbers for `/dev/fd/N` of process substitutions. */
  descriptors: number;
}

export interface Frame {
  readonly reader: Reader;
  readonly scope: Scope;
  /** What positions in nodes refer to. */
  readonly source: string;
  readonly via: readonly string[];
  readonly elevated: boolean;
  readonly conditional: boolean;
  readonly feed: Feed;
  /** Redirections of the groups around. */
  readonly redirects: readonly Redirect[];
  readonly depth: number;
}

/** One level down; the only way the walk gets deeper. */
export function deeper(frame: Frame, change: Partial<Frame>): Frame {
  if (frame.depth >= limits.depth) throw new LimitReached(`limit: deeper than ${limits.depth}`);
  return { ...frame, ...change, depth: frame.depth + 1 };
}

export function addFlow(reader: Reader, flow: Flow): void {
  if (flow.from === flow.to) return;
  reader.flows.set(`${flow.from} ${flow.to} ${flow.by} ${flow.into}`, flow);
}

/** Notes what a nested script complains about. */
export function noteErrors(reader: Reader, script: ParsedScript): void {
  const first = script.errors?.[0];
  if (first !== undefined) reader.unreadable.add(`syntax: ${first.message}`);
}
