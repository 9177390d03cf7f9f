// The result of the shell reader for a command line: the effective commands, what is known of their words, and how data moves
// between them. Types only.

import type { GlobOptions, TreeFilter } from "../../language/listing.ts";
import type { UserPrograms } from "../programs/index.ts";

/** A word after expansion, as far as it is known. */
export type Word =
  | { readonly kind: "literal"; readonly text: string; readonly tree?: WordTree }
  /** Active glob characters; `text` is dequoted, and literal characters that look like globs have a backslash. */
  | {
      readonly kind: "glob";
      readonly text: string;
      /** A shell or `find` expands it on the disk, with these options; otherwise it is only what is known of a name. */
      readonly expands?: GlobOptions;
      readonly tree?: WordTree;
    }
  /** `text` is the best rendering for messages (`$F`), `why` names the cause ("variable F", "command substitution", "limit"). */
  | {
      readonly kind: "dynamic";
      readonly text: string;
      readonly why: string;
      /** What the word certainly begins with; omitted when nothing is known. */
      readonly prefix?: string;
      /** Unquoted: it may become several words, or none. */
      readonly splits?: true;
      readonly tree?: undefined;
    };

/** The program takes everything below the path, as far as its filters let it. Only words of effects have it. */
export interface WordTree {
  readonly filter: TreeFilter;
  /** The names below the path come from here, whose content goes there: `cp -r FROM PATH`. */
  readonly from?: Word;
  /** The names are those in an archive: `from`, or without one standard input. So many folders of each are left out. */
  readonly archive?: { readonly strip: number | "all" };
  /** Except what is here too, at the same place: `rsync --delete HERE/ PATH`. */
  readonly without?: Word;
  /** Only some of the files, and nothing says which: `find -mtime`, `git clean`. */
  readonly isPerhaps?: true;
  /** Only if there is such a folder already, or only if there is none: `cp -r FROM PATH` makes `PATH/FROM` or `PATH`. */
  readonly when?: { readonly folder: Word; readonly exists: boolean };
}

export interface Redirect {
  readonly fd: number;
  readonly op: "<" | ">" | ">>" | "<>" | ">|" | "&>" | "&>>" | "<<<" | "<<" | "dup";
  readonly target: Word;
}

/** Where standard input comes from. `text` is set if the line itself determines the output or the file's content. */
export type StandardInput =
  | { readonly from: "inherit" }
  | { readonly from: "calls"; readonly calls: readonly number[]; readonly text?: Word }
  | { readonly from: "text"; readonly text: Word }
  | { readonly from: "file"; readonly file: Word; readonly text?: Word };

/** One effective command: at any depth, dequoted, unwrapped. */
export interface Call {
  readonly id: number;
  /** As written; the base name is `programName(call)`. */
  readonly program: Word;
  readonly args: readonly Word[];
  /** Exported and prefix variables in force. */
  readonly env: { readonly [name: string]: Word };
  /** Null: where the whole command runs; otherwise the folder after `cd`, `pushd`, `env -C`, `git -C`. */
  readonly cwd: Word | null;
  /** Other folders it may run in, where `.` is the starting folder: a `cd` before it may have failed. */
  readonly elsewhere?: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** What led to it: `["sudo", "bash -c"]`. */
  readonly via: readonly string[];
  /** Behind `sudo`, `doas`, `su`, `pkexec`. */
  readonly elevated: boolean;
  /** May not run: after `&&` or `||`, in a branch, in the body of a function that is not called. */
  readonly conditional: boolean;
  /** In a function that the line never calls, or behind a program that perhaps runs its arguments: it may never happen. */
  readonly uncalled?: true;
  /** In a script that was there before this session: it is ordinary work, so what it leaves open is only a faint doubt. */
  readonly faint?: true;
  readonly stdin: StandardInput;
  /** Source text, for messages. */
  readonly text: string;
}

/** Something that runs but whose effects are not on the line. */
export interface External {
  readonly kind: "script" | "task" | "image" | "inline-code" | "remote" | "shell" | "agent";
  readonly name: string;
  readonly call: number;
  /** Its text was found and read whole: what it runs is among the calls. */
  readonly followed?: true;
  /** Files that determine what runs, other than one of its name: a Makefile, the input of a shell. Paths as in effects. */
  readonly files?: readonly string[];
  /** Files of other languages that it consists of, or was compiled from: as they are on the disk, so they run. */
  readonly sources?: readonly string[];
}

/** Data that moves from one call to another. */
export interface Flow {
  readonly from: number;
  readonly to: number;
  readonly by: "pipe" | "substitution" | "file" | "variable" | "here-text" | "descriptor";
  readonly into: "stdin" | "code" | "argument";
}

/** A name that refers to another file from this call on: a link, a copy, or the new name of a file. */
export interface Link {
  readonly kind: "symlink" | "hardlink" | "copy" | "move" | "mount";
  /** The call that makes it. */
  readonly call: number;
  /** The original file and its other name, both relative to where the whole command runs. */
  readonly from: Word;
  readonly to: Word;
}

export interface Reading {
  readonly calls: readonly Call[];
  readonly external: readonly External[];
  /** Why the text as a whole could not be read; any entry makes every condition unknown. */
  readonly unreadable: readonly string[];
  readonly flows: readonly Flow[];
  /** Calls whose output becomes a word of other calls, or of none: `$(call)`. */
  readonly captured?: ReadonlySet<number>;
  /** Other names that the line itself gives to files; `linkedPaths` resolves them. */
  readonly links?: readonly Link[];
}

export interface ShellEnvironment {
  readonly home: string;
  readonly shell: "bash" | "sh" | "zsh";
  /** The text is typed into a shell that already runs, in a folder that nothing on the line says. */
  readonly isRunning?: boolean;
  /** Extensions from `program` declarations. */
  readonly programs: UserPrograms;
  /** The text of a file, by a path that is absolute or relative to where the whole command runs. Null: there is none; undefined: unknown. */
  readonly files?: (path: string) => string | null | undefined;
  /**
   * Did this session write the file? Only then files in other languages are looked at, and is what a script leaves open
   * more than a faint doubt: files that were there before are ordinary work. Omitted: it may have.
   */
  readonly isFresh?: (path: string) => boolean;
  /** The files that a glob expands to, as absolute paths; `**` takes any number of folders. Undefined: unknown. */
  readonly matches?: (pattern: string) => readonly string[] | undefined;
}
