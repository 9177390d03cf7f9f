// A shell that receives code: `-c`, a script file, standard input.

import { literalField, type ShellField } from "../expand/fields.ts";
import { startOptions } from "../expand/glob-options.ts";
import { addFlow, deeper, type Output, silent } from "../expand/reader.ts";
import { addExternal, fileAt, pathKey, recordUnknown } from "../expand/record.ts";
import type { ShellScope } from "../expand/scope.ts";
import { tableOf } from "../programs/table-of.ts";
import { concat, known, type Text } from "../syntax/text.ts";
import { type CodeOptions, runCode } from "./code.ts";
import { diskText, matchesOf } from "./disk-files.ts";
import { follow, noteFollowed } from "./follow.ts";
import { invoke, type Running } from "./invoke.ts";
import { pipedFiles, pipedText } from "./piped-files.ts";
import { textOf } from "./wrappers.ts";

interface ShellWords {
  readonly isCode: boolean;
  readonly forcesStdin: boolean;
  readonly isInert: boolean;
  /** There is an unknown word among the options. */
  readonly isOpen: boolean;
  /** The words before the code or the file. */
  readonly options: readonly ShellField[];
  readonly rest: readonly ShellField[];
  readonly files: readonly ShellField[];
}

/** Options of a shell; `-c` takes no value, the code is the first operand. */
function shellWords(args: readonly ShellField[]): ShellWords {
  let isCode = false;
  let forcesStdin = false;
  let isInert = false;
  let isOpen = false;
  const files: ShellField[] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const field = args[at];
    if (field === undefined) break;
    const { text } = field.text;
    if (field.word.kind === "dynamic" && field.text.prefix === "") {
      if (isCode) break;
      isOpen = true;
      if (field.word.splits === true) continue;
      break;
    }
    if (text === "--" || text === "-") {
      at++;
      break;
    }
    if (!/^[-+]./.test(text)) break;
    if (text.startsWith("--")) {
      if (/^--(?:rcfile|init-file|command|init-command)$/.test(text)) {
        if (text.includes("command")) isCode = true;
        else files.push(...args.slice(at + 1, at + 2));
        if (!text.includes("command")) at++;
      }
      continue;
    }
    const isOn = text.startsWith("-");
    if (isOn && text.includes("c")) isCode = true;
    if (isOn && text.includes("s")) forcesStdin = true;
    if (text.includes("n")) isInert = isOn;
    at += [...text].filter((letter) => letter === "o" || letter === "O").length;
    if (/o$/.test(text) && args[at]?.text.text === "noexec") isInert = isOn;
  }
  return { isCode, forcesStdin, isInert, isOpen, options: args.slice(0, at), rest: args.slice(at), files };
}

export function runShell(called: Running): Output | null {
  const { call, name, invocation, reading } = called;
  const frame = { ...called.frame, shell: name };
  const running = { ...called, frame };
  if (reading?.table.interpreter?.operand === "none") return runStdin(running, name);
  const words = shellWords(invocation.fields.slice(1));
  if (
    reading?.help === true ||
    call.args.some((word) => word.kind === "literal" && (word.text === "--version" || word.text === "--help"))
  )
    return null;
  if (words.isInert) return { ...silent, text: null, status: "unknown" };
  if (words.isOpen) recordUnknown(call.text, `unknown arguments of ${name}`, { ...frame, via: [...frame.via, name] });
  for (const file of words.files) addExternal("script", file.text.text, call, frame);
  const [first, ...rest] = words.rest;
  const inner = { ...frame, redirects: [...frame.redirects, ...invocation.redirects], feed: invocation.feed };
  if (words.isCode) {
    if (first === undefined) return { ...silent, status: "failure" };
    for (const { call: from, by } of first.text.from) addFlow(frame.reader, { from, to: call.id, by, into: "code" });
    const [zeroth, ...parameters] = rest.map((field) => ({ ...field.storedText }));
    const start = (scope: ShellScope): void => startOptions(words.options, scope);
    const options = { label: `${name} -c`, parameters, zeroth, process: true, env: invocation.env, start };
    return runCode(first.text, options, inner);
  }
  if (first === undefined || words.forcesStdin) return runStdin(running, name, words.rest);
  return runScriptFile(running, first, rest);
}

const unknownOutput: Output = { ...silent, text: null, status: "unknown" };

/** `bash file`: parsed if the line wrote the file or it is on the disk, otherwise external. */
export function runScriptFile(running: Running, file: ShellField, rest: readonly ShellField[]): Output {
  const { call, name, invocation, frame } = running;
  if (file.word.kind === "glob") return followMatches(running, file.word.text, rest);
  if (file.word.kind !== "literal") {
    addExternal("script", file.text.text, call, frame);
    return unknownOutput;
  }
  const key = pathKey(file.word.text, frame);
  if (key === "/dev/fd/0") return runStdin(running, name, rest);
  const written = fileAt(frame, key);
  for (const from of written?.writers ?? [])
    addFlow(frame.reader, { from, to: call.id, by: written?.by ?? "file", into: "code" });
  const text = written?.text;
  if (text === undefined || text === null) return followScript(running, file, rest);
  if (isOtherLanguage(text.text)) {
    addExternal("script", file.word.text, call, frame);
    return unknownOutput;
  }
  if (written?.isCertain !== true) addExternal("script", file.word.text, call, frame);
  for (const { call: from, by } of text.from) addFlow(frame.reader, { from, to: call.id, by, into: "code" });
  const parameters = rest.map((field) => field.storedText);
  const inner = { ...frame, redirects: [...frame.redirects, ...invocation.redirects], feed: invocation.feed };
  return runCode(text, { label: `${name} ${file.word.text}`, parameters, process: true, env: invocation.env }, inner);
}

const isOtherLanguage = (text: string): boolean => /^#!(?!.*\b(?:ba|da|k|z|a)?sh\b)/.test(text);

/** A script that the line does not write. */
function followScript(running: Running, { word }: ShellField, rest: readonly ShellField[]): Output {
  const { call, name, invocation, frame } = running;
  const text = diskText(word.text, frame);
  const isNamed = call.program.text === word.text;
  if (typeof text === "string" && isNamed && isOtherLanguage(text)) return runInterpreter(running, text);
  if (typeof text !== "string" || isOtherLanguage(text)) {
    addExternal("script", word.text, call, frame);
    return unknownOutput;
  }
  const options: CodeOptions = {
    label: isNamed ? word.text : `${name} ${word.text}`,
    parameters: rest.map((field) => field.storedText),
    zeroth: known(word.text),
    process: true,
    env: invocation.env,
    file: word.text,
  };
  const redirects = [...frame.redirects, ...invocation.redirects];
  const shell = isNamed ? (/^#!.*\b(\w*sh)\b/.exec(text)?.[1] ?? frame.shell) : frame.shell;
  const followed = follow(
    {
      kind: "script",
      name: word.text,
      call,
      path: pathKey(word.text, frame),
      isProcess: true,
      hasArguments: rest.length > 0,
    },
    frame,
    (inner) => runCode(known(text), options, { ...inner, shell, redirects, feed: invocation.feed }),
  );
  return followed ?? unknownOutput;
}

/** How many files that fit a glob are read. */
const MOST_MATCHES = 8;

/** `bash *.sh`, `find -name '*.sh' -exec bash {} \\;`: each file that fits may be the script. */
function followMatches(running: Running, glob: string, rest: readonly ShellField[]): Output {
  const { call, frame } = running;
  const files = matchesOf(glob, frame);
  addExternal("script", glob, call, frame, files === undefined ? {} : { files: [...files] });
  if (files === undefined || files.length > MOST_MATCHES) return unknownOutput;
  const before = frame.reader.external.length;
  for (const path of files)
    runScriptFile({ ...running, frame: { ...frame, conditional: true } }, literalField(path), rest);
  const isRead = frame.reader.external.slice(before).every((one) => one.call !== call.id || one.followed === true);
  if (isRead) noteFollowed({ kind: "script", name: glob, call }, frame.reader);
  return unknownOutput;
}

/** `./x` with a first line such as `#!/usr/bin/env python3`: the program of that line gets the file. */
function runInterpreter({ call, invocation, frame }: Running, text: string): Output {
  const words = (/^#!\s*([^\n]*)/.exec(text)?.[1] ?? "").trim().split(/\s+/);
  const isEnv = /(?:^|\/)env$/.test(words[0] ?? "");
  const given = isEnv ? words.slice(words[1] === "-S" ? 2 : 1) : words;
  const [program = "", ...options] = given;
  const table = tableOf({ program: { kind: "literal", text: program } }, frame.reader.environment.programs);
  if (table?.interpreter === undefined) {
    addExternal("script", call.program.text, call, frame);
    return unknownOutput;
  }
  const fields = [...[program, ...options].map((word) => literalField(word)), ...invocation.fields];
  return invoke(
    { ...invocation, fields, redirects: [], lookup: "programs", text: textOf(fields) },
    deeper(frame, { via: [...frame.via, call.program.text] }),
  );
}

/** Code on standard input. */
export function runStdin(running: Running, label: string, parameters: readonly ShellField[] = []): Output {
  const { call, invocation, frame } = running;
  const { feed } = invocation;
  const isShellItself = label === "source";
  for (const from of feed.calls) addFlow(frame.reader, { from, to: call.id, by: feed.by, into: "code" });
  for (const { call: from, by } of feed.text?.from ?? [])
    addFlow(frame.reader, { from, to: call.id, by, into: "code" });
  if (feed.text !== null) {
    const items = parameters.map((field) => field.storedText);
    const inner = {
      ...frame,
      redirects: [...frame.redirects, ...invocation.redirects].filter(({ fd }) => fd !== 0),
      feed: { ...feed, text: known(""), calls: [] },
    };
    return runCode(
      feed.text,
      { label, parameters: isShellItself ? null : items, process: !isShellItself, env: invocation.env },
      inner,
    );
  }
  const file = feed.input.from === "file" ? feed.input.file.text : null;
  const followed = followInput(running, label, parameters);
  if (followed !== null) return followed;
  if (file !== null) addExternal("script", file, call, frame);
  else if (feed.input.from === "inherit") addExternal("inline-code", `${label} on standard input`, call, frame);
  else addExternal("script", STANDARD_INPUT, call, frame);
  waitFor(running, label, parameters);
  return { ...silent, text: null, status: "unknown" };
}

/** `bash < x.sh`, `cat x.sh | bash` */
function followInput(running: Running, label: string, parameters: readonly ShellField[]): Output | null {
  const { call, invocation, frame } = running;
  const { input, calls } = invocation.feed;
  if (input.from !== "file" && input.from !== "calls") return null;
  const isFile = input.from === "file";
  const literal = isFile && input.file.kind === "literal" ? input.file.text : null;
  const text = isFile ? (literal === null ? undefined : diskText(literal, frame)) : pipedText(calls, frame);
  const files = isFile ? [] : pipedFiles(calls, frame);
  const name = isFile ? input.file.text : STANDARD_INPUT;
  if (typeof text !== "string" || isOtherLanguage(text)) {
    if (files.length > 0) addExternal("script", name, call, frame, { files });
    return null;
  }
  const path = literal === null ? files.join(" ") : pathKey(literal, frame);
  const what = { kind: "script", name, call, path, ...(files.length > 0 && { files }) } as const;
  const how = { isProcess: label !== "source", hasArguments: parameters.length > 0 };
  return follow({ ...what, ...how }, frame, (inner) => {
    const feed = { ...invocation.feed, text: known(text) };
    return runStdin({ ...running, frame: inner, invocation: { ...invocation, feed } }, label, parameters);
  });
}

const STANDARD_INPUT = "standard input";

/** How often input may be appended to a shell before what it runs becomes unknown. */
const MAX_INPUTS = 8;

/** Input written to a waiting shell runs, together with everything written before. */
function waitFor(running: Running, label: string, parameters: readonly ShellField[]): void {
  const { call, invocation, frame } = running;
  const inputs: Text[] = [];
  frame.reader.waiting ??= new Map();
  frame.reader.waiting.set(call.id, (text, calls) => {
    inputs.push(text);
    const feed = { ...invocation.feed, text: concat(inputs), calls };
    if (inputs.length > MAX_INPUTS) recordUnknown(call.text, `later input of ${label}`, frame);
    else runStdin({ ...running, invocation: { ...invocation, feed } }, label, parameters);
  });
}
