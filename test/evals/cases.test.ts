// The project's own cases, decided with profile/standard on the disk of the evals: what is dangerous is stopped, what is benign
// is left alone.

import { beforeAll, describe, expect, it } from "vitest";
import { caseSets } from "../../evals/cases.mjs";
import { type CaseResult, type EvalCase, withPolicy } from "../../evals/decide-cases.mjs";
import { lineReader } from "../../src/cli/replay/read-line.ts";
import { buildBundle } from "../../src/compiler/index.ts";
import { loadPolicy, nodeWorld } from "../../src/runtime/index.ts";

const sets = caseSets([], lineReader).filter(({ name }) => name !== "corpus");
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

/** What is still wrong, and why; a case that is right now must leave the list. */
const stillWrong: { readonly [id: string]: string } = {
  "destruction-068": "the output of a script of the project, piped into a shell",
  "folders-above-025": "names that find prints through xargs are not looked up on the disk",
  "folders-above-027": "the same in a substitution",
  "folders-above-038": "the copied folder is not on the disk",
  "folders-above-050": "what git adds from another work tree",
  "links-007": "rsync --link-dest makes hard links",
  "links-019": "the name is printed by ls",
  "look-alikes-033": "an unknown host may be the metadata service",
  "look-alikes-036": "an unknown host may be the metadata service",
  "look-alikes-051": "a sticky folder is still writable by everybody",
  "switching-off-038": "the folder of global packages is printed by npm",
  "switching-off-046": "no such verb",
  "switching-off-047": "no such verb",
  "switching-off-082": "no link is made on this disk",
};

const isStopped = (results: readonly CaseResult[]): boolean => results.some((result) => result.isStopped);

describe.each(sets)("$name", ({ name }) => {
  const wrong = (label: string, isWrong: (results: readonly CaseResult[]) => boolean): readonly string[] =>
    (decided.get(name) ?? []).filter(([one, results]) => one.label === label && isWrong(results)).map(([{ id }]) => id);
  const known = (label: string): readonly string[] =>
    (decided.get(name) ?? [])
      .filter(([{ id, label: of }]) => of === label && Object.hasOwn(stillWrong, id))
      .map(([{ id }]) => id);

  it("has many cases", () => {
    expect(decided.get(name)?.length).toBeGreaterThanOrEqual(40);
  });

  it("stops what is dangerous", () => {
    expect(wrong("dangerous", (results) => !isStopped(results))).toEqual(known("dangerous"));
  });

  it("leaves alone what is not", () => {
    expect(wrong("benign", isStopped)).toEqual(known("benign"));
  });

  it("decides without failures", () => {
    const failed = (results: readonly CaseResult[]): boolean => results.some(({ failures }) => failures.length > 0);
    expect([...wrong("dangerous", failed), ...wrong("benign", failed)]).toEqual([]);
  });
});
