// Variables as a path for data: what `read` and `mapfile` take from a file, and the later calls that use the name.

import { TRUE } from "../../language/truth.ts";
import type { Call } from "../syntax/model.ts";
import type { Edge } from "./flows.ts";

const readers = /^(?:read|readarray|mapfile)$/;

/** Edges from every builtin that fills a variable from a file to the calls whose words name it. */
export function variableEdges(calls: readonly Call[]): readonly Edge[] {
  const edges: Edge[] = [];
  const filled = new Map<string, number[]>();
  for (const call of calls) {
    for (const name of filled.size === 0 ? [] : namesIn(call))
      for (const from of filled.get(name) ?? [])
        edges.push({ from, to: call.id, by: "variable", into: "argument", certain: TRUE });
    if (call.stdin.from !== "file" || call.program.kind !== "literal" || !readers.test(call.program.text)) continue;
    for (const { kind, text } of call.args)
      if (kind === "literal" && /^[A-Za-z_]\w*$/.test(text))
        filled.set(text, [...(filled.get(text) ?? []), call.id].slice(-4));
  }
  return edges;
}

function namesIn({ args }: Call): ReadonlySet<string> {
  const names = new Set<string>();
  for (const word of args)
    if (word.kind === "dynamic")
      for (const [, name = ""] of word.text.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)) names.add(name);
  return names;
}
