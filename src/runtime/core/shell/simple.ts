// A simple command: its words, assignments and redirections, in the order the shell takes them.

import { expandQuoted, expandText, expandWords } from "./expand.ts";
import { literalField } from "./fields.ts";
import { invoke } from "./invoke.ts";
import type { Redirect } from "./model.ts";
import type { Assignment, Command, HereDoc, Redirection, SourceWord } from "./parse.ts";
import { type Feed, type Frame, inherited, type Output, silent } from "./reader.ts";
import { fileAt, fill, type Invocation, pathKey, record } from "./record.ts";
import { assign, folder, variable } from "./scope.ts";
import { by, concat, known, type Text, toWord, unknown } from "./text.ts";

/** What redirections do: for the record, to standard input, and to what is printed. */
export interface Applied {
  readonly redirects: readonly Redirect[];
  readonly feed: Feed;
  /** The file that gets what is printed; null when it goes on as before. */
  readonly printsTo: { readonly path: string | null; readonly appends: boolean } | null;
}

export function runCommand(command: Command, frame: Frame, nameless: string | null): Output {
  frame.reader.budget.spend(1);
  const words = command.name === undefined ? [] : [command.name, ...command.args];
  const expanded = expandWords(words, frame);
  const applied = applyRedirects(command.redirects, frame);
  const assignments = command.prefix.filter((one): one is Assignment => one.type === "Assignment");
  const text = frame.source.slice(command.pos, command.end);
  const fields = expanded.length === 0 && nameless !== null ? [literalField(nameless)] : expanded;
  if (fields.length === 0) {
    for (const node of assignments) runAssignment(node, frame);
    return divert(silent, applied, frame, command.redirects.length > 0 ? text : null);
  }
  const env = new Map<string, Text>();
  for (const node of assignments) {
    const value = node.value.type === "Word" ? expandText(node.value, frame, "assignment") : known(node.text);
    if (node.value.type === "ArrayValue") expandWords(node.value.elements, frame);
    env.set(node.name, by(value, "variable"));
  }
  const invocation: Invocation = {
    fields,
    env,
    redirects: applied.redirects,
    feed: applied.feed,
    text,
    lookup: "all",
  };
  return divert(invoke(invocation, frame), applied, frame, null);
}

/** `X=1`, `X+=1`, `X[2]=3`, `X=(a b)`. */
function runAssignment(node: Assignment, frame: Frame, more: { readonly isExported?: boolean } = {}): void {
  const { scope } = frame;
  const before = variable(scope, node.name);
  if (node.value.type === "ArrayValue") {
    const keyed = node.value.elements.some(({ text }) => text.startsWith("["));
    const items = expandWords(node.value.elements, frame).map((field) => by(field.text, "variable"));
    const lost = { ...unknown(`$${node.name}`, `variable ${node.name}`), splits: true };
    const kept = node.append === true ? (before?.items ?? []) : [];
    assign(scope, node.name, keyed ? [lost] : [...kept, ...items], { isArray: true, ...more });
    return;
  }
  const value = by(expandText(node.value, frame, "assignment"), "variable");
  if (node.index !== undefined) {
    assignElement(node, node.index, value, frame);
    return;
  }
  const old =
    before === undefined ? unknown(`$${node.name}`, `variable ${node.name}`) : (before.items?.[0] ?? known(""));
  const next = node.append === true ? concat([old, value]) : value;
  const rest = before?.isArray === true ? (before.items ?? []).slice(1) : [];
  assign(scope, node.name, [next, ...rest], { isArray: before?.isArray ?? false, ...more });
}

function assignElement(node: Assignment, index: SourceWord, value: Text, frame: Frame): void {
  const place = expandText(index, frame);
  const before = variable(frame.scope, node.name)?.items ?? [];
  const at = place.why === null && /^\d{1,3}$/.test(place.text) ? Number(place.text) : -1;
  if (at < 0 || at > before.length || node.append === true) {
    const lost = { ...unknown(`$${node.name}`, `variable ${node.name}`), splits: true };
    assign(frame.scope, node.name, [lost], { isArray: true });
    return;
  }
  assign(frame.scope, node.name, [...before.slice(0, at), value, ...before.slice(at + 1)], { isArray: true });
}

export function applyRedirects(nodes: readonly Redirection[], frame: Frame): Applied {
  const redirects: Redirect[] = [];
  const exec = fileAt(frame, "/dev/fd/0");
  let feed = frame.feed;
  if (feed.input.from === "inherit" && exec !== undefined) feed = fedBy("/dev/fd/0", frame) ?? feed;
  let printsTo: Applied["printsTo"] = null;
  for (const node of nodes) {
    frame.reader.budget.spend(1);
    if (node.type === "HereDoc" || node.type === "HereString") {
      const text = by(hereText(node, frame), "here-text");
      const fd = descriptor(node, 0);
      redirects.push({ fd, op: node.type === "HereDoc" ? "<<" : "<<<", target: toWord(text) });
      const here: Feed = { input: { from: "text", text: toWord(text) }, text, calls: [], by: "here-text" };
      if (fd === 0) feed = here;
      else fill(frame, `/dev/fd/${fd}`, { text, writers: [], readers: [], by: "descriptor" });
      continue;
    }
    const target = node.target === undefined ? known("") : targetOf(node.target, frame);
    const { operator } = node;
    const reads = operator === "<" || operator === "<&" || operator === "<>";
    const fd = descriptor(node, reads ? 0 : 1);
    const isDup = (operator === "<&" || operator === ">&") && /^(?:\d+-?|-)$/.test(target.text);
    const both = operator === "&>" || operator === "&>>" || (operator === ">&" && !isDup);
    const op = isDup ? "dup" : operator === "<&" ? "<" : operator === ">&" ? "&>" : operator;
    redirects.push({ fd, op, target: toWord(target) });
    const path = target.why === null ? pathKey(target.text, frame) : null;
    if (reads) {
      const place = isDup ? `/dev/fd/${Number.parseInt(target.text, 10)}` : path;
      const fed = place === null ? undefined : fedBy(place, frame);
      if (fd === 0)
        feed =
          fed ??
          (isDup ? inherited : { input: { from: "file", file: toWord(target) }, text: null, calls: [], by: "file" });
      else if (fed !== undefined) {
        fill(frame, `/dev/fd/${fd}`, {
          text: fed.text,
          writers: fed.calls,
          readers: [],
          by: "descriptor",
        });
      }
    } else if (!isDup && (fd === 1 || both)) printsTo = { path, appends: op === ">>" || op === "&>>" };
  }
  return { redirects, feed, printsTo };
}

/** Redirection targets may be globs or split; the shell then refuses unless one word comes out. */
function targetOf(word: SourceWord, frame: Frame): Text {
  const fields = expandWords([word], frame);
  const only = fields[0];
  if (fields.length !== 1 || only === undefined) return unknown(word.text, "redirection target");
  if (only.text.isHere === true && folder(frame.scope) !== null)
    return unknown(only.text.text, "the folder at the start");
  return only.word.kind === "glob" ? unknown(only.text.text, "glob in a redirection") : only.text;
}

function descriptor(node: Redirection, fallback: number): number {
  if (node.descriptor === undefined) return fallback;
  return node.descriptor.type === "FileDescriptor" ? node.descriptor.value : 10;
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

/** What a file or descriptor that the line filled gives to standard input. */
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

/** Sends what is printed to a file, where redirections say so. `bare`: no command was there to carry them. */
export function divert(output: Output, applied: Applied, frame: Frame, bare: string | null): Output {
  let { calls } = output;
  if (bare !== null) {
    const call = record(
      { fields: [], env: new Map(), redirects: applied.redirects, feed: applied.feed, text: bare, lookup: "all" },
      frame,
    );
    calls = [...calls, call.id];
  }
  if (applied.printsTo === null) return { ...output, calls };
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
    for (const reader of before?.readers ?? [])
      for (const from of calls)
        frame.reader.flows.set(`${from} ${reader} s`, { from, to: reader, by: "substitution", into: "stdin" });
  }
  const isTerminal = path === "/dev/stdout" || path === "/dev/tty" || path === "/dev/fd/1";
  return isTerminal ? { ...output, calls } : { ...output, text: known(""), calls: [] };
}
