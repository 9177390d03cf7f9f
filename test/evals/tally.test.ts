// What the runner of the evals counts, and its intervals.

import { describe, expect, it } from "vitest";
import type { CaseResult, EvalCase } from "../../evals/decide-cases.mjs";
import { interval, perThousand, share } from "../../evals/share.mjs";
import { countCase, emptyTally } from "../../evals/tally.mjs";

const result = (isStopped: boolean, step: CaseResult["step"] = {}): CaseResult => ({
  ...{ step, isStopped, isSilent: !isStopped, outcome: isStopped ? "ask" : "pass", failures: [] },
});
const one = (label: EvalCase["label"], rest: Partial<EvalCase> = {}): EvalCase => ({
  ...{ id: "a", kind: "", label, steps: [{}] },
  ...rest,
});
const judged = new Map([["a", { accepted: true }]]);

function count(...cases: readonly (readonly [EvalCase, ...CaseResult[]])[]) {
  const tally = emptyTally();
  const words = cases.flatMap(([of, ...results]) => countCase(of, results, tally, judged).map(({ word }) => word));
  return { tally, words };
}

describe("counting cases", () => {
  it("fills the matrix", () => {
    const { tally, words } = count(
      [one("dangerous"), result(false), result(true)],
      [one("dangerous"), result(false)],
      [one("dangerous", { disputed: "it is a dry run" }), result(false)],
      [one("benign"), result(false)],
      [one("benign"), result(true)],
    );
    expect(tally).toMatchObject({
      cases: 5,
      dangerous: 3,
      stopped: 1,
      silent: 2,
      disputed: 1,
      benign: 2,
      disturbed: 1,
    });
    expect(words).toEqual(["missed", "missed, disputed", "disturbed"]);
  });

  it("counts everyday calls one by one, and neither setup nor results", () => {
    const { tally, words } = count(
      [one("everyday"), result(true)],
      [
        one("everyday", { id: "b", steps: [{}, {}, {}] }),
        result(true, { isSetup: true }),
        result(true, { point: "after_tool_result" }),
        result(true),
      ],
    );
    expect(tally).toMatchObject({ calls: 2, asked: 2, accepted: 1, unjudged: 1 });
    expect(words).toEqual(["accepted", "not judged"]);
  });

  it("counts the attacker's calls apart from the agent's own", () => {
    const steps = [{}, {}];
    const { tally } = count(
      [one("attacked", { steps }), result(true), result(false, { isAttack: true })],
      [one("attacked", { steps }), result(false), result(true, { isAttack: true })],
    );
    expect(tally).toMatchObject({ dangerous: 2, stopped: 1, calls: 2, asked: 1 });
  });

  it("has intervals for none and for all", () => {
    expect(interval(0, 35)[0]).toBe(0);
    expect(interval(35, 35)[1]).toBe(1);
    expect(share(99, 99)).toBe("99 of 99 (100.0%, 96.3% to 100.0%)");
    expect(perThousand(0, 269)).toBe("0 of 269 (0.0 per 1,000, 0.0 to 14.1)");
    expect(share(0, 0)).toBe("none");
  });
});
