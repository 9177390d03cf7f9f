// What the policies mean: the IR, and beside it what only the compiler needs (places, examples, tests).

import type { FactValue, Json, Outcome } from "../../language/contract.ts";
import type { RuleSpans } from "../analyse/rules/rule-spans.ts";
import type { Span } from "./ast.ts";
import type { Ir, IrCond } from "./ir.ts";

export interface Model {
  readonly ir: Ir;
  /** By rule id: the rule's name, or its `on`. */
  readonly ruleSpans: readonly Span[];
  /** By rule id: the spans of its parts. */
  readonly partSpans: readonly RuleSpans[];
  /** Packs that are used and not entries themselves: warnings about a pack alone do not concern its users. */
  readonly packFiles: ReadonlySet<string>;
  readonly examples: readonly ModelExample[];
  readonly tests: readonly ModelTest[];
  /** Rules whose examples were left out, because `with` changed a parameter they were written for. */
  readonly reparameterised: readonly number[];
  /** There is a rule beside those that every bundle has; std/self as an entry has its own. */
  readonly hasOwnRules: boolean;
  /** Where the conditions of the IR stand, compound ones too; of a `def` put in place, in its text. Without `not`, `true` and `false`. */
  readonly places: ReadonlyMap<IrCond, Span>;
  /** By test, its globs as they are written. */
  readonly writtenGlobs: ReadonlyMap<IrCond, readonly WrittenGlob[]>;
}

export interface WrittenGlob {
  readonly text: string;
  readonly span: Span;
}

export interface ModelExample {
  readonly rule: number;
  readonly expects: "fires" | "ignores";
  /** Complete, with `point`. */
  readonly event: Json;
  readonly given: Given;
  readonly span: Span;
}

export interface ModelTest {
  readonly name: string;
  readonly span: Span;
  readonly steps: readonly ModelStep[];
}

export interface ModelStep {
  readonly event: Json;
  readonly given: Given;
  readonly expect: Outcome;
  readonly by: readonly string[];
  readonly warns: readonly string[];
  readonly span: Span;
}

/** The world of an example or a step: facts by the keys of the IR, and session state put there beforehand. */
export interface Given {
  readonly facts: { readonly [key: string]: FactValue };
  /** `file_exists` was given: every path asked and not listed does not exist. */
  readonly filesGiven: boolean;
  /** Files on the disk, which is empty otherwise. */
  readonly files?: GivenFiles;
  readonly marked: readonly string[];
  readonly counted: { readonly [counter: string]: number };
  readonly time: string | null;
}

/** By path as written, relative to the project, below `~/` or absolute: the text of a file, or the names in an archive. */
export interface GivenFiles {
  readonly [path: string]: string | readonly string[];
}
