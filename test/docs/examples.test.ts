// Every policy in the documents is compiled: complete ones without a finding and with their tests passing,
// wrong ones with exactly the code beside them. Those with a file name are steps of a document that tour.test.ts follows. The
// generated pages of docs/reference use fences of other kinds: what they show is compiled by the tests of the catalogue and of
// the packs.

import { describe, expect, it } from "vitest";
import { checkPolicies, testPolicies } from "../../src/compiler/index.ts";
import { fencesOf } from "./fences.ts";
import { documents, readDocument, scratchPolicy } from "./workspace.ts";

const entries = ["example.policy"];
/** What people copy should hold in the agent they are likely to use, not only in our own runtime. */
const targetsOf: { readonly [document: string]: readonly string[] } = {
  "docs/start/recipes.md": ["policyc", "claude-code"],
};

for (const document of documents) {
  const fences = fencesOf(readDocument(document));
  const complete = fences.filter((fence) => fence.kind === "policy" && fence.argument === "");
  const wrong = fences.filter((fence) => fence.kind === "policy-error");

  describe.runIf(complete.length + wrong.length > 0)(document, () => {
    it.each(complete)("line $line compiles without a finding", async ({ text }) => {
      const targets = targetsOf[document];
      const result = await testPolicies(entries, { ...scratchPolicy(text), ...(targets && { targets }) });
      expect(result.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
      expect(result.tests.cases.filter((test) => !test.ok)).toEqual([]);
    });

    it.each(wrong)("line $line gives $argument", async ({ text, argument }) => {
      const result = await checkPolicies(entries, scratchPolicy(text));
      const errors = result.diagnostics.filter(({ severity }) => severity === "error");
      expect(errors.map(({ code }) => code)).toEqual([argument]);
      expect(text.split("\n", 1)).toEqual(errors.map(({ code, slug }) => `# ${code} ${slug}`));
    });
  });
}

it("there are examples of every kind in the reference", () => {
  const pages = documents.filter((document) => document.startsWith("docs/language/"));
  const kinds = new Set(pages.flatMap((page) => fencesOf(readDocument(page)).map((fence) => fence.kind)));
  expect([...kinds].sort()).toEqual(["policy", "policy-error", "policy-fragment"]);
});
