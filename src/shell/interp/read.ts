// `readCommand` turns a command line into the commands it runs. It never throws, and limits.ts bounds its work.

import { EMPTY } from "../../language/append.ts";
import { type Frame, inherited, type Reader, refuse } from "../expand/reader.ts";
import { childOf, folderAt, put, setOwn } from "../expand/scope.ts";
import { noteZshText, withoutBangs } from "../expand/zsh.ts";
import { Budget, LimitReached, limits } from "../syntax/limits.ts";
import type { Reading, ShellEnvironment, Word } from "../syntax/model.ts";
import { RUNNING_FOLDER } from "../syntax/open-words.ts";
import { type ParsedScript, parseShell } from "../syntax/parse.ts";
import { unknown } from "../syntax/text.ts";
import { attempt } from "./follow.ts";
import { runNode, runScript } from "./statements.ts";

export function readCommand(command: string, environment: ShellEnvironment): Reading {
  const text = environment.shell === "zsh" ? withoutBangs(command) : command;
  const { script, error, odd } = parseShell(text);
  const reader = readerOf(environment, takesOutput.test(text));
  if (error !== null) refuse(reader, error);
  if (script !== null) {
    for (const oddity of odd) refuse(reader, oddity);
    walk(script, text, reader);
  }
  const reading: Reading = {
    calls: reader.calls,
    external: reader.external,
    unreadable: reader.unreadable === null ? EMPTY : [...reader.unreadable],
    flows: reader.flows === null ? EMPTY : [...reader.flows.values()],
    links: reader.links,
  };
  return reader.captured === null ? reading : { ...reading, captured: reader.captured };
}

/** Without one of these characters nothing can use the output of a command. */
const takesOutput = /[|`$<>]/;

function readerOf(environment: ShellEnvironment, hears: boolean): Reader {
  return {
    environment,
    budget: new Budget(limits.steps),
    calls: EMPTY,
    external: EMPTY,
    links: EMPTY,
    flows: null,
    unreadable: null,
    active: null,
    defined: null,
    called: null,
    gitAliases: null,
    locals: null,
    files: null,
    waiting: null,
    fills: false,
    writing: null,
    hears,
    opens: false,
    captured: null,
    descriptors: 63,
    disk: null,
    follows: 0,
  };
}

function walk(script: ParsedScript, text: string, reader: Reader): void {
  const frame: Frame = {
    reader,
    scope: childOf(null),
    shell: reader.environment.shell,
    source: script.source ?? text,
    via: EMPTY,
    elevated: false,
    conditional: false,
    uncalled: false,
    feed: inherited,
    redirects: EMPTY,
    depth: 0,
    file: null,
  };
  try {
    if (reader.environment.shell === "zsh") noteZshText(text, frame);
    if (reader.environment.isRunning === true) put(frame.scope, "cwd", folderAt(ofRunningShell));
    runScript(script, frame);
    runUncalled(frame);
  } catch (thrown) {
    if (thrown instanceof LimitReached) refuse(reader, thrown.message);
    else if (thrown instanceof RangeError) refuse(reader, "limit: nested too deeply");
    else refuse(reader, "the reader failed");
  }
}

const ofRunningShell: Word = { kind: "dynamic", text: "$PWD", why: RUNNING_FOLDER };

/** A function that the line never calls may be called later in the same shell. */
function runUncalled(frame: Frame): void {
  const { reader } = frame;
  for (const [node, { name, source, file }] of reader.defined ?? []) {
    if (reader.called?.has(node) === true) continue;
    const scope = childOf(frame.scope);
    scope.gone = "no";
    const items = [{ ...unknown("$@", "parameters"), splits: true }];
    setOwn(scope, "$@", { kind: "variable", name: "@", items, isArray: true, isExported: false });
    const via = [`function ${name}, not called`];
    const inner: Frame = { ...frame, scope, source, conditional: true, uncalled: true, via, file };
    if (file === null) runNode(node, inner);
    else attempt(inner, () => runNode(node, inner));
  }
}
