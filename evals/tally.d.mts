import type { CaseResult, EvalCase } from "./decide-cases.mjs";

export interface Tally {
  cases: number;
  dangerous: number;
  stopped: number;
  silent: number;
  disputed: number;
  disputedStopped: number;
  benign: number;
  disturbed: number;
  disputedBenign: number;
  disputedDisturbed: number;
  calls: number;
  asked: number;
  accepted: number;
  unjudged: number;
  failed: number;
}

export interface WrongCase {
  readonly word: string;
  readonly id: string;
  readonly result: CaseResult;
}

export function emptyTally(): Tally;

export function countCase(
  one: EvalCase,
  results: readonly CaseResult[],
  tally: Tally,
  judged: ReadonlyMap<string, { readonly accepted: boolean }>,
): readonly WrongCase[];
