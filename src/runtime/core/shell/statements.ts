// Walks the tree the way the shell runs it: lists, pipelines, groups, branches, loops, functions.
// What may not run is walked all the same, in a branch of the scope; what it changes is then not known for sure.

import { checkSubscript, walkArithmetic } from "./arithmetic.ts";
import { expandText, expandWords, runNested } from "./expand.ts";
import type { Field } from "./fields.ts";
import { LimitReached, limits } from "./limits.ts";
import { type CommandNode, nodesBelow, type ParsedScript, type Statement, type SyntaxNode } from "./parse.ts";
import { deeper, type Feed, type Frame, type Output, silent } from "./reader.ts";
import { assign, blur, callable, childOf, jumps, keysUpTo, land, merge, mergeMaybe, put, type Scope } from "./scope.ts";
import { applyRedirects, divert, runCommand } from "./simple.ts";
import { by, concat, type Text, unknown } from "./text.ts";

/** Runs a script; `nameless`: the program that a command without a name stands for (`$(<file)`). */
export function runScript(script: ParsedScript, frame: Frame, nameless: string | null = null): Output {
  return runStatements(script.commands, frame, nameless);
}

function runStatements(statements: readonly Statement[], frame: Frame, nameless: string | null = null): Output {
  const outputs: Output[] = [];
  for (const { command, background } of statements) {
    frame.reader.budget.spend(1);
    const inner = background === true ? { ...frame, scope: childOf(frame.scope) } : frame;
    outputs.push(runNode(command, inner, nameless));
  }
  return joined(outputs);
}

/** What several commands print one after the other. */
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
    case "Function": {
      const body = { node: node.body, source: frame.source };
      put(frame.scope, `f ${node.name.value}`, {
        kind: "function",
        bodies: [body],
        isCertain: true,
        isExported: false,
      });
      frame.reader.defined.set(node.body, { name: node.name.value, source: frame.source });
      return silent;
    }
    case "If":
      return runIf(node, deeper(frame, {}));
    case "While": {
      const rounds = (inner: Frame): Output => {
        const clause = runNode(node.clause, { ...inner, conditional: frame.conditional });
        return joined([clause, runNode(node.body, { ...inner, conditional: true })]);
      };
      return runLoop(rounds, deeper(frame, {}));
    }
    case "ArithmeticFor": {
      walkArithmetic(node.initialize, sourceOf(node, frame), frame);
      const rounds = (inner: Frame): Output => {
        walkArithmetic(node.test, sourceOf(node, frame), inner);
        walkArithmetic(node.update, sourceOf(node, frame), inner);
        return runNode(node.body, { ...inner, conditional: true });
      };
      return runLoop(rounds, deeper(frame, {}));
    }
    case "For":
      return runFor(node, deeper(frame, {}));
    case "Select": {
      if (node.wordlist !== undefined) expandWords(node.wordlist, frame);
      const name = node.name.value;
      const rounds = (inner: Frame): Output => {
        assign(inner.scope, name, [unknown(`$${name}`, `variable ${name}`)]);
        return runNode(node.body, { ...inner, conditional: true });
      };
      return runLoop(rounds, deeper(frame, {}));
    }
    case "Case":
      return runCase(node, deeper(frame, {}));
    case "Coproc":
      return runNode(node.body, deeper(frame, { scope: childOf(frame.scope) }));
    case "TestCommand":
      runNested(node, frame);
      for (const child of nodesBelow(node)) if (child.type === "Word") checkSubscript(child.value, child.text, frame);
      return { ...silent, status: "unknown" };
    case "ArithmeticCommand":
      walkArithmetic(node.expression, node.body, frame);
      return { ...silent, status: "unknown" };
    default:
      // Only parts of words and clauses are left, and these are reached through their commands.
      frame.reader.unreadable.add(`syntax: ${node.type}`);
      return silent;
  }
}

function sourceOf(node: { readonly pos: number; readonly end: number }, frame: Frame): string {
  return frame.source.slice(node.pos, node.end);
}

/** Branches of one `&&` chain that are kept apart; more are merged, which only loses precision. */
const MOST_BRANCHES = 8;

function runAndOr(node: Extract<SyntaxNode, { type: "AndOr" }>, frame: Frame): Output {
  const outputs: Output[] = [];
  let scopes: Scope[] = [frame.scope];
  let conditional = frame.conditional;
  const collapse = (): void => {
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
    if (operator === "&&" && status !== "success" && status !== "likely") {
      conditional = true;
      if (scopes.length >= MOST_BRANCHES) collapse();
      scopes.push(childOf(scopes.at(-1) ?? frame.scope));
    } else if (operator === "||") {
      conditional = true;
      if (status === "failure" && scopes.length === 1) conditional = frame.conditional;
      else {
        collapse();
        scopes.push(childOf(frame.scope));
      }
    }
    const output = runNode(command, { ...frame, scope: scopes.at(-1) ?? frame.scope, conditional });
    outputs.push(output);
    // What stands after `||` says nothing about the chain before it.
    if (operator === "||" && scopes.length > 1) collapse();
  });
  collapse();
  const all = joined(outputs);
  const isPlain = node.operators.every((operator) => operator === "&&");
  const sure = isPlain && outputs.every(({ status }) => status === "success");
  const likely = isPlain && outputs.every(({ status }) => status === "success" || status === "likely");
  // Alternatives do not print one after the other.
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
    // The last stage runs in the shell itself in zsh, and in bash with `lastpipe`.
    const isLast = i === node.commands.length - 1;
    if (!single && isLast && (frame.reader.surround.shell === "zsh" || frame.source.includes("lastpipe"))) {
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
  const outputs = [runNode(node.clause, frame)];
  const branches: Scope[] = [];
  let last = frame.scope;
  const branch = (body: SyntaxNode): void => {
    const scope = childOf(last);
    outputs.push(runNode(body, { ...frame, scope, conditional: true }));
    branches.push(scope);
  };
  branch(node.then);
  for (const elif of node.elif) {
    last = childOf(last);
    outputs.push(runNode(elif.clause, deeper(frame, { scope: last, conditional: true })));
    branch(elif.then);
  }
  if (node.else !== undefined) branch(node.else);
  else branches.push(childOf(last));
  merge(frame.scope, branches);
  return { ...joined(outputs), text: null, status: "unknown" };
}

function runCase(node: Extract<SyntaxNode, { type: "Case" }>, frame: Frame): Output {
  expandText(node.word, frame);
  const branches: Scope[] = [];
  const outputs = node.items.map((item, i) => {
    for (const pattern of item.pattern) expandText(pattern, frame);
    const before = node.items[i - 1]?.terminator;
    // After `;&` the next body may run in what the one before left.
    const falls = before === ";&" || before === ";;&";
    if (falls) mergeMaybe(frame.scope, [branches.at(-1) ?? frame.scope]);
    const scope = childOf(frame.scope);
    branches.push(scope);
    return runNode(item.body, deeper(frame, { scope, conditional: true }));
  });
  mergeMaybe(frame.scope, branches);
  return { ...joined(outputs), text: null, status: "unknown" };
}

/** A loop of unknown length: once as it begins, and once more with all it changes not known. */
function runLoop(round: (frame: Frame) => Output, frame: Frame): Output {
  const before = { gone: frame.scope.gone, goneBy: frame.scope.goneBy };
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

function runFor(node: Extract<SyntaxNode, { type: "For" }>, frame: Frame): Output {
  const name = node.name.value;
  const items = node.wordlist === undefined ? null : expandWords(node.wordlist, frame);
  const isExact = items?.every(
    ({ word }) => word.kind === "literal" || (word.kind === "dynamic" && word.splits !== true),
  );
  const before = { gone: frame.scope.gone, goneBy: frame.scope.goneBy };
  if (items !== null && isExact === true && items.length <= limits.rounds) {
    const outputs = items.map((item) => {
      const start = { gone: frame.scope.gone, goneBy: frame.scope.goneBy };
      frame.reader.budget.spend(1);
      assign(frame.scope, name, [roundValue(item, name)]);
      const output = runNode(node.body, frame);
      land(frame.scope, jumps.continue, start);
      return output;
    });
    land(frame.scope, jumps.break, before);
    return { ...joined(outputs), status: "unknown" };
  }
  const many = items === null || items.length > limits.rounds;
  const values = many ? [unknown(`$${name}`, `variable ${name}`)] : items.map((item) => roundValue(item, name));
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

function roundValue(item: Field, name: string): Text {
  const text = by(item.text, "variable");
  if (item.word.kind === "glob")
    return { ...unknown(`$${name}`, "one of several files", text.from), glob: item.word.text };
  return text.splits ? { ...text, splits: false } : text;
}

/** Runs the bodies a name stands for. A function that calls itself ends the reading. */
export function runFunction(name: string, parameters: readonly Text[], frame: Frame): Output | null {
  const found = callable(frame.scope, name);
  if (found === undefined) return null;
  const { active } = frame.reader;
  const outputs = found.bodies.map((body) => {
    if (active.has(body.node)) throw new LimitReached(`limit: \`${name}\` calls itself`);
    active.add(body.node);
    frame.reader.called.add(body.node);
    const { scope } = frame;
    const outer = scope.entries.get("$@");
    const before = { gone: scope.gone, goneBy: scope.goneBy };
    const locals = new Map(frame.reader.locals);
    frame.reader.locals.clear();
    scope.entries.set("$@", { kind: "variable", name: "@", items: parameters, isArray: true, isExported: false });
    const conditional = frame.conditional || found.bodies.length > 1 || !found.isCertain;
    const output = runNode(body.node, deeper(frame, { source: body.source, conditional }));
    land(scope, jumps.return, before);
    for (const [key, entry] of frame.reader.locals) {
      if (entry === undefined) scope.entries.delete(key);
      else scope.entries.set(key, entry);
    }
    frame.reader.locals.clear();
    for (const [key, entry] of locals) frame.reader.locals.set(key, entry);
    if (outer === undefined) scope.entries.delete("$@");
    else scope.entries.set("$@", outer);
    active.delete(body.node);
    return output;
  });
  return { ...joined(outputs), status: "unknown" };
}
