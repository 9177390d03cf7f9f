// State of the emitter: names imported from the core, and constants hoisted out of the functions, each once.

import type { Ir, IrCond } from "../ir/ir.ts";
import type { Where } from "../ir/two-valued.ts";
import { literal } from "./emit-text.ts";

/** The module being written. */
export interface ModuleScope {
  readonly ir: Ir;
  /** Imports a name from policyc:core and returns it. */
  readonly core: (name: string) => string;
  /** The name of a constant with this initial value; the same value gets the same name. */
  readonly constant: (prefix: string, value: string) => string;
  readonly regex: (index: number) => string;
  readonly coreNames: ReadonlySet<string>;
  readonly linear: () => boolean;
  readonly declarations: () => readonly string[];
  /** Conditions that report their truth, by number; empty in code that ships. */
  readonly traced: Traced;
}

export type Traced = ReadonlyMap<IrCond, number>;

/** The rule being written. */
export interface RuleWriter extends Where {
  readonly module: ModuleScope;
  readonly shadow: boolean;
  /** The rule approves, whatever the test is part of. */
  readonly approves: boolean;
  /** The rule approves: its tests must hold for every form of a path, not only for one. */
  readonly loosens: boolean;
  /** Elements of lists whose items are plain text. */
  readonly plainVars: ReadonlySet<number>;
}

export function moduleScope(ir: Ir, traced: Traced): ModuleScope {
  const coreNames = new Set<string>();
  const constants = new Map<string, string>();
  const counts = new Map<string, number>();
  const lines: string[] = [];
  const core = (name: string): string => {
    coreNames.add(name);
    return name;
  };
  const constant = (prefix: string, value: string): string => {
    const known = constants.get(value);
    if (known !== undefined) return known;
    const count = counts.get(prefix) ?? 0;
    counts.set(prefix, count + 1);
    const name = `${prefix}${count}`;
    constants.set(value, name);
    lines.push(`const ${name} = ${value};`);
    return name;
  };
  let linear = false;
  const regex = (index: number): string => {
    const found = ir.regexes[index];
    if (found === undefined) throw new Error(`the IR has no regex ${index}`);
    if (found.engine === "linear") linear = true;
    const make = found.engine === "linear" ? "linearRegex" : core("nativeRegex");
    return constant("regex", `${make}(${literal(found.source)}, ${literal(found.flags)})`);
  };
  return { ir, core, constant, regex, coreNames, linear: () => linear, declarations: () => lines, traced };
}

/** A hoisted list of globs of one kind. */
export function globList({ module }: RuleWriter, { kind, globs }: IrCond & { readonly op: "glob" }): string {
  const { core, constant, ir } = module;
  const make = { path: "pathGlobs", host: "hostGlobs", name: "nameGlobs" }[kind];
  const patterns = globs.map((index) => {
    const glob = ir.globs[index];
    if (glob === undefined) throw new Error(`the IR has no glob ${index}`);
    return glob.pattern;
  });
  return constant("globs", `${core(make)}(() => ${literal(patterns)})`);
}
