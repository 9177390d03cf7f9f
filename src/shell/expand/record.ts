// Records one effective command, with the data that reaches it.

import { append } from "../../language/append.ts";
import { LimitReached, limits } from "../syntax/limits.ts";
import type { Call, External, Redirect, Word } from "../syntax/model.ts";
import { type Text, toWord } from "../syntax/text.ts";
import { ShellField } from "./fields.ts";
import { addFlow, type Feed, type Frame } from "./reader.ts";
import {
  descriptorAt,
  exportedNames,
  folder,
  folderEntry,
  isWithin,
  opened,
  put,
  type ShellScope,
  variable,
  type WrittenFile,
} from "./scope.ts";

/** A command about to run. */
export interface Invocation {
  /** The program and its arguments. */
  readonly fields: readonly ShellField[];
  /** `NAME=value` before the program, or given by `env`. */
  readonly env: ReadonlyMap<string, Text>;
  readonly redirects: readonly Redirect[];
  readonly feed: Feed;
  readonly text: string;
  /** What the name may refer to: no function or alias behind `command`, and no builtin either behind `env`. */
  readonly lookup: "all" | "builtins" | "programs";
}

export const noVariables: ReadonlyMap<string, Text> = new Map();
const here: Word = { kind: "literal", text: "." };
/** For a call that the line sets nothing for. */
export const noEnvironment: Call["env"] = Object.freeze(Object.create(null));

/** Every rule about paths compares a glob with all of its own globs, so their length is bounded. */
const GLOB_STEPS = 24;

function globsIn(words: readonly Word[]): number {
  let count = 0;
  for (const { kind } of words) if (kind === "glob") count++;
  return count;
}

/** The arguments as the call receives them. */
export function argumentsOf({ fields }: Invocation, frame: Frame): readonly Word[] {
  const words = new Array<Word>(Math.max(fields.length - 1, 0));
  for (let i = 1; i < fields.length; i++) {
    const field = fields[i] as ShellField;
    words[i - 1] = field.isHere ? placedWord(field, frame) : field.word;
  }
  return words;
}

export function record(invocation: Invocation, named: Word, args: readonly Word[], frame: Frame): Call {
  const { reader, scope } = frame;
  // What follows a script on the line must find room after it.
  const most = frame.file === null ? limits.commands : limits.scriptCommands;
  if (reader.calls.length >= most) throw new LimitReached(`limit: more than ${most} commands`);
  const program = namedBy(named, frame);
  reader.budget.spend(1 + (invocation.fields.length >> 3) + GLOB_STEPS * globsIn(args));
  const { word: cwd, others, failed } = folderEntry(scope);
  const plain = {
    id: reader.calls.length,
    program,
    args,
    env: environment(invocation, frame),
    cwd,
    redirects: redirectsOf(invocation, frame),
    via: frame.via,
    elevated: frame.elevated,
    conditional: frame.conditional || scope.gone !== "no",
    stdin: inputOf(invocation.feed),
    text: invocation.text,
  };
  const certain: Call =
    others.length === 0 && failed.length === 0
      ? plain
      : { ...plain, elsewhere: [...others, ...failed].map((one) => one ?? here) };
  const placed: Call = isFaint(frame) ? { ...certain, faint: true } : certain;
  const call: Call = frame.uncalled ? { ...placed, uncalled: true } : placed;
  reader.calls = append(reader.calls, call);
  noteFlows(call, invocation, frame);
  return call;
}

/**
 * A script of the project that starts something open (`exec "$JAVACMD" "$@"`) is external in that part, as a whole program
 * is: it does not make the line unknown, and does not count as followed.
 */
function namedBy(program: Word, frame: Frame): Word {
  const { file } = frame;
  if (file === null || !isFaint(frame) || program.kind !== "dynamic") return program;
  file.isOpen = true;
  return nothing;
}

const isFaint = ({ file }: Frame): boolean => file !== null && !file.isFresh;

const nothing: Word = { kind: "literal", text: ":" };

/** The input, with its text if the line provides it. */
function inputOf({ input, text }: Feed): Call["stdin"] {
  if (text === null || input.from === "inherit" || input.from === "text") return input;
  return { ...input, text: toWord(text) };
}

const noRedirects: readonly Redirect[] = [];

function redirectsOf({ redirects, fields }: Invocation, frame: Frame): readonly Redirect[] {
  const given = frame.redirects.length === 0 ? redirects : [...frame.redirects, ...redirects];
  if (!frame.reader.opens) return given;
  // What `exec` did to the shell's own streams applies to each command without a redirection of its own.
  // A descriptor that an argument names is opened anew by the program: `tar -cf /dev/fd/3 src`.
  const named = fields.flatMap(({ word }) => namedDescriptor.exec(word.text)?.[1] ?? []);
  const standing = [...new Set([0, 1, 2, ...named.map(Number)])].flatMap((fd) => {
    const redirect = given.some((one) => one.fd === fd) ? null : opened(frame.scope, fd);
    return redirect === null ? noRedirects : [{ ...redirect, op: redirect.op === ">" ? ">>" : redirect.op }];
  });
  return standing.length === 0 ? given : [...standing, ...given];
}

/** `$PWD` of the starting folder is `.`, which is wrong once the call runs elsewhere. */
function placedWord({ word, text }: ShellField, frame: Frame): Word {
  if (folder(frame.scope) === null) return word;
  return { kind: "dynamic", text: `$PWD${text.text.slice(1)}`, why: "the starting folder" };
}

function environment({ env }: Invocation, frame: Frame): Call["env"] {
  const names = exportedNames(frame.scope);
  if (names.length === 0 && env.size === 0) return noEnvironment;
  frame.reader.budget.spend(names.length >> 2);
  const found: { [name: string]: Word } = Object.create(null);
  for (const name of names) {
    const value = variable(frame.scope, name);
    if (value !== undefined && value.items !== null && value.isExported && !value.isArray) {
      found[name] = toWord(
        value.items[0] ?? { text: "", why: null, template: "", prefix: "", splits: false, from: [] },
      );
    }
  }
  for (const [name, text] of env) found[name] = toWord(text);
  if (isFaint(frame)) for (const name in found) if (found[name]?.kind === "dynamic") delete found[name];
  return found;
}

function noteFlows(call: Call, { fields, feed, env, redirects }: Invocation, frame: Frame): void {
  const { reader } = frame;
  const to = call.id;
  for (const { sources } of fields)
    for (const { call: from, by } of sources) addFlow(reader, { from, to, by, into: "argument" });
  if (env.size > 0)
    for (const text of env.values())
      for (const { call: from, by } of text.from) addFlow(reader, { from, to, by, into: "argument" });
  for (const from of feed.calls) addFlow(reader, { from, to, by: feed.by, into: "stdin" });
  for (const { call: from, by } of feed.text?.from ?? []) addFlow(reader, { from, to, by, into: "stdin" });
  if (!reader.fills && reader.writing === null) return;
  for (const { word } of fields) noteFile(word, to, frame);
  for (const { op, target } of redirects) if (op !== "<" && op !== "<>") noteReaders(op, target, to, frame);
}

/** A file that the line wrote earlier, named as an argument. */
function noteFile(word: Word, to: number, frame: Frame): void {
  if (word.kind !== "literal" || word.text === "") return;
  const path = word.text.startsWith("-")
    ? word.text.slice(word.text.indexOf("=") + 1)
    : word.text.replace(/^[\w-]*=?[@<]/, "");
  const file = fileAt(frame, pathKey(path, frame));
  if (file === undefined) return;
  for (const from of file.writers) addFlow(frame.reader, { from, to, by: file.by, into: "argument" });
  for (const reader of file.readers) addFlow(frame.reader, { from: to, to: reader, by: file.by, into: "stdin" });
}

/** `> >(cmd)`, `>&"${COPROC[1]}"`: the output goes to the calls that read it. */
function noteReaders(op: Redirect["op"], { kind, text }: Word, to: number, frame: Frame): void {
  const path = op === "dup" && /^\d+$/.test(text) ? `/dev/fd/${text}` : text;
  if (kind !== "literal" || !isDescriptor(path)) return;
  const file = descriptorAt(frame.scope, path);
  for (const reader of file?.readers ?? [])
    addFlow(frame.reader, { from: to, to: reader, by: file?.by ?? "file", into: "stdin" });
}

/** A descriptor as part of an argument: `--file=/dev/fd/3`, `-f/dev/fd/3`, `@/dev/fd/3`. */
const namedDescriptor = /(?:^|^-\w+|[^\w./])\/(?:dev|proc\/(?:thread-)?self)\/fd\/(\d+)$/;

/** A descriptor named as a file. */
export const descriptorPath = /^\/(?:dev|proc\/(?:thread-)?self)\/fd\/(\d+)$/;

/** Descriptors belong to a process, files to all. */
const isDescriptor = (path: string): boolean => path.startsWith("/dev/fd/");

/** Records what the line writes to a file or descriptor. */
export function fill(frame: Frame, path: string, filled: Omit<WrittenFile, "kind" | "isCertain">): void {
  const { reader, scope } = frame;
  const isCertain = !frame.conditional && scope.gone === "no";
  const written: WrittenFile = { kind: "file", ...filled, isCertain };
  reader.fills = true;
  if (isDescriptor(path)) {
    put(scope, `file ${path}`, written);
    return;
  }
  reader.files ??= new Map();
  if (isCertain) {
    reader.files.set(path, written);
    return;
  }
  const before = seenFrom(scope, reader.files.get(path));
  const outside: WrittenFile =
    before === undefined
      ? written
      : { ...written, text: null, writers: [...new Set([...before.writers, ...written.writers])] };
  // Where nothing more happens for certain, not even what follows at once is certain.
  const goesOn = scope.gone === "no" || !scope.lands;
  const more = goesOn ? { isCertain: true, branch: { scope, outside } } : outside;
  reader.files.set(path, { ...written, ...more });
}

/** A file as it is in this scope. */
function seenFrom(scope: ShellScope, file: WrittenFile | undefined): WrittenFile | undefined {
  return file?.branch === undefined || isWithin(scope, file.branch.scope) ? file : file.branch.outside;
}

/** What the line wrote there before. */
export function fileAt(frame: Frame, path: string): WrittenFile | undefined {
  if (isDescriptor(path)) return descriptorAt(frame.scope, path);
  const { reader } = frame;
  if (reader.writing !== null) {
    const waiting = reader.writing;
    reader.writing = null;
    for (const note of waiting) note();
  }
  return seenFrom(frame.scope, reader.files?.get(path));
}

/** A relative path that is already normalized, except for a leading dot. */
const plainPath = /^(?:\.\/)?(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** One spelling for a path: relative to where the whole command runs, or absolute. */
export function pathKey(path: string, frame: Frame): string {
  const here = folder(frame.scope);
  const whole = path.startsWith("/") || here === null ? path : `${here.text}/${path}`;
  if (plainPath.test(whole)) return whole.startsWith("./") ? whole.slice(2) : whole;
  if (whole === "/dev/stdin") return "/dev/fd/0";
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  const normal = (whole.startsWith("/") ? "/" : "") + parts.join("/");
  const fd = descriptorPath.exec(normal)?.[1];
  return fd === undefined ? normal : `/dev/fd/${fd}`;
}

export const RENAMED = "a program under another name";

/** `BASH_ALIASES[ls]=...`, `BASH_CMDS[ls]=...`: these arrays make a name refer to another program. */
export function noteRenamed(name: string, source: string, frame: Frame): void {
  if (name === "BASH_ALIASES" || name === "BASH_CMDS") recordUnknown(source, RENAMED, frame);
}

/** Something unknown runs here. */
export function recordUnknown(text: string, why: string, frame: Frame, from: Text["from"] = []): void {
  const { feed } = frame;
  // Text with a slash would be taken for the path of a program whose name is known.
  const shown = text.includes("/") ? `(${text})` : text;
  const field = new ShellField(
    { kind: "dynamic", text: shown, why, splits: true },
    { text, why, template: text, prefix: "", splits: true, from },
  );
  record({ fields: [field], env: noVariables, redirects: [], feed, text, lookup: "all" }, field.word, [], {
    ...frame,
    conditional: true,
  });
}

export function addExternal(
  kind: External["kind"],
  name: string,
  call: Call,
  frame: Frame,
  more: Pick<External, "files" | "sources"> = {},
): void {
  const { reader, file } = frame;
  // The code of a file in another language is that file, which is listed already.
  if (kind === "inline-code" && file?.isForeign === true) return;
  if (!reader.external.some((one) => one.kind === kind && one.name === name && one.call === call.id))
    reader.external = append(reader.external, { kind, name, call: call.id, ...more });
}
