// The labelled commands through the shipped packs as one compiled bundle: what is dangerous is stopped by a rule that is there
// for it, what is benign is left alone, and what cannot be decided is not passed over in silence.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampled } from "../seeded.ts";
import {
  answering,
  isReported,
  isStopped,
  isStoppedFor,
  type Labelled,
  labelled,
  type Packs,
  shellPacks,
} from "./packs.ts";

let packs: Packs;
beforeAll(async () => {
  packs = await shellPacks();
});
afterAll(() => packs.close());

const intentOf = ({ intent }: Labelled): string => intent.replace(/^benign:/, "");

/** Which of the commands are not judged as their label says. */
const wrong = (commands: readonly Labelled[]): readonly string[] =>
  commands.filter((one) => !isRight(one)).map(({ command }) => command);

function isRight(one: Labelled): boolean {
  const decision = packs.decide(one.command);
  if (decision.failures.length > 0) return false;
  switch (one.label) {
    case "dangerous":
      return isStoppedFor(intentOf(one), decision);
    case "benign":
      // A look-alike may still be stopped by a rule about something else: another host, say.
      return intentOf(one) === "benign" ? !isStopped(decision) : !isStoppedFor(intentOf(one), decision);
    case "undecidable":
      return isReported(one.command, decision);
  }
}

describe("the public table", () => {
  it.each(labelled("public.jsonl"))("$label: $command", (one) => {
    expect(isRight(one)).toBe(true);
  });
});

describe("the corpus", () => {
  const corpus = labelled("corpus.jsonl");

  it("is wide", () => {
    expect(corpus.length).toBeGreaterThan(2000);
    expect(corpus.filter(({ label }) => label === "benign").length / corpus.length).toBeGreaterThan(0.4);
    expect(new Set(corpus.map(({ technique }) => technique)).size).toBeGreaterThan(25);
    const known = [...Object.keys(answering), "benign", "opaque"];
    expect(corpus.filter((one) => !known.includes(intentOf(one)))).toEqual([]);
  });

  describe.each([...Object.keys(answering), "benign", "opaque"])("%s", (intent) => {
    const of = corpus.filter((one) => intentOf(one) === intent);

    it.each(["dangerous", "benign", "undecidable"] as const)("%s", (label) => {
      expect(wrong(of.filter((one) => one.label === label))).toEqual([]);
    });
  });

  it("is disturbed by rules about something else only over hosts, uploads and deleted settings", () => {
    const wanted = ["only-allowed-hosts", "no-upload-to-strangers", "deleted-settings-need-a-person"];
    const benign = corpus.filter(({ label }) => label === "benign");
    const others = sampled(benign, 4)
      .map(({ command }) => packs.decide(command))
      .filter(isStopped)
      .flatMap(({ reasons }) => reasons.filter(({ effect }) => effect !== "warn").map(({ rule }) => rule));
    expect([...new Set(others)].filter((rule) => !wanted.includes(rule))).toEqual([]);
  });
});
