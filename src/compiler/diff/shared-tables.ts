// Gives two IRs one numbering of regexes, globs and patterns, so that equal conditions are equal as data.

import type { Ir, IrRule } from "../ir/ir.ts";

export interface SharedRules {
  readonly tables: Pick<Ir, "regexes" | "globs" | "patterns" | "programs">;
  readonly rules: readonly (readonly IrRule[])[];
}

export function shareTables(irs: readonly Ir[]): SharedRules {
  const regexes = numbering<Ir["regexes"][number]>();
  const globs = numbering<Ir["globs"][number]>();
  const patterns = numbering<string>();
  const rules = irs.map((ir) => {
    const regex = (id: number): number => regexes.of(ir.regexes[id]);
    const glob = (id: number): number => globs.of(ir.globs[id]);
    const pattern = (id: number): number => patterns.of(ir.patterns[id]);
    return ir.rules.map((rule) => renumber(rule, { regex, glob, pattern }) as IrRule);
  });
  const programs = Object.assign({}, ...irs.map((ir) => ir.programs)) as Ir["programs"];
  return { tables: { regexes: regexes.all, globs: globs.all, patterns: patterns.all, programs }, rules };
}

function numbering<T>(): { readonly all: T[]; readonly of: (item: T | undefined) => number } {
  const all: T[] = [];
  const known = new Map<string, number>();
  const of = (item: T | undefined): number => {
    if (item === undefined) return -1;
    const key = JSON.stringify(item);
    const at = known.get(key) ?? all.push(item) - 1;
    known.set(key, at);
    return at;
  };
  return { all, of };
}

interface Numbers {
  readonly regex: (id: number) => number;
  readonly glob: (id: number) => number;
  readonly pattern: (id: number) => number;
}

type Node = { readonly [key: string]: unknown };

/** Walks plain data; only conditions and values carry numbers of the tables. */
function renumber(value: unknown, by: Numbers): unknown {
  if (Array.isArray(value)) return value.map((item) => renumber(item, by));
  if (typeof value !== "object" || value === null) return value;
  const node = value as Node;
  const copy: { [key: string]: unknown } = {};
  for (const [key, item] of Object.entries(node)) {
    if (key === "regex" && typeof item === "number") copy[key] = by.regex(item);
    else if (key === "globs" && node.op === "glob") copy[key] = (item as number[]).map(by.glob);
    else if (key === "patterns" && (node.op === "runs" || node.op === "only"))
      copy[key] = (item as number[]).map(by.pattern);
    else copy[key] = renumber(item, by);
  }
  return copy;
}
