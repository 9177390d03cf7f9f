// `readCommand`: a command line in, what it runs out. Never throws, and its work is bounded by limits.ts.

import { budget, LimitReached, limits } from "./limits.ts";
import type { Reading, Surround } from "./model.ts";
import { errorOf, type ParsedScript, parseShell } from "./parse.ts";
import { type Frame, inherited, type Reader } from "./reader.ts";
import { oddities } from "./scan.ts";
import { childOf } from "./scope.ts";
import { runNode, runScript } from "./statements.ts";
import { unknown } from "./text.ts";

export function readCommand(text: string, surround: Surround): Reading {
  const { script, error } = parseShell(text);
  const reader = readerOf(surround);
  if (error !== null) reader.unreadable.add(error);
  if (script !== null) {
    for (const oddity of oddities(text)) reader.unreadable.add(oddity);
    walk(script, text, reader);
  }
  return {
    calls: reader.calls,
    external: reader.external,
    unreadable: [...reader.unreadable],
    flows: [...reader.flows.values()],
  };
}

function readerOf(surround: Surround): Reader {
  return {
    surround,
    budget: budget(limits.steps),
    calls: [],
    external: [],
    flows: new Map(),
    unreadable: new Set(),
    active: new Set(),
    defined: new Map(),
    called: new Set(),
    locals: new Map(),
    files: new Map(),
    fills: false,
    descriptors: 63,
  };
}

function walk(script: ParsedScript, text: string, reader: Reader): void {
  const frame: Frame = {
    reader,
    scope: childOf(null),
    source: script.source ?? text,
    via: [],
    elevated: false,
    conditional: false,
    feed: inherited,
    redirects: [],
    depth: 0,
  };
  try {
    const error = errorOf(script);
    if (error !== null) reader.unreadable.add(error);
    runScript(script, frame);
    runUncalled(frame);
  } catch (thrown) {
    if (thrown instanceof LimitReached) reader.unreadable.add(thrown.message);
    else if (thrown instanceof RangeError) reader.unreadable.add("limit: nested too deep");
    else reader.unreadable.add("the reader failed");
  }
}

/** A function that nothing here calls may be called later, by the shell that goes on. */
function runUncalled(frame: Frame): void {
  const { reader } = frame;
  for (const [node, { name, source }] of reader.defined) {
    if (reader.called.has(node)) continue;
    const scope = childOf(frame.scope);
    scope.gone = "no";
    const items = [{ ...unknown("$@", "parameters"), splits: true }];
    scope.entries.set("$@", { kind: "variable", name: "@", items, isArray: true, isExported: false });
    runNode(node, { ...frame, scope, source, conditional: true, via: [`function ${name}, not called`] });
  }
}
