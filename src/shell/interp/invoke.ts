// One command with expanded words: alias, function, builtin, wrapper, shell, or plain program.

import { noteLinks } from "../effects/links.ts";
import { noteWritten } from "../effects/written-files.ts";
import { joinFolder, joinOthers } from "../expand/folders.ts";
import { activeIn, type Frame, type Output } from "../expand/reader.ts";
import { argumentsOf, type Invocation, record } from "../expand/record.ts";
import { alias, assign, callable, childOf, isBare } from "../expand/scope.ts";
import { type OptionReading, readOptions } from "../programs/table/options.ts";
import { programName } from "../programs/table/program-name.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Call, Word } from "../syntax/model.ts";
import { concat, type Text } from "../syntax/text.ts";
import { builtins } from "./builtins.ts";
import { inFolder, runCode } from "./code.ts";
import { codeFromOptions } from "./code-from-options.ts";
import { externals } from "./externals.ts";
import { printed } from "./output.ts";
import { runShell } from "./shells.ts";
import { joined, runFunction } from "./statements.ts";
import { unwrap } from "./wrappers.ts";

/** Everything known about a recorded command. */
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
  if (name === null || invocation.lookup !== "all" || isBare(frame.scope)) return runProgram(invocation, frame);
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

/** Whether an alias applies depends on how the shell was started, so the program itself is examined too. */
function runAlias(name: string, invocation: Invocation, frame: Frame): Output | null {
  const found = alias(frame.scope, name);
  if (found === undefined) return null;
  const outputs = found.texts.flatMap((text) => {
    if (activeIn(frame.reader).has(text)) return [];
    activeIn(frame.reader).add(text);
    const { whole, used } = withNext(text, invocation, frame);
    const code = { ...whole, text: `${whole.text} "$@"`, template: `${whole.template} "$@"` };
    const parameters = invocation.fields.slice(1 + used).map((field) => field.storedText);
    const inner = { ...frame, scope: childOf(frame.scope), feed: invocation.feed, conditional: true };
    const redirects = [...frame.redirects, ...invocation.redirects];
    const output = runCode(code, { label: `alias ${name}`, parameters, process: false }, { ...inner, redirects });
    activeIn(frame.reader).delete(text);
    return [output];
  });
  return joined(outputs);
}

/** Maximum length of a chain of aliases. */
const MOST_ALIASES = 8;

/** After an alias that ends with a blank, the next word may be an alias too. */
function withNext(
  first: Text,
  { fields }: Invocation,
  { scope }: Frame,
): { readonly whole: Text; readonly used: number } {
  let whole = first;
  let used = 0;
  for (; used < MOST_ALIASES && /[ \t]$/.test(whole.text); used++) {
    const word = fields[used + 1]?.word;
    const next = word?.kind === "literal" ? alias(scope, word.text)?.texts[0] : undefined;
    if (next === undefined) break;
    whole = concat([whole, next]);
  }
  return { whole, used };
}

function runCallable(name: string, invocation: Invocation, frame: Frame): Output | null {
  if (callable(frame.scope, name) === undefined) return null;
  const parameters = invocation.fields.slice(1).map((field) => field.storedText);
  const redirects = [...frame.redirects, ...invocation.redirects];
  const via = [...frame.via, `function ${name}`];
  for (const [variable, value] of invocation.env) assign(frame.scope, variable, [value], { isExported: true });
  return runFunction(name, parameters, { ...frame, redirects, via, feed: invocation.feed });
}

const nothing: Word = { kind: "literal", text: ":" };

function runProgram(invocation: Invocation, outer: Frame): Output {
  const program = invocation.fields[0]?.word ?? nothing;
  const name = programName({ program });
  const table = name === null ? undefined : tableOf({ program }, outer.reader.environment.programs);
  const args = argumentsOf(invocation, outer);
  const reading = table === undefined ? null : readOptions({ args }, table);
  if (reading !== null) outer.reader.budget.spend(2);
  const frame = reading === null || reading.options.length === 0 ? outer : atFolder(reading, outer);
  const call = record(invocation, program, args, frame);
  if (name === null) return { text: null, calls: [call.id], status: "unknown" };
  return perform({ call, name, invocation, reading, frame }, outer);
}

function perform(running: Running, outer: Frame): Output {
  const { call, name, invocation } = running;
  // Builtins change the shell itself, so they act in its scope.
  const builtin = invocation.lookup === "programs" || call.program.text.includes("/") ? undefined : builtins.get(name);
  if (builtin !== undefined) {
    const output = builtin(running.frame === outer ? running : { ...running, frame: outer });
    if (output !== null) return output.calls.length === 0 ? { ...output, calls: [call.id] } : withCall(call, output);
  }
  externals(running);
  const carried = codeFromOptions(running);
  const inner = running.reading?.table.interpreter?.language === "shell" ? runShell(running) : unwrap(running);
  noteWritten(running);
  noteLinks(running);
  if (inner === null) {
    const text = printed(running);
    const calls = carried.length === 0 ? [call.id] : [call.id, ...carried.flatMap((output) => output.calls)];
    return { text: text?.text ?? null, calls, status: text?.status ?? "unknown" };
  }
  if (carried.length === 0) return withCall(call, inner);
  const calls = [call.id, ...carried.flatMap((output) => output.calls), ...inner.calls];
  return { text: null, calls, status: inner.status };
}

const withCall = ({ id }: Call, { text, calls, status }: Output): Output => ({ text, calls: [id, ...calls], status });

/** `git -C folder`, `make -C folder`, `env -C folder`: the command itself runs there. */
function atFolder(reading: OptionReading | null, frame: Frame): Frame {
  let found = frame;
  for (const { row, value } of reading?.options ?? []) {
    if (row.cwd === true && value !== null) found = inFolder(joinFolder(value, found), found, joinOthers(value, found));
  }
  return found;
}
