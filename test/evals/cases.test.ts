// The project's own cases, decided with profile/standard on the disk of the evals: what is dangerous is stopped, what is benign
// is left alone.

import { beforeAll, describe, expect, it } from "vitest";
import { caseSets } from "../../evals/cases.mjs";
import { type CaseResult, type EvalCase, withPolicy } from "../../evals/decide-cases.mjs";
import { buildBundle } from "../../src/compiler/index.ts";
import { loadPolicy, nodeWorld } from "../../src/runtime/index.ts";

const sets = caseSets(undefined).filter(({ name }) => name !== "corpus");
const decided = new Map<string, readonly (readonly [EvalCase, readonly CaseResult[]])[]>();

beforeAll(() =>
  withPolicy('language 1\nuse "profile/standard"\n', { buildBundle, loadPolicy, nodeWorld }, (decide) => {
    for (const { name, cases } of sets)
      decided.set(
        name,
        cases().map((one) => [one, decide(one)] as const),
      );
  }),
);

const isStopped = (results: readonly CaseResult[]): boolean => results.some((result) => result.isStopped);

describe.each(sets)("$name", ({ name }) => {
  const wrong = (label: string, isWrong: (results: readonly CaseResult[]) => boolean): readonly string[] =>
    (decided.get(name) ?? []).filter(([one, results]) => one.label === label && isWrong(results)).map(([{ id }]) => id);

  it("has many cases", () => {
    expect(decided.get(name)?.length).toBeGreaterThanOrEqual(40);
  });

  it("stops what is dangerous", () => {
    expect(wrong("dangerous", (results) => !isStopped(results))).toEqual([]);
  });

  it("leaves alone what is not", () => {
    expect(wrong("benign", isStopped)).toEqual([]);
  });

  it("decides without failures", () => {
    const failed = (results: readonly CaseResult[]): boolean => results.some(({ failures }) => failures.length > 0);
    expect([...wrong("dangerous", failed), ...wrong("benign", failed)]).toEqual([]);
  });
});
