// A simple command: its words, assignments and redirections, in the order in which the shell processes them.

import { fieldOf, literalField, ShellField } from "../expand/fields.ts";
import { assignPairs, keyed, pairsOf, withPairs } from "../expand/keyed-arrays.ts";
import { type Feed, type Frame, handOver, inherited, type Output, refuse, silent } from "../expand/reader.ts";
import {
  argumentsOf,
  descriptorPath,
  fileAt,
  fill,
  type Invocation,
  noteRenamed,
  noVariables,
  pathKey,
  record,
} from "../expand/record.ts";
import { assign, folder, integerMark, opened, variable } from "../expand/scope.ts";
import { noteCommand, noteZshAssignment } from "../expand/zsh.ts";
import type { Redirect } from "../syntax/model.ts";
import { ARITHMETIC } from "../syntax/open-words.ts";
import type { Assignment, Command, HereDoc, Redirection, SourceWord } from "../syntax/parse.ts";
import { by, concat, known, type Text, toWord, unknown, unknownValue } from "../syntax/text.ts";
import { checkSubscript } from "./arithmetic.ts";
import { runPrompt } from "./code-from-variables.ts";
import { expandCommand, expandQuoted, expandText, expandWords } from "./expand.ts";
import { invoke } from "./invoke.ts";

/** What redirections do: to the record, to standard input, and to the output. */
export interface Applied {
  readonly redirects: readonly Redirect[];
  readonly feed: Feed;
  /** The file that receives the output; null when redirections do not change it. */
  readonly printsTo: { readonly path: string | null; readonly appends: boolean } | null;
  /** The pipe to another process that receives the output: `>&${COPROC[1]}`. */
  readonly pipe: string | null;
}

export function runCommand(command: Command, frame: Frame, nameless: string | null): Output {
  frame.reader.budget.spend(1);
  const expanded = expandCommand(command, frame);
  const applied = applyRedirects(command.redirects, frame);
  const text = frame.source.slice(command.pos, command.end);
  const fields = expanded.length === 0 && nameless !== null ? [literalField(nameless)] : expanded;
  if (fields.length === 0) {
    for (const node of command.prefix) {
      if (node.type !== "Assignment") continue;
      runAssignment(node, frame);
      if (node.name.startsWith("HIST")) recordSetting(node.name, text, applied, frame);
    }
    return divert(silent, applied, frame, command.redirects.length > 0 ? text : null);
  }
  noteCommand(fields, frame);
  const invocation: Invocation = {
    fields,
    env: command.prefix.length === 0 ? noVariables : prefixed(command, frame),
    redirects: applied.redirects,
    feed: applied.feed,
    text,
    lookup: "all",
  };
  return divert(invoke(invocation, frame), applied, frame, null);
}

/** `HISTFILE=/dev/null`: the shell's own variables change at once, as by `declare`. */
function recordSetting(name: string, text: string, { redirects, feed }: Applied, frame: Frame): void {
  const value = variable(frame.scope, name)?.items?.[0] ?? known("");
  const fields = [literalField("declare"), fieldOf(concat([known(`${name}=`), value]))];
  const invocation: Invocation = { fields, env: noVariables, redirects, feed, text, lookup: "all" };
  record(invocation, { kind: "literal", text: "declare" }, argumentsOf(invocation, frame), frame);
}

/** `A=b program`: for this command only. */
function prefixed(command: Command, frame: Frame): ReadonlyMap<string, Text> {
  const env = new Map<string, Text>();
  for (const node of command.prefix) {
    if (node.type !== "Assignment") continue;
    frame.reader.budget.spend(1);
    const value = node.value.type === "Word" ? expandText(node.value, frame, "assignment") : known(node.text);
    if (node.value.type === "ArrayValue") expandWords(node.value.elements, frame);
    env.set(node.name, by(value, "variable"));
  }
  return env;
}

/** `X=1`, `X+=1`, `X[2]=3`, `X=(a b)`. */
function runAssignment(node: Assignment, frame: Frame, more: { readonly isExported?: boolean } = {}): void {
  const { scope } = frame;
  if (frame.shell === "zsh") noteZshAssignment(node, frame);
  noteRenamed(node.name, node.text, frame);
  const before = variable(scope, node.name);
  if (node.value.type === "ArrayValue") {
    if (before?.keys !== undefined || node.value.elements.some(({ text }) => text.startsWith("["))) {
      assignKeyed(node, node.value.elements, frame);
      return;
    }
    const items = expandWords(node.value.elements, frame).map((field) => by(field.storedText, "variable"));
    if (isInteger(node.name, frame)) for (const item of items) checkSubscript(item.text, node.text, frame);
    const previous = node.append === true ? (before?.items ?? []) : [];
    assign(scope, node.name, [...previous, ...items], { isArray: true, ...more });
    for (const item of items) runPrompt(node.name, item, frame);
    return;
  }
  const value = by(expandText(node.value, frame, "assignment"), "variable");
  if (isInteger(node.name, frame)) {
    checkSubscript(value.text, node.text, frame);
    assign(scope, node.name, [unknown(`$${node.name}`, ARITHMETIC)], more);
    return;
  }
  if (node.index !== undefined) {
    assignElement(node, node.index, value, frame);
    return;
  }
  const old =
    before === undefined ? unknown(`$${node.name}`, `variable ${node.name}`) : (before.items?.[0] ?? known(""));
  const next = node.append === true ? concat([old, value]) : value;
  runPrompt(node.name, next, frame);
  const rest = before?.isArray === true ? (before.items ?? []).slice(1) : [];
  assign(scope, node.name, [next, ...rest], { isArray: before?.isArray ?? false, ...more });
}

/** `declare -i` made it a number, or the shell itself did. */
const isInteger = (name: string, { scope }: Frame): boolean =>
  numbers.has(name) || variable(scope, integerMark(name)) !== undefined;

const numbers: ReadonlySet<string> = new Set(["OPTIND", "RANDOM", "SRANDOM", "HISTCMD"]);

/** `m=([a]=x [b]=y)`, `m+=([c]=z)`. */
function assignKeyed(node: Assignment, elements: readonly SourceWord[], frame: Frame): void {
  const before = node.append === true ? pairsOf(frame.scope, node.name) : { keys: [], items: [] };
  const added = elements.flatMap((element) => keyed(by(expandText(element, frame), "variable")) ?? []);
  for (const { key } of added) checkSubscript(`[${key}]`, node.text, frame);
  const pairs = before === null || added.length !== elements.length ? null : withPairs(before, added);
  assignPairs(frame.scope, node.name, pairs);
}

function assignElement(node: Assignment, index: SourceWord, value: Text, frame: Frame): void {
  checkSubscript(index.value, node.text, frame);
  const place = expandText(index, frame);
  const found = variable(frame.scope, node.name);
  if (found?.keys !== undefined) {
    const pairs = node.append === true || place.why !== null ? null : pairsOf(frame.scope, node.name);
    assignPairs(frame.scope, node.name, pairs && withPairs(pairs, [{ key: place.text, value }]));
    return;
  }
  const before = found?.items ?? [];
  const at = place.why === null && /^\d{1,3}$/.test(place.text) ? Number(place.text) : -1;
  if (at < 0 || at > before.length || node.append === true) {
    assign(frame.scope, node.name, [{ ...unknownValue(node.name), splits: true }], { isArray: true });
    return;
  }
  assign(frame.scope, node.name, [...before.slice(0, at), value, ...before.slice(at + 1)], { isArray: true });
}

const noRedirects: readonly Redirect[] = [];

export function applyRedirects(nodes: readonly Redirection[], frame: Frame): Applied {
  if (nodes.length === 0 && !frame.reader.fills)
    return { redirects: noRedirects, feed: frame.feed, printsTo: null, pipe: null };
  const redirects: Redirect[] = [];
  const exec = fileAt(frame, "/dev/fd/0");
  let feed = frame.feed;
  if (feed.input.from === "inherit" && exec !== undefined) feed = fedBy("/dev/fd/0", frame) ?? feed;
  let printsTo: Applied["printsTo"] = null;
  let pipe: string | null = null;
  for (const node of nodes) {
    frame.reader.budget.spend(1);
    if (node.type === "HereDoc" || node.type === "HereString") {
      const text = by(hereText(node, frame), "here-text");
      const fd = descriptor(node, 0, frame);
      redirects.push({ fd, op: node.type === "HereDoc" ? "<<" : "<<<", target: toWord(text) });
      const here: Feed = { input: { from: "text", text: toWord(text) }, text, calls: [], by: "here-text" };
      if (fd === 0) feed = here;
      else fill(frame, `/dev/fd/${fd}`, { text, writers: [], readers: [], by: "descriptor" });
      continue;
    }
    const { text: target, word } = node.target === undefined ? literalField("") : targetOf(node.target, frame);
    const { operator } = node;
    const reads = operator === "<" || operator === "<&" || operator === "<>";
    const fd = descriptor(node, reads ? 0 : 1, frame);
    const isDup = (operator === "<&" || operator === ">&") && /^(?:\d+-?|-)$/.test(target.text);
    const both = operator === "&>" || operator === "&>>" || (operator === ">&" && !isDup);
    const op = isDup ? "dup" : operator === "<&" ? "<" : operator === ">&" ? "&>" : operator;
    const copied = isDup ? target.text : descriptorPath.exec(target.text)?.[1];
    const meant = copied === undefined ? goesOn : openedFor(copied, redirects, frame);
    const source = meant.redirect ?? (reads ? meant.orElse : null);
    redirects.push({ fd, op, target: word });
    // A duplicated descriptor goes where the original goes; redirections here and of enclosing groups are already handled.
    if (source !== null && !redirects.includes(source) && !frame.redirects.includes(source))
      redirects.push({ fd, op: copyOf(source.op, reads), target: source.target });
    if (meant.orElse !== null && meant.orElse !== source)
      redirects.push({ fd, op: copyOf(meant.orElse.op, reads), target: meant.orElse.target });
    const file = source?.target ?? word;
    const isNamed = copied !== undefined && !isDup && source === null;
    const named = isNamed ? `/dev/fd/${meant.fd}` : file.text;
    const path = file.kind === "literal" ? pathKey(named, frame) : null;
    if (reads) {
      const place = isDup ? `/dev/fd/${Number.parseInt(target.text, 10)}` : path;
      const fed =
        (place === null ? undefined : fedBy(place, frame)) ?? (path === null ? undefined : fedBy(path, frame));
      if (fd === 0)
        feed =
          fed ??
          (isDup && source === null ? inherited : { input: { from: "file", file }, text: null, calls: [], by: "file" });
      else if (fed !== undefined) {
        fill(frame, `/dev/fd/${fd}`, {
          text: fed.text,
          writers: fed.calls,
          readers: [],
          by: "descriptor",
        });
      }
    } else if (fd === 1 || both) {
      const isCopy = isDup && source === null;
      printsTo = isCopy ? null : { path, appends: op === ">>" || op === "&>>" || isDup };
      pipe = isCopy ? `/dev/fd/${meant.fd}` : null;
    }
  }
  return { redirects, feed, printsTo, pipe };
}

function copyOf(op: Redirect["op"], reads: boolean): Redirect["op"] {
  if (op === "<>") return op;
  return reads ? "<" : ">>";
}

/** Redirection targets may be globs or split; the shell then refuses unless exactly one word results. */
function targetOf(word: SourceWord, frame: Frame): ShellField {
  const fields = expandWords([word], frame);
  const only = fields[0];
  if (fields.length !== 1 || only === undefined) return fieldOf(unknown(word.text, "redirection target"));
  if (only.isHere && folder(frame.scope) !== null) return fieldOf(unknown(only.text.text, "the starting folder"));
  // One of the matching files, which effects.ts handles; its text is unknown.
  return only.word.kind === "glob" ? new ShellField(only.word, unknown(only.text.text, "glob in a redirection")) : only;
}

const LAST_DESCRIPTOR = 0x7fffffff;

/** `3>`, or `{name}>` where the shell picks a number and stores it in the variable. */
function descriptor(node: Redirection, fallback: number, frame: Frame): number {
  if (node.descriptor === undefined) return fallback;
  if (node.descriptor.type === "FileDescriptor") {
    // Bash treats a larger number as a word.
    if (node.descriptor.value > LAST_DESCRIPTOR) refuse(frame.reader, "an invalid descriptor number");
    return node.descriptor.value;
  }
  const given = variable(frame.scope, node.descriptor.name)?.items?.[0];
  const closes = node.type === "Redirect" && node.target?.text === "-";
  if (closes && given?.why === null && /^\d{1,3}$/.test(given.text)) return Number(given.text);
  const fd = frame.reader.descriptors--;
  assign(frame.scope, node.descriptor.name, [known(String(fd))]);
  return fd;
}

/** Where a descriptor goes: to a file, or wherever it or another descriptor went before. */
interface Meant {
  readonly redirect: Redirect | null;
  readonly fd: number;
  /** What `exec` opened it for, if an enclosing group redirects it too: which of the two came last is unknown. */
  readonly orElse: Redirect | null;
}

const goesOn: Meant = { redirect: null, fd: -1, orElse: null };

/** The last redirection of it: earlier on this command, by an enclosing group, or by `exec`. */
function openedFor(copied: string, before: readonly Redirect[], frame: Frame): Meant {
  let fd = Number.parseInt(copied, 10);
  let orElse: Redirect | null = null;
  for (const list of [before, frame.redirects])
    for (let i = list.length - 1; i >= 0; i--) {
      const one = list[i];
      if (one === undefined || one.fd !== fd || one.op.startsWith("<<")) continue;
      if (list !== before && frame.reader.opens) orElse ??= opened(frame.scope, fd);
      if (one.op !== "dup") return { redirect: one, fd, orElse };
      // It went where the other descriptor went at that time.
      fd = Number.parseInt(one.target.text, 10);
    }
  return { redirect: frame.reader.opens ? opened(frame.scope, fd) : null, fd, orElse };
}

function hereText(node: Exclude<Redirection, { type: "Redirect" }>, frame: Frame): Text {
  if (node.type === "HereString") {
    return node.target === undefined ? known("\n") : concat([expandText(node.target, frame), known("\n")]);
  }
  return hereDocument(node, frame);
}

function hereDocument(node: HereDoc, frame: Frame): Text {
  const { parts, text } = node.body;
  if (parts !== undefined) return expandQuoted(parts, frame);
  return known(node.operator === "<<-" ? text.replace(/^\t+/gm, "") : text);
}

/** The standard input that comes from a file or descriptor that the line filled. */
export function fedBy(path: string, frame: Frame): Feed | undefined {
  const file = fileAt(frame, path);
  if (file === undefined) return undefined;
  const calls = file.writers;
  const input =
    file.by === "file"
      ? ({ from: "file", file: { kind: "literal", text: path } } as const)
      : ({ from: "calls", calls } as const);
  return { input, text: file.text === null ? null : by(file.text, file.by), calls, by: file.by };
}

/** Sends output to a file where redirections say so. `bare`: there is no command, only redirections. */
export function divert(output: Output, applied: Applied, frame: Frame, bare: string | null): Output {
  let { calls } = output;
  if (bare !== null) {
    const call = record(
      { fields: [], env: noVariables, redirects: applied.redirects, feed: applied.feed, text: bare, lookup: "all" },
      { kind: "literal", text: ":" },
      [],
      frame,
    );
    calls = [...calls, call.id];
  }
  const printed = calls === output.calls ? output : { ...output, calls };
  const pipe = applied.pipe === null ? undefined : fileAt(frame, applied.pipe);
  if (pipe !== undefined) handOver(frame.reader, pipe, printed);
  if (applied.printsTo === null) {
    if (frame.reader.opens && applied.pipe === null) noteStanding(printed, frame);
    return printed;
  }
  const { path, appends } = applied.printsTo;
  const before = path === null ? undefined : fileAt(frame, path);
  if (path !== null && path !== "/dev/null") {
    const old = appends ? (before === undefined ? null : before.text) : known("");
    const text = old === null || output.text === null ? (appends ? null : output.text) : concat([old, output.text]);
    const writers = appends ? [...(before?.writers ?? []), ...calls] : calls;
    fill(frame, path, {
      text,
      writers,
      readers: before?.readers ?? [],
      by: before?.by ?? "file",
    });
    if (before !== undefined) handOver(frame.reader, before, { text: output.text, calls });
  }
  const isTerminal = path === "/dev/stdout" || path === "/dev/tty" || path === "/dev/fd/1";
  return isTerminal || applied.redirects.some(savesOutput) ? printed : { ...output, text: known(""), calls: [] };
}

/** `{ a >&3; } 3>&1 > file`: the output may bypass the file. */
const savesOutput = ({ fd, op, target }: Redirect): boolean => fd > 2 && op === "dup" && target.text === "1";

/** After `exec > file` the output may go there, unless a pipe takes it. */
function noteStanding({ text, calls }: Output, frame: Frame): void {
  const target = opened(frame.scope, 1)?.target;
  if (target?.kind !== "literal" || calls.length === 0) return;
  const path = pathKey(target.text, frame);
  const before = fileAt(frame, path);
  if (before !== undefined) handOver(frame.reader, before, { text, calls });
  const writers = [...new Set([...(before?.writers ?? []), ...calls])];
  fill(frame, path, { text: null, writers, readers: before?.readers ?? [], by: before?.by ?? "file" });
}
