// One command with its words known: alias, function, builtin, wrapper, shell, or just a program.

import { builtins } from "./builtins.ts";
import { carriedCode } from "./carried-code.ts";
import { inFolder, runCode } from "./code.ts";
import { externals } from "./externals.ts";
import { joinFolder } from "./folders.ts";
import type { Call } from "./model.ts";
import { type OptionReading, programName, readOptions, tableOf } from "./options.ts";
import { printed } from "./output.ts";
import type { Frame, Output } from "./reader.ts";
import { type Invocation, record } from "./record.ts";
import { alias, assign, callable, childOf } from "./scope.ts";
import { runShell } from "./shells.ts";
import { joined, runFunction } from "./statements.ts";
import { unwrap } from "./wrappers.ts";
import { noteWritten } from "./written-files.ts";

/** Everything that is known of a recorded command. */
export interface Running {
  readonly call: Call;
  readonly name: string;
  readonly invocation: Invocation;
  /** Null when the program has no table. */
  readonly reading: OptionReading | null;
  readonly frame: Frame;
}

export function invoke(invocation: Invocation, frame: Frame): Output {
  frame.reader.budget.spend(1);
  const head = invocation.fields[0];
  const name = head?.word.kind === "literal" ? head.word.text : null;
  if (name === null || invocation.lookup !== "all") return runProgram(invocation, frame);
  const aliased = runAlias(name, invocation, frame);
  const called = runCallable(name, invocation, frame);
  const isCertain = callable(frame.scope, name)?.isCertain === true;
  if (called !== null && isCertain && aliased === null) return called;
  const unsure = aliased === null && called === null ? frame : { ...frame, conditional: true };
  const own = runProgram(invocation, unsure);
  if (aliased === null && called === null) return own;
  const others = [aliased, called].flatMap((output) => (output === null ? [] : [output]));
  return { ...joined([...others, own]), text: null, status: "unknown" };
}

/** Whether an alias counts depends on how the shell was started, so the program itself is looked at too. */
function runAlias(name: string, invocation: Invocation, frame: Frame): Output | null {
  const found = alias(frame.scope, name);
  if (found === undefined) return null;
  const outputs = found.texts.flatMap((text) => {
    if (frame.reader.active.has(text)) return [];
    frame.reader.active.add(text);
    const code = { ...text, text: `${text.text} "$@"`, template: `${text.template} "$@"` };
    const parameters = invocation.fields.slice(1).map((field) => field.text);
    const inner = { ...frame, scope: childOf(frame.scope), feed: invocation.feed, conditional: true };
    const redirects = [...frame.redirects, ...invocation.redirects];
    const output = runCode(code, { label: `alias ${name}`, parameters, process: false }, { ...inner, redirects });
    frame.reader.active.delete(text);
    return [output];
  });
  return joined(outputs);
}

function runCallable(name: string, invocation: Invocation, frame: Frame): Output | null {
  if (callable(frame.scope, name) === undefined) return null;
  const parameters = invocation.fields.slice(1).map((field) => field.text);
  const redirects = [...frame.redirects, ...invocation.redirects];
  const via = [...frame.via, `function ${name}`];
  for (const [variable, value] of invocation.env) assign(frame.scope, variable, [value], { isExported: true });
  return runFunction(name, parameters, { ...frame, redirects, via, feed: invocation.feed });
}

function runProgram(invocation: Invocation, outer: Frame): Output {
  const head = invocation.fields[0];
  const program = head?.word ?? { kind: "literal", text: ":" };
  const args = invocation.fields.slice(1).map(({ word }) => word);
  const name = programName({ program });
  const table = name === null ? undefined : tableOf({ program }, outer.reader.surround.programs);
  const reading = table === undefined ? null : readOptions({ args }, table);
  const frame = atFolder(reading, outer);
  const call = record(invocation, frame);
  const output = name === null ? unknownOutput : perform({ call, name, invocation, reading, frame }, outer);
  return { ...output, calls: [call.id, ...output.calls] };
}

const unknownOutput: Output = { text: null, calls: [], status: "unknown" };

function perform(running: Running, outer: Frame): Output {
  const { call, name, invocation } = running;
  // Builtins change the shell itself, so they act in its own scope.
  const builtin = invocation.lookup === "programs" || call.program.text.includes("/") ? undefined : builtins.get(name);
  if (builtin !== undefined) {
    const output = builtin({ ...running, frame: outer });
    if (output !== null) return output;
  }
  externals(running);
  const carried = carriedCode(running);
  const inner = running.reading?.table.interpreter?.language === "shell" ? runShell(running) : unwrap(running);
  const text = inner === null ? printed(running) : null;
  noteWritten(running);
  const outputs = [...carried, ...(inner === null ? [] : [inner])];
  const calls = outputs.flatMap((output) => output.calls);
  if (inner !== null) return { text: carried.length === 0 ? inner.text : null, calls, status: inner.status };
  return { text: text?.text ?? null, calls, status: text?.status ?? "unknown" };
}

/** `git -C folder`, `make -C folder`, `env -C folder`: the command itself runs there. */
function atFolder(reading: OptionReading | null, frame: Frame): Frame {
  let found = frame;
  for (const { row, value } of reading?.options ?? []) {
    if (row.cwd === true && value !== null) found = inFolder(joinFolder(value, found), found);
  }
  return found;
}
