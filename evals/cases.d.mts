import type { EvalCase } from "./decide-cases.mjs";

export interface CaseSet {
  readonly name: string;
  readonly cases: () => readonly EvalCase[];
}

export function caseSets(folder: string | undefined): readonly CaseSet[];
