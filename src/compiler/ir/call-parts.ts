// The parts of `command.calls` and `command.external`, and the words of `flows`: one table for the checker, the sentences,
// the suggestions and docs/language/shell.md.

import { callKindNames } from "../../language/call-kinds.ts";
import { conditions } from "../../language/operators/conditions.ts";
import type { FlowFrom, FlowTo } from "../../shell/flows/flows.ts";
import type { External } from "../../shell/syntax/model.ts";
import type { IrValue } from "./ir.ts";

type WireType = (IrValue & { readonly op: "part" })["type"];

export interface CallPart {
  readonly type: WireType;
  readonly optional?: true;
  /** A name rather than prose: globs may be matched against it. */
  readonly isName?: true;
  /** The only values it can have. */
  readonly values?: readonly string[];
  /** For docs/language/shell.md. */
  readonly doc: string;
  /** In a sentence: `its program`. */
  readonly words: string;
  /** A bool as a statement and as its negation. */
  readonly holds?: readonly [string, string];
}

export interface CallParts {
  readonly [name: string]: CallPart;
}

/** The core's words for permissions, however they are written. */
const modes: readonly string[] = ["world-writable", "set-id", "world-writable set-id", "other"];

const callParts: CallParts = {
  program: {
    type: "string",
    isName: true,
    doc: "the program, without its folder: `git`",
    words: "its program",
  },
  args: { type: "list<string>", doc: "all arguments after the program, without quotes", words: "its arguments" },
  flags: {
    type: "list<string>",
    isName: true,
    doc: "its options without their values, each in all its spellings: `-f` is listed as `-f` and as `--force`",
    words: "its options",
  },
  operands: {
    type: "list<string>",
    doc: "the arguments that are neither options, nor their values, nor a subcommand",
    words: "its operands",
  },
  env: {
    type: "string",
    optional: true,
    doc: "a variable set for this command, by a prefix, `export` or `env`",
    words: "the variable",
  },
  cwd: { type: "path", doc: "the folder it runs in, after every `cd` before it", words: "the folder it runs in" },
  redirects: {
    type: "list<path>",
    doc: "the files its output and input are redirected to and from",
    words: "the files of its redirections",
  },
  via: {
    type: "list<string>",
    isName: true,
    doc: "what led to it, outermost first: `sudo`, `bash -c`",
    words: "the commands that lead to it",
  },
  elevated: {
    type: "bool",
    doc: "it runs behind `sudo`, `doas`, `su` or `pkexec`",
    words: "whether it runs with elevated rights",
    holds: ["it runs with elevated rights", "it does not run with elevated rights"],
  },
  prints: {
    type: "bool",
    doc: "what it reads may reach the output: not so for `wc`, `sha256sum` and others that only count, compare or test, nor before a pipe into one of them, nor in a variable that is only used",
    words: "whether it prints what it reads",
    holds: ["it prints what it reads", "it does not print what it reads"],
  },
  mode: {
    type: "string",
    optional: true,
    isName: true,
    values: modes,
    doc: `what \`chmod\`, \`install -m\` and the like allow: ${modes.map((mode) => `\`${mode}\``).join(", ")}`,
    words: "the mode it sets",
  },
  text: {
    type: "string",
    doc: "the command as written, followed by its here-document",
    words: "its text",
  },
  reads: { type: "list<path>", doc: "files this command reads", words: "the files it reads" },
  writes: { type: "list<path>", doc: "files this command writes", words: "the files it writes" },
  deletes: { type: "list<path>", doc: "files this command deletes", words: "the files it deletes" },
  uploads: { type: "list<path>", doc: "files this command uploads", words: "the files it uploads" },
  hosts: { type: "list<host>", doc: "network peers this command contacts", words: "the hosts it contacts" },
  kinds: {
    type: "list<string>",
    isName: true,
    values: callKindNames,
    doc: `the kinds of effect this command has: ${callKindNames.map((kind) => `\`${kind}\``).join(", ")}`,
    words: "the kinds of effect it has",
  },
  injected: {
    type: "list<string>",
    isName: true,
    doc: "variables and settings that make this command run other code: `LD_PRELOAD`, `core.pager`",
    words: "the variables and settings that make it run other code",
  },
  settings: {
    type: "list<string>",
    doc: "git settings in force for it or written by it, names in lower case: `core.hookspath=/dev/null`",
    words: "its git settings",
  },
};

/** `satisfies` fails to compile when the shell reader gets a new kind that is missing here. */
const kinds = Object.keys({
  script: true,
  task: true,
  image: true,
  "inline-code": true,
  remote: true,
  shell: true,
  agent: true,
} satisfies { readonly [K in External["kind"]]: true });

const externalParts: CallParts = {
  kind: {
    type: "string",
    isName: true,
    values: kinds,
    doc: `one of ${kinds.map((kind) => `\`${kind}\``).join(", ")}`,
    words: "its kind",
  },
  name: {
    type: "string",
    doc: "what runs: the script's path, the machine, or the task, image or agent behind what runs it: `make build`, `docker run alpine`, `codex exec`",
    words: "its name",
  },
  fresh: {
    type: "bool",
    doc: "it is a script, or comes from a file, that was written or downloaded in this session",
    words: "whether it is new in this session",
    holds: ["it was written or downloaded in this session", "it was not written or downloaded in this session"],
  },
  followed: {
    type: "bool",
    doc: "its shell text was found and read whole, so what it runs is among `command.calls`; not for what this session downloaded",
    words: "whether its text was read",
    holds: ["its text was read", "its text was not read"],
  },
  inspected: {
    type: "bool",
    doc: "it is a file in another language, or was compiled from such files, which were read whole and do not show that they reach beyond their own process",
    words: "whether its code was inspected",
    holds: ["its code was inspected and shows nothing", "its code was not inspected, or shows something"],
  },
};

export interface RecordList {
  readonly op: "calls" | "externals";
  readonly element: "call" | "external";
  /** What one element is called in a message, and the variable its examples use. */
  readonly noun: string;
  readonly example: string;
  readonly words: string;
  readonly parts: CallParts;
}

/** By the word after `command.`. */
export const recordLists: { readonly [name: string]: RecordList } = {
  calls: {
    op: "calls",
    element: "call",
    noun: "a command of `command.calls`",
    example: 'any c of command.calls where (c.program == "git")',
    words: "the commands of the line",
    parts: callParts,
  },
  external: {
    op: "externals",
    element: "external",
    noun: "an element of `command.external`",
    example: 'any x of command.external where (x.kind == "script")',
    words: "the unseen scripts and tasks it starts",
    parts: externalParts,
  },
};

/** The list whose elements have this type. */
export const listOfElement = (element: string): RecordList | undefined =>
  Object.values(recordLists).find((list) => list.element === element);

/** The row of a part as the IR names it: `program`, `env.HUSKY`. */
export function partNamed(name: string): CallPart | undefined {
  const [head = ""] = name.split(".", 1);
  return Object.values(recordLists)
    .map(({ parts }) => (Object.hasOwn(parts, head) ? parts[head] : undefined))
    .find((part) => part !== undefined);
}

/** The sources and sinks of `flows`, each with its phrase in a sentence. */
export const flowFroms: { readonly [F in FlowFrom]: string } = conditions.flows.words.from;
export const flowTos: { readonly [T in FlowTo]: string } = conditions.flows.words.to;
