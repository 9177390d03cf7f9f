// What the shell reader says about a command line: the effective commands, what is known of their words, and how data moves
// between them. Types only.

import type { UserPrograms } from "./programs/index.ts";

/** A word after expansion: what is known of it. */
export type Word =
  | { readonly kind: "literal"; readonly text: string }
  /** Active glob characters; `text` is dequoted, characters that only look like globs are prefixed by a backslash. */
  | { readonly kind: "glob"; readonly text: string }
  /** `text` is the best rendering for messages (`$F`), `why` names the cause ("variable F", "command substitution", "limit"). */
  | {
      readonly kind: "dynamic";
      readonly text: string;
      readonly why: string;
      /** What the word surely begins with; left out when nothing is known. */
      readonly prefix?: string;
      /** Unquoted: it may become several words, or none. */
      readonly splits?: true;
    };

export interface Redirect {
  readonly fd: number;
  readonly op: "<" | ">" | ">>" | "<>" | ">|" | "&>" | "&>>" | "<<<" | "<<" | "dup";
  readonly target: Word;
}

/** Where standard input comes from. */
export type Input =
  | { readonly from: "inherit" }
  | { readonly from: "calls"; readonly calls: readonly number[] }
  | { readonly from: "text"; readonly text: Word }
  | { readonly from: "file"; readonly file: Word };

/** One effective command: at any depth, dequoted, unwrapped. */
export interface Call {
  readonly id: number;
  /** As written; the base name is `programName(call)`. */
  readonly program: Word;
  readonly args: readonly Word[];
  /** Exported and prefix variables in force. */
  readonly env: { readonly [name: string]: Word };
  /** Null: where the whole command runs; else after `cd`, `pushd`, `env -C`, `git -C`. */
  readonly cwd: Word | null;
  readonly redirects: readonly Redirect[];
  /** What led to it: `["sudo", "bash -c"]`. */
  readonly via: readonly string[];
  /** Behind `sudo`, `doas`, `su`, `pkexec`. */
  readonly elevated: boolean;
  /** May not run: after `&&` or `||`, in a branch, in the body of a function that is not called. */
  readonly conditional: boolean;
  readonly stdin: Input;
  /** Source text, for messages. */
  readonly text: string;
}

/** Something that runs and whose effects are not on the line. */
export interface External {
  readonly kind: "script" | "task" | "image" | "inline-code" | "remote" | "shell";
  readonly name: string;
  readonly call: number;
}

/** Data that moves from one call to another. */
export interface Flow {
  readonly from: number;
  readonly to: number;
  readonly by: "pipe" | "substitution" | "file" | "variable" | "here-text" | "descriptor";
  readonly into: "stdin" | "code" | "argument";
}

export interface Reading {
  readonly calls: readonly Call[];
  readonly external: readonly External[];
  /** Why the text as a whole could not be read; any entry makes every condition unknown. */
  readonly unreadable: readonly string[];
  readonly flows: readonly Flow[];
}

export interface Surround {
  readonly home: string;
  readonly shell: "bash" | "sh" | "zsh";
  /** Extensions from `program` declarations. */
  readonly programs: UserPrograms;
}
