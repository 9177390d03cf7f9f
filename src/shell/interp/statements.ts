// Walks the tree in the order in which the shell runs it: lists, pipelines, groups, branches, loops, functions.
// Code that may not run is walked too, in a branch of the scope; what it changes is then uncertain.

import { append, EMPTY } from "../../language/append.ts";
import type { ShellField } from "../expand/fields.ts";
import { settle, settleFailed, unsettle } from "../expand/folders.ts";
import { type Locals, restore } from "../expand/locals.ts";
import { activeIn, deeper, definedIn, type Feed, type Frame, type Output, refuse, silent } from "../expand/reader.ts";
import { fill } from "../expand/record.ts";
import {
  assign,
  blur,
  callable,
  childOf,
  type Folder,
  type FunctionBody,
  folderAt,
  folderEntry,
  jumps,
  keysUpTo,
  land,
  merge,
  mergeMaybe,
  own,
  put,
  type ShellScope,
  setOwn,
  stateOf,
  variable,
} from "../expand/scope.ts";
import { LimitReached, limits } from "../syntax/limits.ts";
import { SOME_FILE } from "../syntax/open-words.ts";
import { type CommandNode, nodesBelow, type ParsedScript, type Statement, type SyntaxNode } from "../syntax/parse.ts";
import { by, concat, known, type Text, unknown, unknownValue } from "../syntax/text.ts";
import { checkLength, checkSubscript, walkArithmetic } from "./arithmetic.ts";
import { isEndless, noteEndless } from "./endless-loops.ts";
import { expandText, expandWords, runNested } from "./expand.ts";
import { applyRedirects, divert, runCommand } from "./simple.ts";

/** Runs a script; `nameless`: the program that a command without a name acts as (`$(<file)`). */
export function runScript(script: ParsedScript, frame: Frame, nameless: string | null = null): Output {
  return runStatements(script.commands, frame, nameless);
}

function runStatements(statements: readonly Statement[], frame: Frame, nameless: string | null = null): Output {
  let outputs: readonly Output[] = EMPTY;
  for (const { command, background } of statements) {
    frame.reader.budget.spend(1);
    const inner = background === true ? { ...frame, scope: childOf(frame.scope) } : frame;
    outputs = append(outputs, runNode(command, inner, nameless));
  }
  return joined(outputs);
}

/** The combined output of consecutive commands. */
export function joined(outputs: readonly Output[]): Output {
  const only = outputs[0];
  if (only === undefined) return silent;
  if (outputs.length === 1) return only;
  const texts: Text[] = [];
  for (const { text } of outputs) if (text !== null) texts.push(text);
  const calls = outputs.flatMap((output) => output.calls);
  const status = outputs[outputs.length - 1]?.status ?? "unknown";
  return { text: texts.length === outputs.length ? concat(texts) : null, calls, status };
}

export function runNode(node: SyntaxNode, frame: Frame, nameless: string | null = null): Output {
  switch (node.type) {
    case "AndOr":
      return runAndOr(node, frame);
    case "Pipeline":
      return runPipeline(node, frame);
    case "Command":
      return runCommand(node, frame, nameless);
    case "CompoundList":
      return runStatements(node.commands, frame);
    case "BraceGroup":
      return runStatements(node.body.commands, deeper(frame, {}));
    case "Subshell":
      return runStatements(node.body.commands, deeper(frame, { scope: childOf(frame.scope) }));
    case "Redirected": {
      const applied = applyRedirects(node.redirects, frame);
      const redirects = [...frame.redirects, ...applied.redirects];
      const before = frame.reader.calls.length;
      const output = runNode(node.command, deeper(frame, { redirects, feed: applied.feed }));
      return divert(output, applied, frame, frame.reader.calls.length === before ? sourceOf(node, frame) : null);
    }
    case "Function":
      return defineFunction(node, frame);
    case "If":
      return runIf(node, deeper(frame, {}));
    case "While":
      return runWhile(node, frame);
    case "ArithmeticFor":
      return runArithmeticFor(node, frame);
    case "For":
      return runFor(node, deeper(frame, {}));
    case "Select":
      return runSelect(node, frame);
    case "Case":
      return runCase(node, deeper(frame, {}));
    case "Coproc":
      // The descriptors of its pipes, as bash numbers them.
      assign(frame.scope, node.name?.value ?? "COPROC", [known("63"), known("60")]);
      return withPipes(runNode(node.body, deeper(frame, { scope: childOf(frame.scope) })), frame);
    case "TestCommand":
      runNested(node, frame);
      checkTest(node, frame);
      return { ...silent, status: "unknown" };
    case "ArithmeticCommand":
      checkLength(node.body);
      walkArithmetic(node.expression, node.body, frame);
      return { ...silent, status: "unknown" };
    default:
      // Only parts of words and clauses remain, and these are reached through their commands.
      refuse(frame.reader, `syntax: ${node.type}`);
      return silent;
  }
}

function defineFunction(node: Extract<SyntaxNode, { type: "Function" }>, frame: Frame): Output {
  const body = { node: node.body, source: frame.source };
  put(frame.scope, `f ${node.name.value}`, {
    kind: "function",
    bodies: [body],
    isCertain: true,
    isExported: false,
  });
  definedIn(frame.reader).set(node.body, { name: node.name.value, source: frame.source, file: frame.file });
  return silent;
}

/** `[[ -v NAME ]]` and numeric comparisons evaluate subscripts; other tests compare text. */
function checkTest(node: SyntaxNode, frame: Frame): void {
  for (const child of nodesBelow(node)) {
    const words =
      child.type === "TestUnary" && /^-[vR]$/.test(child.operator)
        ? [child.operand]
        : child.type === "TestBinary" && /^-(?:eq|ne|lt|le|gt|ge)$/.test(child.operator)
          ? [child.left, child.right]
          : [];
    for (const word of words) checkSubscript(word.value, word.text, frame);
  }
}

/** The output of a coprocess can be read, and what is written to it is its input. */
function withPipes(output: Output, frame: Frame): Output {
  const { calls } = output;
  fill(frame, "/dev/fd/63", { text: null, writers: calls, readers: [], by: "descriptor" });
  fill(frame, "/dev/fd/60", { text: null, writers: [], readers: calls, by: "descriptor" });
  return output;
}

function sourceOf(node: { readonly pos: number; readonly end: number }, frame: Frame): string {
  return frame.source.slice(node.pos, node.end);
}

/** How many branches of one `&&` chain are tracked separately; more are merged, which only loses precision. */
const MOST_BRANCHES = 8;

function runAndOr(node: Extract<SyntaxNode, { type: "AndOr" }>, frame: Frame): Output {
  const outputs: Output[] = [];
  let scopes: ShellScope[] = [frame.scope];
  let conditional = frame.conditional;
  let folderBefore = folderEntry(frame.scope);
  // Behind a `||` that may not be reached, the status of one command is not that of the chain: `ls || false || x=1`.
  let isSure = true;
  // The folder state that a `cd` before `&&` leaves once the chain is over.
  const settled: { readonly scope: ShellScope; readonly failed: Folder["failed"] }[] = [];
  const collapse = (): void => {
    for (const { scope, failed } of settled.splice(0)) unsettle(scope, failed);
    for (let i = scopes.length - 1; i > 0; i--) {
      const [branch, origin] = [scopes[i], scopes[i - 1]];
      if (branch !== undefined && origin !== undefined) mergeMaybe(origin, [branch]);
    }
    scopes = [frame.scope];
  };
  node.commands.forEach((command, i) => {
    frame.reader.budget.spend(1);
    const status = outputs[i - 1]?.status ?? "success";
    const operator = node.operators[i - 1];
    const last = scopes.at(-1) ?? frame.scope;
    if (operator === "&&" && status === "likely") {
      const failed = settle(folderBefore, last);
      if (failed.length > 0) settled.push({ scope: last, failed });
    }
    if (operator === "&&" && status !== "success" && status !== "likely") {
      conditional = true;
      if (scopes.length >= MOST_BRANCHES) collapse();
      scopes.push(childOf(scopes.at(-1) ?? frame.scope));
    } else if (operator === "||") {
      conditional = true;
      if (status === "failure" && scopes.length === 1 && isSure) conditional = frame.conditional;
      else {
        isSure = false;
        // Either everything before it succeeded, or one `cd` failed and the chain stopped there.
        const isPlain = status === "likely" && scopes.length === 1;
        const failed = isPlain
          ? [...settle(folderBefore, last), ...settled.splice(0).flatMap((one) => one.failed)]
          : [];
        collapse();
        const branch = childOf(frame.scope);
        scopes.push(branch);
        const [first, ...rest] = failed;
        if (first !== undefined) put(branch, "cwd", folderAt(first, rest));
      }
    }
    folderBefore = folderEntry(scopes.at(-1) ?? frame.scope);
    const output = runNode(command, { ...frame, scope: scopes.at(-1) ?? frame.scope, conditional });
    outputs.push(output);
    // What follows `||` says nothing about the chain before it.
    if (operator === "||" && scopes.length > 1) collapse();
  });
  collapse();
  const all = joined(outputs);
  const isPlain = node.operators.every((operator) => operator === "&&");
  const sure = isPlain && outputs.every(({ status }) => status === "success");
  const likely = isPlain && outputs.every(({ status }) => status === "success" || status === "likely");
  // Alternatives do not both print.
  return { ...all, text: likely ? all.text : null, status: sure ? "success" : likely ? "likely" : "unknown" };
}

function runPipeline(node: Extract<SyntaxNode, { type: "Pipeline" }>, frame: Frame): Output {
  const negated = node.prefixes.some((prefix) => prefix.type === "Negation");
  const single = node.commands.length === 1;
  let feed: Feed = frame.feed;
  let output: Output = silent;
  node.commands.forEach((command: CommandNode, i) => {
    frame.reader.budget.spend(1);
    const scope = single ? frame.scope : childOf(frame.scope);
    output = runNode(command, single ? frame : deeper(frame, { scope, feed }));
    // The last stage runs in the shell itself in zsh and ksh, and in bash with `lastpipe`.
    const isLast = i === node.commands.length - 1;
    if (!single && isLast && (/^(?:zsh|ksh\w*)$/.test(frame.shell) || frame.source.includes("lastpipe"))) {
      mergeMaybe(frame.scope, [scope]);
    }
    const { calls, text } = output;
    feed = { input: { from: "calls", calls }, text: text === null ? null : by(text, "pipe"), calls, by: "pipe" };
  });
  if (!negated) return output;
  const flipped = output.status === "success" ? "failure" : output.status === "failure" ? "success" : "unknown";
  return { ...output, status: flipped };
}

function runIf(node: Extract<SyntaxNode, { type: "If" }>, frame: Frame): Output {
  const folderBefore = folderEntry(frame.scope);
  const clause = runNode(node.clause, frame);
  const outputs = [clause];
  const branches: ShellScope[] = [];
  let last = frame.scope;
  const branch = (body: SyntaxNode, holds: boolean): void => {
    const scope = childOf(last);
    if (clause.status === "likely" && last === frame.scope) {
      if (holds) settle(folderBefore, scope);
      else settleFailed(folderBefore, scope);
    }
    outputs.push(runNode(body, { ...frame, scope, conditional: true }));
    branches.push(scope);
  };
  branch(node.then, true);
  for (const elif of node.elif) {
    last = childOf(last);
    outputs.push(runNode(elif.clause, deeper(frame, { scope: last, conditional: true })));
    branch(elif.then, true);
  }
  if (node.else !== undefined) branch(node.else, false);
  else branches.push(childOf(last));
  merge(frame.scope, branches);
  return { ...joined(outputs), text: null, status: "unknown" };
}

function runCase(node: Extract<SyntaxNode, { type: "Case" }>, frame: Frame): Output {
  expandText(node.word, frame);
  const branches: ShellScope[] = [];
  const outputs = node.items.map((item, i) => {
    for (const pattern of item.pattern) expandText(pattern, frame);
    const before = node.items[i - 1]?.terminator;
    // After `;&` the next body may run in the state that the previous one left.
    const falls = before === ";&" || before === ";;&";
    if (falls) mergeMaybe(frame.scope, [branches.at(-1) ?? frame.scope]);
    const scope = childOf(frame.scope);
    branches.push(scope);
    return runNode(item.body, deeper(frame, { scope, conditional: true }));
  });
  mergeMaybe(frame.scope, branches);
  return { ...joined(outputs), text: null, status: "unknown" };
}

/** A loop of unknown length: walked once as it starts, and once with everything it changes unknown. */
function runLoop(round: (frame: Frame) => Output, frame: Frame): Output {
  const before = stateOf(frame.scope);
  const first = childOf(frame.scope);
  const outputs = [round({ ...frame, scope: first })];
  const changed = keysUpTo(first, frame.scope);
  mergeMaybe(frame.scope, [first]);
  land(frame.scope, jumps.break, before);
  if (changed.some((key) => !key.startsWith("file "))) {
    blur(frame.scope, changed);
    const again = childOf(frame.scope);
    outputs.push(round({ ...frame, scope: again }));
    mergeMaybe(frame.scope, [again]);
    land(frame.scope, jumps.break, before);
  }
  return { ...joined(outputs), text: null, status: "unknown" };
}

function runWhile(node: Extract<SyntaxNode, { type: "While" }>, frame: Frame): Output {
  const rounds = (inner: Frame): Output => {
    const clause = runNode(node.clause, { ...inner, conditional: frame.conditional });
    return joined([clause, runNode(node.body, { ...inner, conditional: true })]);
  };
  if (isEndless(node, frame)) noteEndless(node, frame);
  return runLoop(rounds, deeper(frame, {}));
}

function runArithmeticFor(node: Extract<SyntaxNode, { type: "ArithmeticFor" }>, frame: Frame): Output {
  walkArithmetic(node.initialize, sourceOf(node, frame), frame);
  const rounds = (inner: Frame): Output => {
    walkArithmetic(node.test, sourceOf(node, frame), inner);
    walkArithmetic(node.update, sourceOf(node, frame), inner);
    return runNode(node.body, { ...inner, conditional: true });
  };
  if (node.test === undefined) noteEndless(node, frame);
  return runLoop(rounds, deeper(frame, {}));
}

function runSelect(node: Extract<SyntaxNode, { type: "Select" }>, frame: Frame): Output {
  if (node.wordlist !== undefined) expandWords(node.wordlist, frame);
  const name = node.name.value;
  const rounds = (inner: Frame): Output => {
    assign(inner.scope, name, [unknownValue(name)]);
    return runNode(node.body, { ...inner, conditional: true });
  };
  return runLoop(rounds, deeper(frame, {}));
}

function runFor(node: Extract<SyntaxNode, { type: "For" }>, frame: Frame): Output {
  const name = node.name.value;
  const items = node.wordlist === undefined ? null : expandWords(node.wordlist, frame);
  const isExact = items?.every(
    ({ word }) => word.kind === "literal" || (word.kind === "dynamic" && word.splits !== true),
  );
  const before = stateOf(frame.scope);
  if (items !== null && isExact === true && items.length <= limits.rounds) {
    const outputs = items.map((item) => {
      const start = stateOf(frame.scope);
      frame.reader.budget.spend(1);
      assign(frame.scope, name, [roundValue(item, name)]);
      const output = runNode(node.body, frame);
      land(frame.scope, jumps.continue, start);
      return output;
    });
    land(frame.scope, jumps.break, before);
    return { ...joined(outputs), status: "unknown" };
  }
  const values =
    items === null
      ? givenItems(name, frame)
      : items.length > limits.rounds
        ? [unknownValue(name)]
        : items.map((item) => roundValue(item, name));
  const rounds = (inner: Frame): Output =>
    joined(
      values.map((value) => {
        inner.reader.budget.spend(1);
        assign(inner.scope, name, [value]);
        return runNode(node.body, { ...inner, conditional: true });
      }),
    );
  return runLoop(rounds, frame);
}

/** `for x; do`: the parameters of the function or script. */
function givenItems(name: string, frame: Frame): readonly Text[] {
  const items = variable(frame.scope, "@")?.items ?? null;
  if (items === null) return [unknown(`$${name}`, `variable ${name}`)];
  return items.length > limits.rounds
    ? [unknownValue(name)]
    : items.map((text) => ({ ...by(text, "variable"), splits: false }));
}

function roundValue(item: ShellField, name: string): Text {
  const text = by(item.text, "variable");
  if (item.word.kind === "glob") {
    const { text: glob, expands } = item.word;
    return { ...unknown(`$${name}`, SOME_FILE, text.from), glob, expands };
  }
  return text.splits ? { ...text, splits: false } : text;
}

/** Runs the bodies that a name may refer to. A function that calls itself stops the analysis. */
export function runFunction(name: string, parameters: readonly Text[], frame: Frame): Output | null {
  const found = callable(frame.scope, name);
  if (found === undefined) return null;
  const only = found.isCertain && found.bodies.length === 1 ? found.bodies[0] : undefined;
  if (only !== undefined) return { ...runBody(only, name, parameters, frame), status: "unknown" };
  const branches: ShellScope[] = [];
  const outputs = found.bodies.map((body) => {
    const scope = childOf(frame.scope);
    branches.push(scope);
    return runBody(body, name, parameters, { ...frame, scope, conditional: true });
  });
  mergeMaybe(frame.scope, branches);
  return { ...joined(outputs), status: "unknown" };
}

function runBody(body: FunctionBody, name: string, parameters: readonly Text[], frame: Frame): Output {
  const { scope, reader } = frame;
  const active = activeIn(reader);
  if (active.has(body.node)) throw new LimitReached(`limit: \`${name}\` calls itself`);
  active.add(body.node);
  reader.called ??= new Set();
  reader.called.add(body.node);
  const outer = own(scope, "$@");
  const before = stateOf(scope);
  const { locals } = reader;
  const inner: Locals = { scope, hidden: new Map() };
  reader.locals = inner;
  setOwn(scope, "$@", { kind: "variable", name: "@", items: parameters, isArray: true, isExported: false });
  const output = runNode(body.node, deeper(frame, { source: body.source }));
  land(scope, jumps.return, before);
  restore(inner);
  reader.locals = locals;
  setOwn(scope, "$@", outer);
  active.delete(body.node);
  return output;
}
