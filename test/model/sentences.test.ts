// Conditions about commands as plain English, for reviewers who do not read the language.

import { join } from "node:path";
import { expect, it } from "vitest";
import { ruleSentence } from "../../src/compiler/sentence/sentence.ts";
import { analyseIn, expectText, root } from "../harness.ts";

it("says what a command runs, what flows, and what is asked of its calls", () => {
  const { model, text } = analyseIn(join(root, "test/fixtures/shell-sentences"), ["input.policy"]);
  expect(text).toBe("");
  const lines = model?.ir.rules
    .filter(({ file }) => file === "input.policy")
    .map((rule) => ruleSentence(rule, model.ir));
  expectText("fixtures/shell-sentences/sentences.txt", `${lines?.join("\n")}\n`);
});
